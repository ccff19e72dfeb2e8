import { describe, expect, test } from '@jest/globals';
import { ConfigError } from './environment.ts';
import { readServiceConfig } from './service-config.ts';

describe('readServiceConfig', () => {
  test('readServiceConfig accepts an empty environment', () => {
    const config = readServiceConfig({});
    expect(config.listen).toEqual({ host: '127.0.0.1', port: 8080 });
    expect(config.maxRunningJobs).toBe(20);
    expect(config.allowHttpCallbacks).toBe(false);
    expect(config.requireReadableBrand).toBe(false);
  });

  test('ADWRIGHT_REQUIRE_READABLE_BRAND=true requires a readable brand', () => {
    expect(readServiceConfig({ ADWRIGHT_REQUIRE_READABLE_BRAND: 'true' }).requireReadableBrand).toBe(true);
  });

  test('an empty variable counts as absent', () => {
    expect(readServiceConfig({ ADWRIGHT_LISTEN: '' }).listen.port).toBe(8080);
  });

  test('the public URL loses its trailing slash and keeps its path', () => {
    expect(readServiceConfig({ ADWRIGHT_PUBLIC_URL: 'https://ads.example.com/v1/' }).publicUrl).toBe(
      'https://ads.example.com/v1',
    );
  });

  test('ADWRIGHT_STAGE_DEADLINES sets the deadline of each stage', () => {
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
    ['ADWRIGHT_STAGE_DEADLINES', 'onboarding=30,image=0'],
    ['ADWRIGHT_LOG_LEVEL', 'loud'],
  ])('%s=%s is refused, and the message names the setting', (name, value) => {
    expect(() => readServiceConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readServiceConfig({ [name]: value })).toThrow(name);
  });

  test('all invalid settings are listed at once, as sentences', () => {
    const env = {
      ADWRIGHT_LISTN: ':8080',
      ADWRIGHT_COLOUR: 'red',
      ADWRIGHT_MAX_RUNNING_JOBS: 'many',
      ADWRIGHT_ARCHIVE_DAYS: '1.5',
      ADWRIGHT_JOB_TTL_SECONDS: '-1',
      ADWRIGHT_ALLOW_HTTP_CALLBACKS: 'yes',
      ADWRIGHT_LOG_LEVEL: 'loud',
      ADWRIGHT_PRICES: '{"image1k": 0.5}',
      ADWRIGHT_EGRESS_ALLOW: 'home',
    };
    const check = () => [{ setting: 'ADWRIGHT_EGRESS_ALLOW', message: '"home" is not a valid address range.' }];
    const late = () => [{ setting: 'ADWRIGHT_PRICES', message: 'is judged once its own form is right' }];
    let lines: readonly string[] = [];
    try {
      readServiceConfig(env, [check, late]);
    } catch (error) {
      if (error instanceof ConfigError) ({ lines } = error);
    }
    expect(lines.toSorted()).toEqual([
      'ADWRIGHT_ALLOW_HTTP_CALLBACKS must be true or false.',
      'ADWRIGHT_ARCHIVE_DAYS must be a whole number from 0 to 3650.',
      'ADWRIGHT_EGRESS_ALLOW: "home" is not a valid address range.',
      'ADWRIGHT_JOB_TTL_SECONDS must be a whole number from 0 to 315360000.',
      'ADWRIGHT_LISTN is not a setting; did you mean ADWRIGHT_LISTEN?',
      'ADWRIGHT_LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent.',
      'ADWRIGHT_MAX_RUNNING_JOBS must be a whole number from 0 to 100000.',
      'ADWRIGHT_PRICES.image1k must be a whole number of credits from 0 to 1000000.',
    ]);
  });
});
