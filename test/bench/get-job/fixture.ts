import { createHash } from 'node:crypto';
import { newApiKey } from '../../../src/domain/api-key.ts';
import { finishedJob } from '../../../src/schema/endpoints/job-examples.ts';

const jobCount = 1_000;

/** The API key that servers and client share. The jobs below have the size of a job with one image. */
export const apiKey = newApiKey((bytes) => createHash('sha512').update('bench').digest().subarray(0, bytes));

export const jobs = Array.from({ length: jobCount }, (_, index) => {
  const jobId = `01939d2c-7a10-7cc3-9a5b-${index.toString(16).padStart(12, '0')}`;
  return { ...finishedJob, job_id: jobId };
});
