import { expect, test } from '@jest/globals';
import { buildJob, imageSpec } from '../../../test/support/pipeline/build-job.ts';
import { admitted, onImage } from '../../../test/support/pipeline/job-situation.ts';
import type { AdJobStatus } from '../../schema/adjob.ts';
import { createMemoryView, keptInMemory } from './finished-view.ts';

const finished: AdJobStatus = { ...onImage(), phase: 'SUCCESS', response: { images: [] } };
const spec = imageSpec({ callbackUrl: 'https://a.example/done' });

test('keptInMemory returns an unfinished job unchanged', () => {
  const job = buildJob({ status: onImage() });
  expect(keptInMemory(job)).toBe(job);
});

test('keptInMemory returns a finished job unchanged while it is drawn again', () => {
  const job = buildJob({ status: finished, metadata: { annotations: { 'adwright.dev/redraw': '1' } } });
  expect(keptInMemory(job)).toBe(job);
});

test('keptInMemory reduces a finished job to type, account, phase, job id and charge', () => {
  const credits = { required: 5, charged: 5 };
  const { spec: kept, status } = keptInMemory(buildJob({ status: { ...finished, credits } }));
  expect(kept).toEqual({ type: 'image_ad', accountRef: { name: 'acme' } });
  expect(status).toEqual({ phase: 'SUCCESS', jobId: finished.jobId, credits });
});

test('keptInMemory keeps the time to live, which retention reads', () => {
  const { spec: kept } = keptInMemory(buildJob({ spec: imageSpec({ ttlSecondsAfterFinished: 60 }), status: finished }));
  expect(kept.ttlSecondsAfterFinished).toBe(60);
});

test('views of finished jobs share equal specs and finalizers', () => {
  const view = createMemoryView();
  const [one, other] = ['a', 'b'].map((name) => view(buildJob({ status: finished, metadata: { name } })));
  expect(one).toEqual(keptInMemory(buildJob({ status: finished, metadata: { name: 'a' } })));
  expect([one?.spec, one?.metadata.finalizers]).toEqual([other?.spec, other?.metadata.finalizers]);
  expect(one?.spec).toBe(other?.spec);
  expect(one?.metadata.finalizers).toBe(other?.metadata.finalizers);
});

test('keptInMemory keeps only the annotations that deletion and the audit log read', () => {
  const ours = {
    'adwright.dev/archived': 'true',
    'adwright.dev/retired-at': '7@epoch-1',
    'adwright.dev/audit-log.x': '{}',
  };
  const job = buildJob({ status: finished, metadata: { annotations: { ...ours, 'kubectl.example/last': '{...}' } } });
  expect(keptInMemory(job).metadata.annotations).toEqual(ours);
});

test.each<[string, AdJobStatus]>([
  ['has not begun', finished],
  ['is pending', { ...finished, delivery: { state: 'pending', attempts: 1, deliveries: [], nextAttemptTime: 'x' } }],
])('keptInMemory keeps what abandoning a callback overwrites while its delivery %s', (_, status) => {
  const kept = keptInMemory(buildJob({ spec, status }));
  expect(kept.spec.callbackUrl).toBe('https://a.example/done');
  expect(kept.status?.conditions).toEqual([admitted]);
  expect(kept.status?.delivery).toEqual(status.delivery && { state: 'pending', nextAttemptTime: 'x' });
});

test('keptInMemory drops the callback and its status once the delivery is closed', () => {
  const status = { ...finished, delivery: { state: 'delivered' } } as const;
  const kept = keptInMemory(buildJob({ spec, status }));
  expect([kept.spec.callbackUrl, kept.status?.delivery, kept.status?.conditions]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('keptInMemory keeps what the repair of an outdated status overwrites', () => {
  const status = { ...finished, observedGeneration: 1 };
  const kept = keptInMemory(buildJob({ status, metadata: { generation: 2 } }));
  expect(kept.status).toMatchObject({ observedGeneration: 1, conditions: [admitted] });
});
