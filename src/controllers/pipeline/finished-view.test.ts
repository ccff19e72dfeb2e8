import { expect, test } from '@jest/globals';
import { buildJob, imageSpec } from '../../../test/support/build-job.ts';
import { admitted, onImage } from '../../../test/support/pipeline-scene.ts';
import type { AdJobStatus } from '../../schema/adjob.ts';
import { keptInMemory } from './finished-view.ts';

const finished: AdJobStatus = { ...onImage(), phase: 'SUCCESS', response: { images: [] } };
const spec = imageSpec({ callbackUrl: 'https://a.example/done' });

test('a job that goes on is kept as it is', () => {
  const job = buildJob({ status: onImage() });
  expect(keptInMemory(job)).toBe(job);
});

test('of a finished one little is kept', () => {
  const { spec: kept, status } = keptInMemory(buildJob({ status: finished }));
  expect(kept).toEqual({ type: 'image_ad', accountRef: { name: 'acme' } });
  expect(status).toEqual({ phase: 'SUCCESS', jobId: finished.jobId });
});

test('of its annotations those that its deletion reads are kept', () => {
  const ours = { 'adwright.dev/archived': 'true', 'adwright.dev/retired-at': '7@epoch-1' };
  const job = buildJob({ status: finished, metadata: { annotations: { ...ours, 'kubectl.example/last': '{...}' } } });
  expect(keptInMemory(job).metadata.annotations).toEqual(ours);
});

test.each<[string, AdJobStatus]>([
  ['is still to be begun', finished],
  ['is under way', { ...finished, delivery: { state: 'pending', attempts: 1, deliveries: [], nextAttemptTime: 'x' } }],
])('while its callback %s, what would be overwritten when it is abandoned is kept', (_, status) => {
  const kept = keptInMemory(buildJob({ spec, status }));
  expect(kept.spec.callbackUrl).toBe('https://a.example/done');
  expect(kept.status?.conditions).toEqual([admitted]);
  expect(kept.status?.delivery).toEqual(status.delivery && { state: 'pending', nextAttemptTime: 'x' });
});

test('of a callback that is closed nothing is kept', () => {
  const status = { ...finished, delivery: { state: 'delivered' } } as const;
  const kept = keptInMemory(buildJob({ spec, status }));
  expect([kept.spec.callbackUrl, kept.status?.delivery, kept.status?.conditions]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
