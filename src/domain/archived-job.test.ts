import { describe, expect, test } from '@jest/globals';
import { buildJob, imageSpec, jobName } from '../../test/support/pipeline/build-job.ts';
import { ArchivedJob } from '../schema/archived-job.ts';
import type { AdJobStatus } from '../schema/adjob.ts';
import { archivedJobOf } from './archived-job.ts';
import { serialiseJob } from './job-view.ts';

const now = new Date('2026-11-02T12:00:00.789Z');
const ended: AdJobStatus = {
  phase: 'SUCCESS',
  jobId: jobName,
  credits: { required: 5, charged: 5 },
  response: { images: [], notes: ['Größe \u2028 \ud83d\ude00'] },
  completionTime: '2026-11-01T12:01:00Z',
};

describe('archivedJobOf', () => {
  test('an archived job keeps its API key, its cost and the exact bytes that GET returns', () => {
    const job = buildJob({ status: ended });
    expect(archivedJobOf(job, now)).toEqual({
      jobId: jobName,
      namespace: 'default',
      object: { name: jobName, uid: 'uid-1' },
      apiKey: 'acme-key',
      account: 'acme',
      type: 'image_ad',
      phase: 'SUCCESS',
      creationTime: '2026-11-01T12:00:00Z',
      completionTime: '2026-11-01T12:01:00Z',
      credits: { required: 5, charged: 5 },
      body: serialiseJob(job).toString(),
    });
  });

  test('an archived job keeps its callback and the outcome of the delivery', () => {
    const spec = imageSpec({ callbackUrl: 'https://a.example/hook' });
    const record = archivedJobOf(buildJob({ spec, status: { ...ended, delivery: { state: 'gone' } } }), now);
    expect(record).toMatchObject({ callbackUrl: 'https://a.example/hook', delivery: { state: 'gone' } });
  });

  test('the record of a refused job has no price and no API key, and the current time as its end', () => {
    const { apiKeyRef, ...spec } = imageSpec();
    const record = archivedJobOf(buildJob({ spec, status: { phase: 'FAILED', error: 'No. [refused]' } }), now);
    expect(record).toMatchObject({ credits: { required: 0, charged: 0 }, completionTime: '2026-11-02T12:00:00Z' });
    expect(record).not.toHaveProperty('apiKey');
    expect(ArchivedJob.parse(JSON.parse(JSON.stringify(record)))).toEqual(record);
  });

  test.each([undefined, 'PENDING', 'PROCESSING'] as const)('archivedJobOf refuses a job in the phase %s', (phase) => {
    expect(() => archivedJobOf(buildJob({ ...(phase && { status: { phase } }) }), now)).toThrow('not finished');
  });
});
