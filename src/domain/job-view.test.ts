import { expect, test } from '@jest/globals';
import { buildJob, imageSpec } from '../../test/support/pipeline/build-job.ts';
import type { AdJob, AdJobStatus } from '../schema/adjob.ts';
import { jobIdOf, jobView, looksMadeByApi, serialiseJob } from './job-view.ts';
import { accountLabel, apiKeyLabel, labelValue } from './labels.ts';

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
  ['the id of a job made by the API is its name', job(v7), v7],
  ['the id of an applied job is its uid', job('spring-sale'), uid],
  ['the id of an applied job named with another UUID version is its uid', job(uid.replace('3f', '4f')), uid],
  ['the id of a job with an upper-case name is its uid', job(v7.toUpperCase()), uid],
  ['the id in the status takes precedence', job(v7, { jobId: uid }), uid],
])('%s', (_, seen, want) => {
  expect(jobIdOf(seen)).toBe(want);
});

const response = { images: [] };

test.each<[string, AdJobStatus | undefined, object]>([
  ['a job without a status is PENDING', undefined, { status: 'PENDING', response: null, error: null }],
  [
    'a running job shows no response and no error',
    { phase: 'PROCESSING', response, error: 'x' },
    { status: 'PROCESSING', response: null, error: null },
  ],
  [
    'a successful job shows no error',
    { phase: 'SUCCESS', response, error: 'x' },
    { status: 'SUCCESS', response: { ...response, concept: null }, error: null },
  ],
  [
    'a failed job shows no response',
    { phase: 'FAILED', response, error: 'No. [internal]' },
    { status: 'FAILED', response: null, error: 'No. [internal]' },
  ],
])('%s', (_, status, want) => {
  expect(jobView(job(v7, status))).toEqual({ job_id: v7, type: 'image_ad', ...want });
});

test('the body of a job never contains half of a character, which strict receivers refuse', () => {
  const text = 'Sale \ud83d';
  const done = serialiseJob(job(v7, { phase: 'SUCCESS', response: { ...response, notes: [text], [text]: 1 } }));
  const failed = serialiseJob(job(v7, { phase: 'FAILED', error: `${text} [internal]` }));
  for (const body of [done, failed]) expect(body.toString()).not.toMatch(/\\ud83d/i);
});

test('serialiseJob writes the five fields in order', () => {
  expect(serialiseJob(job(v7)).toString()).toBe(
    `{"job_id":"${v7}","type":"image_ad","status":"PENDING","response":null,"error":null}`,
  );
});

const long = 'k'.repeat(100);
const madeSpec = imageSpec({ accountRef: { name: 'acme' }, apiKeyRef: { name: long } });
const labels = { [apiKeyLabel]: labelValue(long), [accountLabel]: 'acme' };

test('a job with the name and labels of the API looks made by the API', () => {
  expect(looksMadeByApi(buildJob({ metadata: { name: v7, labels }, spec: madeSpec }))).toBe(true);
});

test.each<[string, Parameters<typeof buildJob>[0]]>([
  ['another name', { metadata: { name: 'spring', labels }, spec: madeSpec }],
  ['no labels', { metadata: { name: v7 }, spec: madeSpec }],
  [
    'the label of another key',
    { metadata: { name: v7, labels: { ...labels, [apiKeyLabel]: 'other' } }, spec: madeSpec },
  ],
  [
    'the label of another account',
    { metadata: { name: v7, labels: { ...labels, [accountLabel]: 'other' } }, spec: madeSpec },
  ],
  ['no key', { metadata: { name: v7, labels }, spec: imageSpec({ apiKeyRef: undefined }) }],
])('a job with %s does not look made by the API', (_, change) => {
  expect(looksMadeByApi(buildJob(change))).toBe(false);
});
