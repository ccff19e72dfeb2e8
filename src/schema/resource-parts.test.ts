import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { count, LabelledName, listMap, ObjectName, Timestamp, words } from './resource-parts.ts';

const accepts = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success;

test.each([
  '2026-11-21T09:30:00Z',
  '2026-11-21T09:30:00.123456Z',
  '2026-11-21T09:30:00+05:30',
  '2024-02-29T23:59:59-23:59',
])('%j is a timestamp', (text) => {
  expect(accepts(Timestamp, text)).toBe(true);
});

test.each([
  '2026-11-21',
  '2026-11-21 09:30:00Z',
  '2026-11-21T09:30Z',
  '2026-11-21T09:30:00',
  '2026-11-21t09:30:00z',
  '2026-11-21T24:00:00Z',
  '2026-11-21T09:60:00Z',
  '2026-11-21T09:30:60Z',
  '2026-11-21T09:30:00+24:00',
  '2026-02-29T09:30:00Z',
  '2026-02-30T09:30:00Z',
  '2026-13-01T09:30:00Z',
  '2026-11-21T09:30:00Z\n',
])('%j is not a timestamp', (text) => {
  expect(accepts(Timestamp, text)).toBe(false);
});

test.each(['a', '0', 'a.b-c', 'a'.repeat(253)])('%j is the name of an object', (text) => {
  expect(accepts(ObjectName, text)).toBe(true);
});

test.each(['', '-a', 'a-', '.a', 'a.', 'A', 'a_b', 'a/b', 'a\n', 'a'.repeat(254)])(
  '%j is not the name of an object',
  (text) => {
    expect(accepts(ObjectName, text)).toBe(false);
  },
);

test('a name that becomes the value of a label has at most 63 characters', () => {
  expect([accepts(LabelledName, 'a'.repeat(63)), accepts(LabelledName, 'a'.repeat(64))]).toEqual([true, false]);
});

test('words are counted in code points, may be blank and are not trimmed', () => {
  expect(words(2).parse('😀😀')).toBe('😀😀');
  expect(words(2).parse(' ')).toBe(' ');
  expect(accepts(words(2), 'abc')).toBe(false);
});

test('a count is a whole number from 0 to the largest 32-bit integer', () => {
  const values = [-1, 0, 1.5, 2_147_483_647, 2_147_483_648];
  expect(values.map((value) => accepts(count(), value))).toEqual([false, true, false, true, false]);
});

test('no two items of a list may have the same key', () => {
  const Grants = listMap(z.strictObject({ id: z.string(), amount: z.int() }), 'id', 2);
  const [a, b] = [
    { id: 'a', amount: 1 },
    { id: 'b', amount: 1 },
  ];
  expect([accepts(Grants, [a, b]), accepts(Grants, [])]).toEqual([true, true]);
  expect(accepts(Grants, [a, b, { id: 'c', amount: 1 }])).toBe(false);
  expect(Grants.safeParse([a, { id: 'a', amount: 2 }]).error?.issues).toMatchObject([
    { message: 'No two items may have the same id.' },
  ]);
});
