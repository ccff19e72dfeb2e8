import { describe, expect, test } from '@jest/globals';
import { buildJob } from '../../test/support/pipeline/build-job.ts';
import { onImage } from '../../test/support/pipeline/job-situation.ts';
import type { AdJob, JobPhase } from '../schema/adjob.ts';
import { decideRedrawRequest, drawingStage, openRedraw, redrawState } from './redraw.ts';

function jobWith(annotations: Record<string, string> = {}, phase: JobPhase = 'SUCCESS'): AdJob {
  const named: Record<string, string> = {};
  for (const [name, value] of Object.entries(annotations)) named[`adwright.dev/${name}`] = value;
  return buildJob({ status: { ...onImage(), phase }, metadata: { annotations: named } });
}

const failed = (number: number) => JSON.stringify({ number, state: 'failed', reason: 'It broke.' });
const done = (file: object) => {
  const whole = { name: 'ad-1.png', bytes: 9, sha256: 'f00', url: 'https://ads.example/files/a/b/ad-1.png', ...file };
  return JSON.stringify({ number: 1, state: 'done', files: [whole], briefMadeBy: 'a', drawnBy: 'a' });
};

describe('decideRedrawRequest', () => {
  test.each<[string, AdJob, string]>([
    ['runs', jobWith({}, 'PROCESSING'), 'job_not_finished'],
    ['failed', jobWith({}, 'FAILED'), 'job_failed'],
    ['is archived', jobWith({ archived: 'true' }), 'job_archived'],
    ['is being drawn again', jobWith({ redraw: '1' }), 'redraw_running'],
    ['is being drawn again for the second time', jobWith({ redraw: '2', 'redraw-state': failed(1) }), 'redraw_running'],
  ])('refuses a job that %s', (_, job, code) => {
    expect(decideRedrawRequest(job)).toEqual({ kind: 'refused', code });
  });

  test.each<[string, AdJob, number]>([
    ['was never drawn again', jobWith(), 1],
    ['was drawn again', jobWith({ redraw: '1', 'redraw-state': failed(1) }), 2],
    ['lost its last request', jobWith({ 'redraw-state': failed(4) }), 5],
    ['has an invalid request', jobWith({ redraw: '-1' }), 1],
  ])('gives the next number to a job that %s', (_, job, number) => {
    expect(decideRedrawRequest(job)).toEqual({ kind: 'allowed', annotation: String(number), number });
  });
});

test.each<[string, AdJob, number | undefined]>([
  ['a request without a state', jobWith({ redraw: '3' }), 3],
  ['a request whose redraw runs', jobWith({ redraw: '3', 'redraw-state': '{"number":3,"state":"drawing"}' }), 3],
  ['a request whose redraw has ended', jobWith({ redraw: '3', 'redraw-state': failed(3) }), undefined],
  ['an invalid state', jobWith({ redraw: '3', 'redraw-state': '{' }), 3],
  ['a request for an unfinished job', jobWith({ redraw: '3' }, 'PROCESSING'), undefined],
  ['no request', jobWith(), undefined],
])('openRedraw: %s', (_, job, number) => {
  expect(openRedraw(job)).toBe(number);
});

test.each<[string, object]>([
  ['leads out of the folder', { name: '../ad-1.png' }],
  ['is a hidden file', { name: '.profile' }],
  ['has a URL that is no web address', { url: 'file:///etc/passwd' }],
])('a state whose file %s is not read', (_, file) => {
  expect(redrawState(jobWith({ 'redraw-state': done({}) }))).toMatchObject({ state: 'done' });
  expect(redrawState(jobWith({ 'redraw-state': done(file) }))).toBeUndefined();
});

test('the stage that draws is known for each type of ad', () => {
  expect(['image_ad', 'video_ad', 'other'].map((type) => drawingStage(type)?.name)).toEqual([
    'image',
    'video',
    undefined,
  ]);
});
