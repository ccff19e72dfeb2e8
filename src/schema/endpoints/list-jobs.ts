import { z } from 'zod';
import { JobPhase, JobType } from '../adjob.ts';
import { Job } from '../response.ts';
import { endpoint } from './endpoint.ts';
import { finishedJob, pendingJob } from './job-examples.ts';

const JobList = z.object({
  jobs: z.array(Job).describe('As GET /jobs/{job_id} tells each of them.'),
  next_cursor: z.string().nullable().describe('Where the next page begins; null on the last.'),
});

export const listJobs = endpoint({
  method: 'get',
  path: '/jobs',
  operationId: 'listJobs',
  tag: 'Jobs',
  window: 'job-read',
  summary: 'List jobs',
  description: `The jobs of this key, newest first, in pages. Jobs of other keys are not among them, neither are archived ones: these are read by their id. A job that was made a moment ago may be missing.

For the next page send \`next_cursor\` as \`cursor\`, with the same key. Jobs that are made meanwhile change nothing of the pages that follow.`,
  query: {
    limit: { schema: z.int().min(1).max(100).default(20), description: 'Jobs on a page, from 1 to 100.' },
    cursor: { schema: z.string(), description: 'next_cursor of the page before.' },
    status: { schema: JobPhase, description: 'Only jobs in this state.' },
    type: { schema: JobType, description: 'Only jobs of this type.' },
  },
  answers: {
    200: {
      description: 'One page.',
      schema: JobList,
      examples: {
        more: {
          summary: 'A page with another after it',
          value: { jobs: [pendingJob, finishedJob], next_cursor: 'MTc2MjAwMDAwMDEyMyAwMTk3YzJmNA.3q2-7wAAAAAAAAAA' },
        },
        none: { summary: 'No jobs', value: { jobs: [], next_cursor: null } },
      },
    },
  },
  problems: ['validation_failed'],
});
