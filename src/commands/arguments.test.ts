import { expect, test } from '@jest/globals';
import { InvalidArgumentError } from 'commander';
import { duration, objectName, overlap, whole } from './arguments.ts';

test.each(['1', '10', '007'])('whole(1, 10) accepts %j', (text) => {
  expect(whole(1, 10)(text)).toBe(Number(text));
});

test.each(['0', '11', '-1', '1.5', '1e1', ' 1', '', 'x', '0x1'])('whole(1, 10) refuses %j', (text) => {
  expect(() => whole(1, 10)(text)).toThrow(new InvalidArgumentError('Must be a whole number from 1 to 10.'));
});

test.each([
  ['30s', 30_000],
  ['5m', 300_000],
  ['1.5h', 5_400_000],
  ['90d', 90 * 86_400_000],
  ['2w', 14 * 86_400_000],
])('duration reads %s as %d ms', (text, ms) => {
  expect(duration(text)).toBe(ms);
});

test.each(['90', '0s', '-5m', '5 m', '5M', '1y', '1h30m', '10ms', 'm', ''])('duration refuses %j', (text) => {
  expect(() => duration(text)).toThrow(new InvalidArgumentError('Must be a duration such as 30m, 24h or 90d.'));
});

test.each([
  ['0s', 0],
  ['0.0m', 0],
  ['1s', 1_000],
  ['1.5s', 1_500],
  ['90d', 90 * 86_400_000],
])('overlap reads %s as %d ms', (text, ms) => {
  expect(overlap(text)).toBe(ms);
});

test.each(['0.0001s', '0.999s', '0.00001h', '91d', '-1s', '1', '500ms', ''])('overlap refuses %j', (text) => {
  expect(() => overlap(text)).toThrow(
    new InvalidArgumentError('Must be 0s, or a duration from 1s to 90d, such as 24h.'),
  );
});

test.each(['a', '7', 'acme-eu', 'a'.repeat(63)])('objectName accepts %j', (text) => {
  expect(objectName(text)).toBe(text);
});

test.each(['', '-a', 'a-', 'Acme', 'a.b', 'a_b', 'ä', 'a\n', 'a'.repeat(64)])('objectName refuses %j', (text) => {
  expect(() => objectName(text)).toThrow(InvalidArgumentError);
});
