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

test.each(['ADWRIGHT_REDIS_PASSWORD', 'ADWRIGHT_INSTALLATION_SECRET'])('never contains the value of %s', (name) => {
  const all = settingsInForce(controllerSettings, { [name]: 'hunter2-hunter2' });
  expect(all.find((one) => one.name === name)).toMatchObject({ state: 'set', isSecret: true });
  expect(JSON.stringify(all)).not.toContain('hunter2');
});

test('contains every known setting once', () => {
  expect(settingsInForce(localSettings, {}).map(({ name }) => name)).toEqual(knownSettings);
});
