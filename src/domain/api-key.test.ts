import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { checkApiKey, hashApiKey, newApiKey } from './api-key.ts';

const key = newApiKey(() => Buffer.alloc(32, 7)).secret;

describe('a new key', () => {
  test.each<[string, number]>([
    ['the smallest secret', 0],
    ['the largest secret', 255],
  ])('%s has the fixed length', (_, byte) => {
    const { secret } = newApiKey((bytes) => Buffer.alloc(bytes, byte));
    expect(secret).toMatch(/^adw_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/);
    expect(checkApiKey(secret)).toBe(true);
  });

  test('is stored by its SHA-256 and shown by its last four characters', () => {
    const { secret, hash, hint } = newApiKey(randomBytes);
    expect(hash).toBe(createHash('sha256').update(secret).digest('hex'));
    expect(hashApiKey(secret)).toBe(hash);
    expect(hint).toBe(`adw_…${secret.slice(-4)}`);
  });

  test('never comes twice from different bytes', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        (a, b) => {
          const same = Buffer.compare(a, b) === 0;
          expect(newApiKey(() => a).secret === newApiKey(() => b).secret).toBe(same);
        },
      ),
    );
  });
});

test.each<[string, string]>([
  ['nothing', ''],
  ['another prefix', key.replace('adw_', 'adx_')],
  ['a prefix in capitals', key.replace('adw_', 'ADW_')],
  ['one character changed', key.slice(0, 10) + (key[10] === 'a' ? 'b' : 'a') + key.slice(11)],
  ['a checksum changed', key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a')],
  ['one character short', key.slice(0, -1)],
  ['one character long', `${key}0`],
  ['a line break at its end', `${key}\n`],
  ['a blank before it', ` ${key}`],
  ['a character outside base 62', key.slice(0, 20) + '-' + key.slice(21)],
])('%s is no key', (_, text) => {
  expect(checkApiKey(text)).toBe(false);
});

test('two characters swapped are found out', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.integer({ min: 4, max: 45 }), (bytes, at) => {
      const secret = newApiKey(() => bytes).secret;
      const swapped = secret.slice(0, at) + secret.charAt(at + 1) + secret.charAt(at) + secret.slice(at + 2);
      expect(checkApiKey(swapped)).toBe(swapped === secret);
    }),
  );
});
