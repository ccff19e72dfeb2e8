import { expect, test } from '@jest/globals';
import { problemOf } from './problem.ts';

test.each<[string, { code?: string; message: string }, 'plain' | 'tls' | 'proven', string]>([
  [
    'a code of TLS is explained, and told as it came',
    { code: 'SELF_SIGNED_CERT_IN_CHAIN', message: 'self-signed certificate in certificate chain' },
    'tls',
    'its certificate is not signed by the authority in ADWRIGHT_REDIS_CA_FILE (self-signed certificate in certificate chain)',
  ],
  [
    'so is the first word of what Redis has answered',
    { message: 'WRONGPASS invalid username-password pair or user is disabled.' },
    'plain',
    'it rejects the user name or the password (WRONGPASS invalid username-password pair or user is disabled)',
  ],
  [
    'a connection that is reset may have met TLS',
    { code: 'ECONNRESET', message: 'write ECONNRESET' },
    'plain',
    'it closed the connection immediately; a port with TLS requires rediss:// (write ECONNRESET)',
  ],
  [
    'but not one that was there before',
    { code: 'ECONNRESET', message: 'read ECONNRESET' },
    'proven',
    'read ECONNRESET',
  ],
  ['and not where TLS is spoken', { code: 'ECONNRESET', message: 'read ECONNRESET' }, 'tls', 'read ECONNRESET'],
  [
    'a server that is silent may not speak TLS',
    { code: 'ETIMEDOUT', message: 'connect ETIMEDOUT' },
    'plain',
    'connect ETIMEDOUT',
  ],
  ['all else is told as it came', { message: 'ERR DB index is out of range' }, 'plain', 'ERR DB index is out of range'],
])('%s', (_, error, way, want) => {
  expect(problemOf(error, way)).toBe(want);
});
