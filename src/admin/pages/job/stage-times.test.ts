import { expect, test } from '@jest/globals';
import type { StageStatus } from '../../../schema/adjob.ts';
import { stageTimes } from './stage-times.ts';

const at = (second: number): string => new Date(Date.UTC(2026, 10, 26, 10, 0, second)).toISOString();
const stage = (name: string, more: Partial<StageStatus> = {}): StageStatus => ({
  ...{ name, state: 'Pending', attempt: 0 },
  ...more,
});
const done = (name: string, from: number, to: number): StageStatus =>
  stage(name, { state: 'Succeeded', attempt: 1, startTime: at(from), completionTime: at(to) });

type Times = readonly [waitsFrom: number, start: number | undefined, end: number];

test.each<[string, StageStatus[], number | undefined, Times[]]>([
  [
    'stages wait for the stage before them',
    [done('one', 2, 5), done('two', 6, 9)],
    9,
    [
      [0, 2, 5],
      [5, 6, 9],
    ],
  ],
  [
    'a running stage ends now',
    [stage('one', { state: 'Running', attempt: 1, startTime: at(3) })],
    undefined,
    [[0, 3, 30]],
  ],
  [
    'a stage that has not started waits until now',
    [done('one', 0, 4), stage('two')],
    undefined,
    [
      [0, 0, 4],
      [4, undefined, 30],
    ],
  ],
  [
    'a skipped stage takes no time',
    [stage('one', { state: 'Skipped' }), done('two', 1, 2)],
    2,
    [
      [0, undefined, 0],
      [0, 1, 2],
    ],
  ],
  [
    'a stage that a failed job never started takes no time',
    [done('one', 1, 4), stage('two')],
    8,
    [
      [0, 1, 4],
      [4, undefined, 4],
    ],
  ],
])('%s', (_, stages, completed, want) => {
  const job = { stages, createdTime: at(0), completionTime: completed === undefined ? undefined : at(completed) };
  const times = stageTimes(job, new Date(at(30)));
  expect(
    times.map(({ waitsFromMs, startMs, endMs }) => [
      waitsFromMs / 1_000,
      startMs === undefined ? undefined : startMs / 1_000,
      endMs / 1_000,
    ]),
  ).toEqual(want);
});
