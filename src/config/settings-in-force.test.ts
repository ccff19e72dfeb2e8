import { expect, test } from '@jest/globals';
import { knownSettings } from './known-settings.ts';
import { apiSettings, controllerSettings, localSettings } from './role-settings.ts';
import type { Settings } from './setting.ts';
import type { SettingInForce } from '../admin/setting-in-force.ts';
import { settingsInForce } from './settings-in-force.ts';

function shown(name: string, env: NodeJS.ProcessEnv, settings: Settings = apiSettings): SettingInForce | undefined {
  return settingsInForce(settings, env).find((one) => one.name === name);
}

test.each<[string, string, NodeJS.ProcessEnv, Partial<SettingInForce>]>([
  ['a setting that is set', 'ADWRIGHT_NAMESPACE', { ADWRIGHT_NAMESPACE: 'ads' }, { state: 'set', value: 'ads' }],
  ['the default of an address', 'ADWRIGHT_LISTEN', {}, { state: 'default', value: '[::]:8080' }],
  ['a default in the unit of the setting', 'ADWRIGHT_RESPONSE_CACHE_MIB', {}, { state: 'default', value: '64' }],
  ['a default of false', 'ADWRIGHT_WATCH_ALL_NAMESPACES', {}, { state: 'default', value: 'false' }],
  ['an empty variable as the default', 'ADWRIGHT_REDIS_PREFIX', { ADWRIGHT_REDIS_PREFIX: '' }, { state: 'default' }],
  ['a setting without a value', 'ADWRIGHT_REDIS_USERNAME', {}, { state: 'absent', value: undefined }],
  ['a setting of another process', 'ADWRIGHT_LEASE_NAME', { ADWRIGHT_LEASE_NAME: 'a' }, { state: 'unused' }],
  [
    'a URL without its password',
    'ADWRIGHT_REDIS_URL',
    { ADWRIGHT_REDIS_URL: 'redis://u:hunter2@r:1' },
    { value: 'redis://…@r:1' },
  ],
])('shows %s', (_, name, env, want) => {
  expect(shown(name, env)).toMatchObject(want);
});

test.each<[string, string, string | undefined]>([
  ['with a sign of an address in the password', 'redis://:hunter2@hunter2@host', 'redis://…@host'],
  ['with the password in the query', 'redis://host:1/0?password=hunter2', 'redis://host:1/0?…'],
  ['with a slash in the password', 'redis://:hunter2/x@host:6379', undefined],
  ['with a number sign in the password', 'redis://u:hunter2#x@host:6379', undefined],
  ['without a scheme', 'u:hunter2@host:6379', undefined],
  ['in a list', 'redis://u:hunter2@a:1, redis://u:hunter2@b:2', undefined],
  ['in a list without spaces', 'redis://u:hunter2@a,redis://u:hunter2@b', undefined],
  ['without credentials', 'redis://host:6379/1', 'redis://host:6379/1'],
])('a URL %s shows no credentials', (_, given, value) => {
  const setting = shown('ADWRIGHT_REDIS_URL', { ADWRIGHT_REDIS_URL: given });
  expect(setting).toMatchObject({ state: 'set', value, isSecret: value === undefined });
});

test.each(['ADWRIGHT_REDIS_PASSWORD', 'ADWRIGHT_INSTALLATION_SECRET'])('never contains the value of %s', (name) => {
  const all = settingsInForce(controllerSettings, { [name]: 'hunter2-hunter2' });
  expect(all.find((one) => one.name === name)).toMatchObject({ state: 'set', isSecret: true });
  expect(JSON.stringify(all)).not.toContain('hunter2');
});

test('contains every known setting once', () => {
  expect(settingsInForce(localSettings, {}).map(({ name }) => name)).toEqual(knownSettings);
});
