import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { checkApiKey, hashApiKey, newApiKey } from './api-key.ts';

const key = newApiKey(() => Buffer.alloc(32, 7)).secret;

describe('newApiKey', () => {
  test.each<[string, number]>([
    ['the smallest random value', 0],
    ['the largest random value', 255],
  ])('an API key of %s has the fixed length', (_, byte) => {
    const { secret } = newApiKey((bytes) => Buffer.alloc(bytes, byte));
    expect(secret).toMatch(/^adw_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/);
    expect(checkApiKey(secret)).toBe(true);
  });

  test('newApiKey returns the SHA-256 of the key and a hint of its last four characters', () => {
    const { secret, hash, hint } = newApiKey(randomBytes);
    expect(hash).toBe(createHash('sha256').update(secret).digest('hex'));
    expect(hashApiKey(secret)).toBe(hash);
    expect(hint).toBe(`adw_…${secret.slice(-4)}`);
  });

  test('newApiKey gives different keys for different bytes', () => {
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
  ['an empty text', ''],
  ['a key with another prefix', key.replace('adw_', 'adx_')],
  ['a key with an upper-case prefix', key.replace('adw_', 'ADW_')],
  ['a key with one changed character', key.slice(0, 10) + (key[10] === 'a' ? 'b' : 'a') + key.slice(11)],
  ['a key with a changed checksum', key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a')],
  ['a key without its last character', key.slice(0, -1)],
  ['a key with an extra character', `${key}0`],
  ['a key with a line break at its end', `${key}\n`],
  ['a key with a leading blank', ` ${key}`],
  ['a key with a character outside base 62', key.slice(0, 20) + '-' + key.slice(21)],
])('checkApiKey rejects %s', (_, text) => {
  expect(checkApiKey(text)).toBe(false);
});

test('checkApiKey detects two swapped characters', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.integer({ min: 4, max: 45 }), (bytes, at) => {
      const secret = newApiKey(() => bytes).secret;
      const swapped = secret.slice(0, at) + secret.charAt(at + 1) + secret.charAt(at) + secret.slice(at + 2);
      expect(checkApiKey(swapped)).toBe(swapped === secret);
    }),
  );
});
