import { describe, expect, test } from '@jest/globals';
import { ConfigError } from './environment.ts';
import { readServiceConfig } from './service-config.ts';

describe('readServiceConfig', () => {
  test('an empty environment gives a working laptop set-up', () => {
    const config = readServiceConfig({});
    expect(config.listen).toEqual({ host: '127.0.0.1', port: 8080 });
    expect(config.maxRunningJobs).toBe(20);
    expect(config.allowHttpCallbacks).toBe(false);
    expect(config.requireReadableBrand).toBe(false);
  });

  test('a readable brand may be required', () => {
    expect(readServiceConfig({ ADWRIGHT_REQUIRE_READABLE_BRAND: 'true' }).requireReadableBrand).toBe(true);
  });

  test('an empty variable counts as absent', () => {
    expect(readServiceConfig({ ADWRIGHT_LISTEN: '' }).listen.port).toBe(8080);
  });

  test('a trailing slash of the public URL is dropped, its path kept', () => {
    expect(readServiceConfig({ ADWRIGHT_PUBLIC_URL: 'https://ads.example.com/v1/' }).publicUrl).toBe(
      'https://ads.example.com/v1',
    );
  });

  test('stage deadlines are read by stage', () => {
    expect(readServiceConfig({ ADWRIGHT_STAGE_DEADLINES: 'onboarding=5,image=60' }).stageDeadlineSeconds).toEqual({
      onboarding: 5,
      image: 60,
    });
  });

  test.each([
    ['ADWRIGHT_LISTEN', '8080'],
    ['ADWRIGHT_LISTEN', '127.0.0.1:99999'],
    ['ADWRIGHT_PUBLIC_URL', 'ftp://x'],
    ['ADWRIGHT_PUBLIC_URL', 'https://x.example/?a=b'],
    ['ADWRIGHT_ALLOW_HTTP_CALLBACKS', 'yes'],
    ['ADWRIGHT_MAX_RUNNING_JOBS', '-1'],
    ['ADWRIGHT_STAGE_DEADLINES', 'onboarding'],
    ['ADWRIGHT_STAGE_DEADLINES', 'onboarding=86401'],
    ['ADWRIGHT_LOG_LEVEL', 'loud'],
  ])('%s=%s is refused by name', (name, value) => {
    expect(() => readServiceConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readServiceConfig({ [name]: value })).toThrow(name);
  });
});
