import { expect, test } from '@jest/globals';
import { knownSettings, unknownSettings } from './known-settings.ts';

test('knownSettings contains the settings of every role and of both kinds of storage, and no other variable', () => {
  const ofRoles = ['ADWRIGHT_LISTEN', 'ADWRIGHT_LEASE_NAME', 'ADWRIGHT_STAGE_CONCURRENCY', 'ADWRIGHT_STAGE_INPUT'];
  const ofStorage = ['ADWRIGHT_STORAGE', 'ADWRIGHT_STORAGE_PATH', 'ADWRIGHT_S3_BUCKET'];
  expect(knownSettings).toEqual(expect.arrayContaining([...ofRoles, ...ofStorage]));
  expect(knownSettings.filter((name) => !name.startsWith('ADWRIGHT_'))).toEqual([]);
  expect(new Set(knownSettings).size).toBe(knownSettings.length);
});

test.each<[string, string, string | undefined]>([
  ['unknownSettings suggests a setting for a name with a missing letter', 'ADWRIGHT_LISTN', 'ADWRIGHT_LISTEN'],
  ['unknownSettings suggests a setting for a name with an extra letter', 'ADWRIGHT_PRICESS', 'ADWRIGHT_PRICES'],
  ['unknownSettings suggests a setting for a name with two letters swapped', 'ADWRIGHT_DATA_DRI', 'ADWRIGHT_DATA_DIR'],
  ['unknownSettings suggests a setting for a plural without underscore', 'ADWRIGHT_LOGLEVELS', 'ADWRIGHT_LOG_LEVEL'],
  ['unknownSettings suggests nothing for a name three edits away', 'ADWRIGHT_LSTNR', undefined],
  ['unknownSettings suggests nothing for an unrelated name', 'ADWRIGHT_COLOUR', undefined],
])('%s', (_, name, nearest) => {
  expect(unknownSettings({ [name]: 'x' })).toEqual([{ name, nearest }]);
});

test.each([
  'ADWRIGHT_SERVICE_HOST',
  'ADWRIGHT_API_SERVICE_HOST',
  'ADWRIGHT_API_SERVICE_PORT',
  'ADWRIGHT_API_SERVICE_PORT_HTTP',
  'ADWRIGHT_API_PORT',
  'ADWRIGHT_API_PORT_80_TCP',
  'ADWRIGHT_API_PORT_80_TCP_PROTO',
  'ADWRIGHT_API_PORT_80_TCP_PORT',
  'ADWRIGHT_API_PORT_80_TCP_ADDR',
  'ADWRIGHT_REDIS_PORT',
])('the kubelet variable %s is not reported', (name) => {
  expect(unknownSettings({ [name]: 'tcp://10.96.0.7:80' })).toEqual([]);
});

test('known, foreign and empty variables are not reported', () => {
  expect(unknownSettings({ ADWRIGHT_LISTEN: ':8080', PATH: '/bin', ADWRIGHT_LISTN: '' })).toEqual([]);
});
