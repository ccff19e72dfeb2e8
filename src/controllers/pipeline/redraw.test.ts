import { describe, expect, test } from '@jest/globals';
import {
  alive,
  crashed,
  decideSituation,
  effects,
  ended,
  onImage,
  refOf,
  refused,
  type JobSituation,
} from '../../../test/support/pipeline/job-situation.ts';
import type { SeenResult } from './attempt-end.ts';
import type { SeenRedraw } from './decision-input.ts';

const source = { stage: 'image', briefAt: 'jobs/one/image-1-a/brief.json' };
const requested: SeenRedraw = { number: 2, recorded: undefined, source };
const started: SeenRedraw = { number: 2, recorded: 'starting', source: undefined };
const status = { ...onImage(), phase: 'SUCCESS' } as const;

const redrawn = {
  files: [{ name: 'ad-1.png', bytes: 9, isSame: true }],
  briefMadeBy: '0.1.0 on x64',
  drawnBy: '0.1.0 on x64',
};
function drawn(response: Record<string, unknown>, names = ['ad-1.png']): SeenResult {
  const files = names.map((name) => ({ name, sha256: 'f00', bytes: 9, contentType: 'image/png' }));
  return {
    kind: 'whole',
    ref: refOf('redraw', 2),
    result: { stage: 'redraw', attempt: 2, summary: '', files, response },
  };
}

const decideFinished = (situation: JobSituation) =>
  decideSituation({ status, current: { stage: 'redraw', attempt: 2 }, ...situation });
const stateOf = (situation: JobSituation): unknown => {
  const { patch } = decideFinished(situation);
  return patch !== undefined && 'redraw' in patch ? patch.redraw : undefined;
};
const failed = (reason: string) => ({ number: 2, state: 'failed', reason });

describe('a redraw of a finished job', () => {
  test('is launched and recorded, and changes neither the status nor credits', () => {
    const decision = decideFinished({ redraw: requested });
    expect(effects(decision)).toEqual({ launches: ['redraw-2'], patch: { redraw: { number: 2, state: 'starting' } } });
    expect(decision.launches).toEqual([{ stage: 'redraw', attempt: 2, earlier: {}, redraw: source }]);
    expect([decision.status, decision.events, decision.metrics]).toEqual([status, [], []]);
  });

  test.each<[string, JobSituation]>([
    ['it runs and that is recorded', { redraw: { ...started, recorded: 'drawing' }, attempts: [alive('redraw', 2)] }],
    [
      'it waits for its pod and that is recorded',
      { redraw: started, attempts: [{ stage: 'redraw', attempt: 2, state: 'waiting' }] },
    ],
  ])('is left alone while %s', (_, situation) => {
    const decision = decideFinished(situation);
    expect(effects(decision)).toEqual({});
    expect(decision.requeueAfterMs).toBe(30_000);
  });

  test.each<[string, JobSituation, unknown]>([
    ['its pod runs', { redraw: started, attempts: [alive('redraw', 2)] }, { number: 2, state: 'drawing' }],
    [
      'a restarted controller finds it, although its start was not recorded',
      { redraw: requested, attempts: [alive('redraw', 2)] },
      { number: 2, state: 'drawing' },
    ],
    [
      'it failed',
      { redraw: started, attempts: [crashed('redraw', 2)] },
      failed('No ad was drawn, because the stage ended with code 1.'),
    ],
    [
      'the stage refused the brief',
      { redraw: started, attempts: [{ ...refused('redraw', { code: 'internal', sentence: 'Damaged.' }), attempt: 2 }] },
      failed('Damaged.'),
    ],
    ['its Job disappeared', { redraw: started }, failed('No ad was drawn, because the stage disappeared.')],
    ['no brief is stored', { redraw: { ...requested, source: { refusal: 'No brief.' } } }, failed('No brief.')],
    [
      'its result cannot be read',
      { redraw: started, attempts: [ended('redraw', 2)], result: drawn({}) },
      failed('The result of the stage could not be read.'),
    ],
  ])('has its state recorded when %s', (_, situation, state) => {
    expect(stateOf(situation)).toEqual(state);
    expect(decideFinished(situation).launches).toEqual([]);
  });

  test.each<[string, JobSituation]>([
    ['ended', { redraw: started, attempts: [ended('redraw', 2)] }],
    ['is not listed any more, and its start was not recorded', { redraw: requested }],
  ])('that has a result and %s is done, with the URLs of its files', (_, situation) => {
    expect(stateOf({ ...situation, result: drawn(redrawn) })).toEqual({
      ...redrawn,
      number: 2,
      state: 'done',
      files: [
        {
          ...{ name: 'ad-1.png', bytes: 9, isSame: true, sha256: 'f00' },
          url: `https://ads.example/files/${refOf('redraw', 2)
            .replace(/^jobs\//, '')
            .replace('result.json', 'ad-1.png')}`,
        },
      ],
    });
  });

  const many = Array.from({ length: 65 }, (_, index) => `ad-${index}.png`);
  test.each<[string, string[], string[]]>([
    ['a name that leads out of the folder', ['../ad-1.png'], ['../ad-1.png']],
    ['no hash in the result', ['ad-1.png', 'ad-2.png'], ['ad-1.png']],
    ['more files than an annotation holds', many, many],
  ])('that reports %s fails, so that every reader can read its state', (_, names, listed) => {
    const files = names.map((name) => ({ name, bytes: 9 }));
    const result = drawn({ ...redrawn, files }, listed);
    expect(stateOf({ redraw: started, attempts: [ended('redraw', 2)], result })).toEqual(
      failed('The result of the stage could not be read.'),
    );
  });

  test('waits for a slot without a state, and asks again soon', () => {
    const decision = decideFinished({ redraw: requested, mayStart: false });
    expect(effects(decision)).toEqual({});
    expect(decision.requeueAfterMs).toBe(5_000);
  });

  test('keeps running while the stages that a crash left are stopped', () => {
    const attempts = [alive('image', 1), alive('redraw', 1), alive('redraw', 2)];
    expect(decideFinished({ redraw: started, attempts }).stops).toEqual({
      only: [
        { stage: 'image', attempt: 1 },
        { stage: 'redraw', attempt: 1 },
      ],
    });
  });

  test('is stopped when it has ended', () => {
    expect(effects(decideFinished({ attempts: [ended('redraw', 2)] }))).toEqual({ stops: {} });
  });

  test('is stopped when the job is deleted', () => {
    const metadata = { deletionTimestamp: '2026-11-01T12:00:00Z' };
    expect(effects(decideFinished({ metadata, redraw: started, attempts: [alive('redraw', 2)] }))).toEqual({
      stops: {},
    });
  });

  test('starts only after the finalizer is back, which makes its deletion stop it', () => {
    expect(effects(decideFinished({ metadata: { finalizers: [] }, redraw: requested }))).toEqual({ finalizer: 'add' });
  });
});
