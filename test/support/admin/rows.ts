import { v7 } from 'uuid';
import { createRowMaker, type JobRow } from '../../../src/admin/jobs/job-row.ts';
import type { AdJob, AdJobSpec, AdJobStatus } from '../../../src/schema/adjob.ts';
import { buildJob, imageSpec } from '../pipeline/build-job.ts';

/** Creation time of the job with number 0. Each further job was created one second later. */
export const firstJobMs = Date.parse('2026-11-01T12:00:00Z');

interface Numbered {
  number?: number;
  spec?: Partial<AdJobSpec>;
  status?: AdJobStatus;
  metadata?: Partial<AdJob['metadata']>;
}

/** Returns the id of the job with a number: the same in every call. */
export function jobIdOf(number: number): string {
  const random = new Uint8Array(16);
  random[15] = number % 256;
  random[14] = Math.floor(number / 256);
  return v7({ msecs: firstJobMs + number * 1_000, seq: 0, random });
}

/** Returns an AdJob that the API has created. Its number gives its id, its uid and its creation time. */
export function numberedJob({ number = 0, spec, status, metadata }: Numbered = {}): AdJob {
  const name = jobIdOf(number);
  return buildJob({
    metadata: { name, uid: name.replace('-7', '-4'), resourceVersion: String(number + 1), ...metadata },
    spec: imageSpec(spec),
    ...(status && { status }),
  });
}

const makeRow = createRowMaker({ now: () => new Date(firstJobMs) });

/** Returns the row of a job. The attempt of the row is the number of the job, unless the status says otherwise. */
export function rowOf(given: Numbered = {}): JobRow {
  const { number: attempt = 0, status } = given;
  const stages = [{ name: 'image', state: 'Pending' as const, attempt }];
  return makeRow(numberedJob({ ...given, status: { stages, ...status } }));
}
