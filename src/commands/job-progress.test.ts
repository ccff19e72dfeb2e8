import { expect, test } from '@jest/globals';
import type { AdJobStatus, StageStatus } from '../schema/adjob.ts';
import { progressLines } from './job-progress.ts';

const image = (more: Partial<StageStatus> = {}): StageStatus => ({
  name: 'image',
  state: 'Running',
  attempt: 1,
  ...more,
});
const processing = (...stages: StageStatus[]): AdJobStatus => ({ phase: 'PROCESSING', stages });

test('a job without a status has no lines', () => {
  expect(progressLines(undefined, undefined)).toEqual([]);
});

test('the first state shows the phase and every stage that has started', () => {
  const concept: StageStatus = { name: 'concept', state: 'Pending', attempt: 0 };
  expect(progressLines(undefined, processing(image(), concept))).toEqual(['PROCESSING', '  image       running']);
});

test('a state without a change has no lines', () => {
  expect(progressLines(processing(image()), processing(image({ message: 'Still drawing.' })))).toEqual([]);
});

test('a further launch is shown with its number and the reason', () => {
  const second = image({ attempt: 2, message: 'The node was drained.' });
  expect(progressLines(processing(image()), processing(second))).toEqual([
    '  image       running, launch 2  The node was drained.',
  ]);
});

test('a stage that has not started is shown with the reason, once', () => {
  const waiting = { reason: 'Unschedulable', message: '0/3 nodes are available.', since: '2026-11-01T12:00:00Z' };
  expect(progressLines(processing(image()), processing(image({ waiting })))).toEqual([
    '  image       waiting       Unschedulable: 0/3 nodes are available.',
  ]);
  expect(progressLines(processing(image({ waiting })), processing(image({ waiting })))).toEqual([]);
  expect(progressLines(processing(image({ waiting })), processing(image()))).toEqual(['  image       running']);
});

test('the end of a job shows the time it took, its files and its notes', () => {
  const ended: AdJobStatus = {
    phase: 'SUCCESS',
    startTime: '2026-11-01T12:00:00Z',
    completionTime: '2026-11-01T12:00:04.26Z',
    response: {
      images: [{ url: 'http://ads.example/1.png' }, { url: 'http://ads.example/2.png' }, 'no image'],
      notes: ['brand_url: ads.example did not answer.', 7],
    },
  };
  expect(progressLines(processing(), ended)).toEqual([
    'SUCCESS after 4.3 s',
    '  http://ads.example/1.png',
    '  http://ads.example/2.png',
    '  note: brand_url: ads.example did not answer.',
  ]);
});

test('the end of a video job shows the video', () => {
  const ended: AdJobStatus = { phase: 'SUCCESS', response: { video: { url: 'http://ads.example/ad.mp4' } } };
  expect(progressLines(processing(), ended)).toEqual(['SUCCESS', '  http://ads.example/ad.mp4']);
});

test('a job that failed before it started shows its error without a time', () => {
  const ended: AdJobStatus = { phase: 'FAILED', completionTime: '2026-11-01T12:00:00Z', error: 'Refused. [refused]' };
  expect(progressLines({ phase: 'PENDING' }, ended)).toEqual(['FAILED  Refused. [refused]']);
});

test('a job that was run before has the message that says why it is left alone', () => {
  const message = 'The job 0199a3c4 was run for another AdJob of this name.';
  const admitted = { type: 'Admitted', status: 'False', reason: 'RanBefore', message } as const;
  const conditions = [{ ...admitted, lastTransitionTime: '2026-11-01T12:00:00Z' }];
  expect(progressLines(undefined, { conditions })).toEqual([message]);
});
