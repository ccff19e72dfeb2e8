import { expect, test } from '@jest/globals';
import { groupEnd, killGroup, killProcess, type Kill } from './process-group.ts';

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
  expect(await groupEnd(42, kill, pauses)).toBe(true);
  expect(seen).toEqual([-42, -42, -42, -42]);
});

test('groupEnd gives up on a group that does not end', async () => {
  const { kill, pauses } = groupOf(Infinity, 'ESRCH');
  expect(await groupEnd(42, kill, pauses)).toBe(false);
});

test.each<[name: string, killed: (kill: Kill) => void, target: number]>([
  [
    'killProcess',
    (kill) => {
      killProcess(42, kill);
    },
    42,
  ],
  [
    'killGroup',
    (kill) => {
      killGroup(42, kill);
    },
    -42,
  ],
])('%s ignores processes that have ended, and throws other errors', (_, killed, target) => {
  const { kill, seen } = groupOf(0, 'ESRCH');
  killed(kill);
  expect(seen).toEqual([target]);
  expect(() => {
    killed(groupOf(0, 'EINVAL').kill);
  }).toThrow('EINVAL');
});
