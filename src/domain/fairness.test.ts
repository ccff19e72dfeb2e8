import { describe, expect, test } from '@jest/globals';
import { byAge, byTurn, defaultShare, isWithinLimit, type Contender, type WaitingJob } from './fairness.ts';

const job = (uid: string, second = 0, name = uid): WaitingJob => ({
  uid,
  name,
  creationTimestamp: `2026-11-01T12:00:0${second}Z`,
});
const account = (held: number, weight: number, second = 0): Contender => ({
  held,
  share: { ...defaultShare, weight },
  oldest: job('x', second, `held ${held} of weight ${weight}`),
});

describe('byTurn', () => {
  test.each<[string, Contender, Contender]>([
    ['an account with fewer running jobs', account(0, 1, 5), account(1, 1)],
    ['an account with fewer running jobs for its weight', account(2, 3, 5), account(1, 1)],
    ['an account with no running job, however small its weight', account(0, 1, 5), account(1, 1_000)],
    [
      'with equally many running jobs for its weight, the account whose job waits longest',
      account(2, 2, 1),
      account(1, 1, 2),
    ],
  ])('byTurn sorts first: %s', (_, first, second) => {
    expect(byTurn(first, second)).toBeLessThan(0);
    expect(byTurn(second, first)).toBeGreaterThan(0);
  });
});

describe('byAge', () => {
  test.each<[string, WaitingJob, WaitingJob]>([
    ['the older job', job('b', 1), job('a', 2)],
    ['the smaller name if both jobs are created within one second', job('y', 1, 'n1'), job('x', 1, 'n2')],
    ['the smaller uid if both jobs have the same name', job('x', 1, 'n'), job('y', 1, 'n')],
  ])('byAge sorts first: %s', (_, first, second) => {
    expect([second, first].toSorted(byAge)).toEqual([first, second]);
  });
});

describe('isWithinLimit', () => {
  test.each<[string, number, number | undefined, boolean]>([
    ['isWithinLimit is true below the limit', 1, 2, true],
    ['isWithinLimit is false at the limit', 2, 2, false],
    ['isWithinLimit is false for a limit of zero', 0, 0, false],
    ['isWithinLimit is true without a limit', 1_000_000, undefined, true],
  ])('%s', (_, held, maxRunningJobs, want) => {
    expect(isWithinLimit(held, { weight: 1, maxRunningJobs })).toBe(want);
  });
});
