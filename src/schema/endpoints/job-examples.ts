import { adTypes } from '#ad-types';
import type { z } from 'zod';
import type { Job } from '../job.ts';

type JobExample = z.input<typeof Job>;

const { name: type, example } = adTypes[0];
const job = { job_id: '0197c2f4-6f1a-7c3e-9b5d-2a1f8e4c7d90', type };

export const pendingJob: JobExample = { ...job, status: 'PENDING', response: null, error: null };

export const failedJob: JobExample = { ...job, status: 'FAILED', response: null, error: example?.error ?? null };

export const finishedJob: JobExample = { ...job, status: 'SUCCESS', response: example?.response ?? null, error: null };
