import { expect, test } from '@jest/globals';
import type { AdJob, AdJobStatus } from '../schema/adjob.ts';
import { jobIdOf, jobView, serialiseJob } from './job-view.ts';

const uid = '3f1c2a50-0d1e-4a77-9b1e-6f1d1a2b3c4d';
const v7 = '019aa5c0-7b1a-7c3d-8e4f-0123456789ab';

function job(name: string, status?: AdJobStatus): AdJob {
  return {
    apiVersion: 'adwright.dev/v1alpha1',
    kind: 'AdJob',
    metadata: {
      name,
      namespace: 'default',
      uid,
      resourceVersion: '1',
      generation: 1,
      creationTimestamp: '2026-11-20T10:00:00Z',
    },
    spec: { type: 'image_ad', accountRef: { name: 'acme' } },
    ...(status === undefined ? {} : { status }),
  };
}

test.each<[string, AdJob, string]>([
  ['a job of the API goes by its name', job(v7), v7],
  ['an applied job goes by its uid', job('spring-sale'), uid],
  ['an applied job named by another version of UUID goes by its uid', job(uid.replace('3f', '4f')), uid],
  ['an applied job in capitals cannot be, and would go by its uid', job(v7.toUpperCase()), uid],
  ['what the status says is kept', job(v7, { jobId: uid }), uid],
])('%s', (_, seen, want) => {
  expect(jobIdOf(seen)).toBe(want);
});

const response = { images: [] };

test.each<[string, AdJobStatus | undefined, object]>([
  ['a job without a status is PENDING', undefined, { status: 'PENDING', response: null, error: null }],
  [
    'a running job shows no result',
    { phase: 'PROCESSING', response, error: 'x' },
    { status: 'PROCESSING', response: null, error: null },
  ],
  [
    'a job that went well has no error',
    { phase: 'SUCCESS', response, error: 'x' },
    { status: 'SUCCESS', response: { ...response, concept: null }, error: null },
  ],
  [
    'a failed job has no response',
    { phase: 'FAILED', response, error: 'No. [internal]' },
    { status: 'FAILED', response: null, error: 'No. [internal]' },
  ],
])('%s', (_, status, want) => {
  expect(jobView(job(v7, status))).toEqual({ job_id: v7, type: 'image_ad', ...want });
});

test('the bytes have the five members in their order', () => {
  expect(serialiseJob(job(v7)).toString()).toBe(
    `{"job_id":"${v7}","type":"image_ad","status":"PENDING","response":null,"error":null}`,
  );
});
