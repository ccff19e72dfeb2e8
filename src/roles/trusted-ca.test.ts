import { expect, test } from '@jest/globals';
import { ConfigError } from '../config/environment.ts';
import { trustConfiguredAuthorities } from './trusted-ca.ts';

test('trustConfiguredAuthorities names the setting and the file that cannot be read', () => {
  const trust = (): unknown => trustConfiguredAuthorities('/nowhere/ca.pem');
  expect(trust).toThrow(ConfigError);
  expect(trust).toThrow('ADWRIGHT_TRUSTED_CA_FILE (/nowhere/ca.pem): ENOENT');
});

test('trustConfiguredAuthorities accepts an absent file', () => {
  expect(trustConfiguredAuthorities(undefined)).toBeUndefined();
});
