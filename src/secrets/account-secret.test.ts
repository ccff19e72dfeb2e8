import { describe, expect, test } from '@jest/globals';
import { formatSecret } from '../webhooks/signature.ts';
import { formatAccountSecret, keysOf, parseAccountSecret, rotated } from './account-secret.ts';

const now = new Date('2026-11-01T12:00:00Z');
const [old, fresh] = [1, 2].map((byte) => formatSecret(Buffer.alloc(32, byte))) as [string, string];

describe('parseAccountSecret', () => {
  test.each<[string, string]>([
    ['text that is not JSON', 'whsec_'],
    ['a missing secret', '{}'],
    ['a secret without its prefix', JSON.stringify({ current: old.slice('whsec_'.length) })],
    ['a secret that is too short', JSON.stringify({ current: formatSecret(Buffer.alloc(23)) })],
    ['a previous secret without an end', JSON.stringify({ current: fresh, previous: { secret: old } })],
  ])('returns undefined for %s', (_, text) => {
    expect(parseAccountSecret(text, now)).toBeUndefined();
  });

  test('returns what was formatted', () => {
    const secret = { current: fresh, previous: { secret: old, until: '2026-11-01T12:00:01Z' } };
    expect(parseAccountSecret(formatAccountSecret(secret), now)).toEqual(secret);
    expect(parseAccountSecret(formatAccountSecret({ current: old }), now)).toEqual({ current: old });
  });

  test('leaves out a previous secret whose overlap has ended', () => {
    const secret = { current: fresh, previous: { secret: old, until: '2026-11-01T12:00:00Z' } };
    expect(parseAccountSecret(formatAccountSecret(secret), now)).toEqual({ current: fresh });
  });
});

test('keysOf returns the newest key first', () => {
  const secret = rotated({ current: old }, fresh, { now, overlapMs: 1_000 });
  expect(keysOf(secret)).toEqual([Buffer.alloc(32, 2), Buffer.alloc(32, 1)]);
  expect(keysOf({ current: old })).toEqual([Buffer.alloc(32, 1)]);
});
