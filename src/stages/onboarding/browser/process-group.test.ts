import { expect, test } from '@jest/globals';
import { groupEnd, killNow, type Kill } from './process-group.ts';

function refusal(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/** Returns a group that still has processes for a number of checks, and the checks that were made. */
function groupOf(checksLeft: number, code: string): { kill: Kill; pauses: () => Promise<void>; seen: number[] } {
  const seen: number[] = [];
  const kill: Kill = (target) => {
    seen.push(target);
    if (seen.length > checksLeft) throw refusal(code);
  };
  return { kill, pauses: () => Promise.resolve(), seen };
}

test.each(['ESRCH', 'EPERM'])('groupEnd checks a group until a check fails with %s', async (code) => {
  const { kill, pauses, seen } = groupOf(3, code);
  await groupEnd(42, kill, pauses);
  expect(seen).toEqual([-42, -42, -42, -42]);
});

test('groupEnd gives up on a group that does not end', async () => {
  const { kill, pauses, seen } = groupOf(Infinity, 'ESRCH');
  await groupEnd(42, kill, pauses);
  expect(seen).toHaveLength(100);
});

test('killNow ignores processes that have ended, and throws other errors', () => {
  const failing =
    (code: string): Kill =>
    () => {
      throw refusal(code);
    };
  expect(() => {
    killNow(-42, failing('ESRCH'));
  }).not.toThrow();
  expect(() => {
    killNow(-42, failing('EINVAL'));
  }).toThrow('EINVAL');
});
