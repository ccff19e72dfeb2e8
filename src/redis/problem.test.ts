import { expect, test } from '@jest/globals';
import { problemOf } from './problem.ts';

test.each<[string, { code?: string; message: string }, 'plain' | 'tls' | 'proven', string]>([
  [
    'problemOf explains a TLS error code and keeps its message',
    { code: 'SELF_SIGNED_CERT_IN_CHAIN', message: 'self-signed certificate in certificate chain' },
    'tls',
    'the certificate of Redis is not signed by the authority in ADWRIGHT_REDIS_CA_FILE (self-signed certificate in certificate chain)',
  ],
  [
    'problemOf explains the first word of an answer of Redis',
    { message: 'WRONGPASS invalid username-password pair or user is disabled.' },
    'plain',
    'Redis rejects the user name or the password (WRONGPASS invalid username-password pair or user is disabled)',
  ],
  [
    'problemOf of a reset without TLS mentions that the port may need TLS',
    { code: 'ECONNRESET', message: 'write ECONNRESET' },
    'plain',
    'Redis closed the connection immediately; a port with TLS requires rediss:// (write ECONNRESET)',
  ],
  [
    'problemOf of a reset on a proven connection does not mention TLS',
    { code: 'ECONNRESET', message: 'read ECONNRESET' },
    'proven',
    'read ECONNRESET',
  ],
  [
    'problemOf of a reset with TLS does not mention TLS',
    { code: 'ECONNRESET', message: 'read ECONNRESET' },
    'tls',
    'read ECONNRESET',
  ],
  [
    'problemOf of a timeout does not mention TLS',
    { code: 'ETIMEDOUT', message: 'connect ETIMEDOUT' },
    'plain',
    'connect ETIMEDOUT',
  ],
  [
    'problemOf returns any other message unchanged',
    { message: 'ERR DB index is out of range' },
    'plain',
    'ERR DB index is out of range',
  ],
])('%s', (_, error, way, want) => {
  expect(problemOf(error, way)).toBe(want);
});
