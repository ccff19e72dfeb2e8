import { expect, test } from '@jest/globals';
import type { ApiKeySpec } from '../schema/apikey.ts';
import { isOpenedBy } from './api-key-validity.ts';

const now = new Date('2026-11-20T12:00:00Z');
const before = '2026-11-20T11:59:59Z';
const after = '2026-11-20T12:00:01Z';
const [mine, old, foreign] = ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(64)];

test.each<[string, Partial<ApiKeySpec>, string, boolean]>([
  ['the current secret opens a key', {}, mine, true],
  ['another secret does not open a key', {}, foreign, false],
  ['a truncated hash does not open a key', {}, mine.slice(32), false],
  ['a revoked key is closed', { revoked: true }, mine, false],
  ['an expired key is closed', { expiresAt: before }, mine, false],
  ['a key is closed from the moment of its expiry', { expiresAt: now.toISOString() }, mine, false],
  ['a key that expires later is open', { expiresAt: after }, mine, true],
  ['a key with an unreadable expiry is closed', { expiresAt: 'soon' }, mine, false],
  [
    'the previous secret opens a key during the overlap',
    { previousSecretHash: old, previousExpiresAt: after },
    old,
    true,
  ],
  [
    'the previous secret is refused after the overlap',
    { previousSecretHash: old, previousExpiresAt: before },
    old,
    false,
  ],
  ['the previous secret is refused if no overlap is set', { previousSecretHash: old }, old, false],
  [
    'the previous secret of a revoked key is refused',
    { previousSecretHash: old, previousExpiresAt: after, revoked: true },
    old,
    false,
  ],
])('%s', (_, more, hash, want) => {
  const spec: ApiKeySpec = { accountRef: { name: 'acme' }, secretHash: mine, revoked: false, ...more };
  expect(isOpenedBy(spec, hash, now)).toBe(want);
});
