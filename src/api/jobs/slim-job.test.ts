import { describe, expect, test } from '@jest/globals';
import { v7 } from 'uuid';
import { buildJob } from '../../../test/support/pipeline/build-job.ts';
import { archivedAnnotation } from '../../domain/labels.ts';
import { createSlimmer } from './slim-job.ts';

const madeMs = Date.parse('2026-11-01T12:00:00.123Z');
const name = v7({ msecs: madeMs });

describe('createSlimmer', () => {
  test('a slim job keeps every field that the API reads', () => {
    const metadata = { name, uid: 'u', namespace: 'team', resourceVersion: '17' };
    const job = createSlimmer()(buildJob({ metadata, status: { phase: 'SUCCESS' } }));
    expect(job).toMatchObject({
      ...{ ...metadata, jobId: name, kind: 'resource', phase: 'SUCCESS', type: 'image_ad', createdMs: madeMs },
      ...{ isDeleting: false, isArchived: false },
    });
    expect(job.view).toBe(job);
  });

  test('a job without a status and without an API key can be slimmed', () => {
    const { spec, metadata, ...rest } = buildJob({ metadata: { name: 'mine', uid: 'u' } });
    const { apiKeyRef, ...keyless } = spec;
    const job = createSlimmer()({ ...rest, metadata, spec: keyless });
    expect(apiKeyRef).toBeDefined();
    expect(job).toMatchObject({ jobId: 'u', name: 'mine', phase: 'PENDING', apiKey: undefined });
    expect(job.createdMs).toBe(Date.parse(metadata.creationTimestamp));
  });

  test('a slim job that is being deleted shows whether it is archived, until it is erased', () => {
    const metadata = { deletionTimestamp: '2026-11-01T12:00:00Z', annotations: { [archivedAnnotation]: 'true' } };
    const job = createSlimmer()(buildJob({ metadata }));
    expect(job).toMatchObject({ isDeleting: true, isArchived: true });
    expect(job.erased()).toMatchObject({ isDeleting: true, isArchived: false, uid: job.uid, phase: job.phase });
  });

  test.each([
    '01939d2c-7a10-4cc3-9a5b-0123456789ab',
    '00000000-0000-0000-0000-00000000000a',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    '01939D2C-7A10-4CC3-9A5B-0123456789AB',
    '01939d2c7a104cc39a5b0123456789ab',
    'u',
  ])('the uid %j stays the same text in a slim job and in its erased form', (uid) => {
    const job = createSlimmer()(buildJob({ metadata: { name, uid } }));
    expect([job.uid, job.erased().uid]).toEqual([uid, uid]);
  });

  test.each(['0', '17', '2147483648', '9007199254740993', '017', 'abc', '1e3', ''])(
    'the resource version %j stays the same text in a slim job',
    (resourceVersion) => {
      expect(createSlimmer()(buildJob({ metadata: { resourceVersion } })).resourceVersion).toBe(resourceVersion);
    },
  );
});
