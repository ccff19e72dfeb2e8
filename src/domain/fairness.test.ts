import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { nextToStart, type WaitingJob } from './fairness.ts';

const job = (uid: string, second: number, name = uid): WaitingJob => ({
  uid,
  name,
  account: 'default/acme',
  creationTimestamp: `2026-11-01T12:00:0${second}Z`,
});
const [old, middle, young] = [job('c', 1), job('a', 2), job('b', 3)];

describe('who starts next', () => {
  test.each<[string, WaitingJob[], { running: number; max: number }, string[]]>([
    ['the oldest', [young, old, middle], { running: 0, max: 1 }, ['c']],
    ['as many as there is room', [young, old, middle], { running: 1, max: 3 }, ['c', 'a']],
    ['all, with room for more', [young, old], { running: 0, max: 20 }, ['c', 'b']],
    ['nobody while all places are taken', [old], { running: 3, max: 3 }, []],
    ['nobody when too many run already', [old], { running: 5, max: 3 }, []],
    ['nobody where nothing may run', [old], { running: 0, max: 0 }, []],
    ['within a second, the smaller name', [job('x', 1, 'n2'), job('y', 1, 'n1')], { running: 0, max: 1 }, ['y']],
  ])('%s', (_, waiting, { running, max }, want) => {
    expect(nextToStart(waiting, running, { maxRunningJobs: max }).map(({ uid }) => uid)).toEqual(want);
  });

  test('the order of the list does not matter', () => {
    const jobs = [old, middle, young, job('d', 2, 'a')];
    fc.assert(
      fc.property(fc.shuffledSubarray(jobs, { minLength: jobs.length }), fc.nat(5), (shuffled, maxRunningJobs) => {
        expect(nextToStart(shuffled, 0, { maxRunningJobs })).toEqual(nextToStart(jobs, 0, { maxRunningJobs }));
      }),
    );
  });
});
