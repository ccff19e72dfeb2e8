import { expect, test } from '@jest/globals';
import { v7 } from 'uuid';
import { firstJobMs, jobIdOf, numberedJob, rowOf } from '../../../test/support/admin/rows.ts';
import { buildArchivedJob } from '../../../test/support/pipeline/build-job.ts';
import { writeIntent } from '../../domain/intent.ts';
import { archivedAnnotation } from '../../domain/labels.ts';
import type { JobRow } from './job-row.ts';
import { TableJobs } from './table-jobs.ts';

const nowMs = firstJobMs + 3_600_000;
const youngId = v7({ msecs: nowMs - 1_000 });
const deletionTimestamp = '2026-11-01T12:00:00Z';

function jobs(row: JobRow | undefined, { archived = '', intended = '', stored = '' } = {}): TableJobs {
  const payload = writeIntent({ metadata: { name: intended, namespace: 'default' }, spec: numberedJob().spec });
  const account = { namespace: 'default', name: 'acme' };
  const intent = { jobId: intended, account, payload, createdTime: '', isCancelled: false, error: undefined };
  return new TableJobs(
    { find: () => row },
    {
      namespace: 'default',
      clock: { now: () => new Date(nowMs) },
      staleSeconds: () => 0,
      intents: { get: (jobId) => Promise.resolve(jobId === intended ? intent : undefined) },
      archive: { get: (jobId) => Promise.resolve(jobId === archived ? buildArchivedJob({ jobId }) : undefined) },
      store: {
        get: <T>(_: unknown, { name }: { name: string }) =>
          Promise.resolve(name === stored ? (numberedJob({ metadata: { name, uid: 'u' } }) as T) : undefined),
        list: () => Promise.reject(new Error('a single job must not be read with a list')),
      },
    },
  );
}

test.each<[string, TableJobs, string, object | undefined]>([
  [
    'a job of the table',
    jobs(rowOf({ number: 3 })),
    jobIdOf(3),
    { kind: 'resource', jobId: jobIdOf(3), account: 'acme', apiKey: 'acme-key', isDeleting: false },
  ],
  [
    'a job that is being deleted',
    jobs(rowOf({ number: 3, metadata: { deletionTimestamp } })),
    jobIdOf(3),
    { kind: 'resource', isDeleting: true },
  ],
  [
    'an archived job whose AdJob is being deleted',
    jobs(rowOf({ number: 3, metadata: { deletionTimestamp, annotations: { [archivedAnnotation]: 'true' } } }), {
      archived: jobIdOf(3),
    }),
    jobIdOf(3),
    { kind: 'archive', jobId: jobIdOf(3) },
  ],
  [
    'an archived job',
    jobs(undefined, { archived: jobIdOf(3) }),
    jobIdOf(3).toUpperCase(),
    { kind: 'archive', jobId: jobIdOf(3) },
  ],
  ['a job without an AdJob', jobs(undefined, { intended: youngId }), youngId, { kind: 'intent', account: 'acme' }],
  [
    'an AdJob that the watch does not show yet',
    jobs(undefined, { stored: youngId }),
    youngId,
    { kind: 'resource', uid: 'u' },
  ],
  ['no job for an unknown id', jobs(undefined), youngId, undefined],
  ['no job for a text that is no id', jobs(undefined), 'x', undefined],
])('finds %s', async (_, finder, text, wanted) => {
  const found = await finder.find(text);
  if (wanted === undefined) expect(found).toBeUndefined();
  else expect(found).toMatchObject(wanted);
});
