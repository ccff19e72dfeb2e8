import { X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterAll, afterEach, expect, test } from '@jest/globals';
import { temporaryFolder } from '../../test/support/process/temporary-folder.ts';
import { testCertificates } from '../../test/support/network/test-certificates.ts';
import { trustAuthorities } from './trusted-ca.ts';

const { authority, redisAuthority } = testCertificates;
const folder = temporaryFolder();
const before = tls.getCACertificates('default');
const file = join(folder.path, 'authorities.pem');
/**
 * Returns the fingerprints of certificates, which the tests compare instead of the texts: if an environment variable
 * names a file of authorities, Node.js may list a certificate twice or format its text differently.
 */
function fingerprints(certificates: readonly string[]): Set<string> {
  return new Set(certificates.map((text) => new X509Certificate(text).fingerprint256));
}

afterEach(() => {
  tls.setDefaultCACertificates(before);
});
afterAll(() => {
  folder.remove();
});

test('trustAuthorities adds all certificates of a file to those that Node.js trusts', () => {
  writeFileSync(file, `# Two authorities.\n${authority}\r\n${redisAuthority}`);
  expect(trustAuthorities(file)).toContain(authority);
  const added = fingerprints([authority, redisAuthority]);
  expect(fingerprints(tls.getCACertificates('default'))).toEqual(fingerprints(before).union(added));
});

test('trustAuthorities changes nothing without a file', () => {
  expect(trustAuthorities(undefined)).toBeUndefined();
  expect(fingerprints(tls.getCACertificates('default'))).toEqual(fingerprints(before));
});

test.each([
  ['a missing file', undefined, /no such file/],
  ['a file without a certificate', 'nothing', /the file contains no PEM certificate/],
  ['a broken certificate', authority.replace(/M/, '!'), /./],
])('trustAuthorities refuses %s', (_, content, why) => {
  const path = content === undefined ? join(folder.path, 'none') : file;
  if (content !== undefined) writeFileSync(path, content);
  expect(() => trustAuthorities(path)).toThrow(why);
});
