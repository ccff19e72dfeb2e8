import { expect, test } from '@jest/globals';
import { imageSpec, videoSpec } from '../../../test/support/pipeline/build-job.ts';
import { writeIntent } from '../../domain/intent.ts';
import type { Intent } from '../../ledger/port.ts';
import type { AdJobSpec } from '../../schema/adjob.ts';
import { failedRecord } from './failed-record.ts';

const jobId = '01939d2c-7a10-7cc3-9a5b-3d1f0c1e2a4b';
const error = 'The job was cancelled. [cancelled]';
const deps = { now: new Date('2026-11-01T12:01:02.345Z'), requiredCredits: () => 10 };

function intent(payload: string): Intent {
  const account = { namespace: 'default', name: 'acme' };
  return { jobId, account, payload, createdTime: '2026-11-01T12:00:00.999Z', isCancelled: false, error };
}

const of = (spec: AdJobSpec): Intent => intent(writeIntent({ metadata: { namespace: 'default', name: jobId }, spec }));

test('failedRecord contains the response of GET, the account and the API key', () => {
  expect(failedRecord(of(imageSpec()), error, deps)).toEqual({
    jobId,
    namespace: 'default',
    apiKey: 'acme-key',
    account: 'acme',
    type: 'image_ad',
    phase: 'FAILED',
    creationTime: '2026-11-01T12:00:00Z',
    completionTime: '2026-11-01T12:01:02Z',
    credits: { required: 10, charged: 0 },
    body: `{"job_id":"${jobId}","type":"image_ad","status":"FAILED","response":null,"error":"${error}"}`,
  });
});

test('the record of a job with a callback has a pending delivery', () => {
  const callbackUrl = 'https://example.com/done';
  const delivery = { state: 'pending' };
  expect(failedRecord(of(imageSpec({ callbackUrl })), error, deps)).toMatchObject({ callbackUrl, delivery });
});

test('the record of a job without an API key has no apiKey', () => {
  const record = failedRecord(of(videoSpec()), error, deps);
  expect(record).toMatchObject({ type: 'video_ad' });
  expect(record).not.toHaveProperty('apiKey');
});

test('failedRecord keeps the readable fields of a payload that fails validation', () => {
  const spec = { type: 'video_ad', apiKeyRef: { name: 'k' }, callbackUrl: 'https://example.com/', news: 1 };
  const callback = { callbackUrl: 'https://example.com/', delivery: { state: 'pending' } };
  const record = failedRecord(intent(JSON.stringify({ metadata: {}, spec })), error, deps);
  expect(record).toMatchObject({ type: 'video_ad', apiKey: 'k', credits: { required: 0 }, ...callback });
});

test.each([
  ...['', 'not JSON', 'null', '{}', '{"spec":7}', '{"spec":{"type":7}}'].map(
    (payload) => [payload, 'unknown'] as const,
  ),
  ['{"spec":{"type":"poem","apiKeyRef":"k"}}', 'poem'],
])('failedRecord files the payload %j under the type %s, without a price', (payload, type) => {
  const want = { jobId, account: 'acme', type, phase: 'FAILED', credits: { required: 0, charged: 0 } };
  const record = failedRecord(intent(payload), error, deps);
  expect(record).toMatchObject(want);
  expect(JSON.parse(record.body)).toMatchObject({ type });
  expect(record).not.toHaveProperty('apiKey');
});
