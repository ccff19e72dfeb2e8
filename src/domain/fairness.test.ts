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

describe('which account has its turn', () => {
  test.each<[string, Contender, Contender]>([
    ['the one with less running', account(0, 1, 5), account(1, 1)],
    ['the one with less running for its weight', account(2, 3, 5), account(1, 1)],
    ['one with nothing running, however small', account(0, 1, 5), account(1, 1_000)],
    ['with as much running, the one whose job waits longest', account(2, 2, 1), account(1, 1, 2)],
  ])('%s', (_, first, second) => {
    expect(byTurn(first, second)).toBeLessThan(0);
    expect(byTurn(second, first)).toBeGreaterThan(0);
  });
});

describe('which job of an account', () => {
  test.each<[string, WaitingJob, WaitingJob]>([
    ['the older one', job('b', 1), job('a', 2)],
    ['within a second, the smaller name', job('y', 1, 'n1'), job('x', 1, 'n2')],
    ['of the same name, the smaller uid', job('x', 1, 'n'), job('y', 1, 'n')],
  ])('%s', (_, first, second) => {
    expect([second, first].toSorted(byAge)).toEqual([first, second]);
  });
});

describe('the limit of an account', () => {
  test.each<[string, number, number | undefined, boolean]>([
    ['leaves room below it', 1, 2, true],
    ['is reached', 2, 2, false],
    ['of nothing lets nothing start', 0, 0, false],
    ['is not there', 1_000_000, undefined, true],
  ])('%s', (_, held, maxRunningJobs, want) => {
    expect(isWithinLimit(held, { weight: 1, maxRunningJobs })).toBe(want);
  });
});
