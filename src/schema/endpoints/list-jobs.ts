import { z } from 'zod';
import { JobPhase, JobType } from '../adjob.ts';
import { Job } from '../job.ts';
import { endpoint } from './endpoint.ts';
import { finishedJob, pendingJob } from './job-examples.ts';

const JobList = z.object({
  jobs: z.array(Job).describe('Jobs in the form of GET /jobs/{job_id}.'),
  next_cursor: z.string().nullable().describe('Cursor of the next page; null on the last page.'),
});

export const listJobs = endpoint({
  method: 'get',
  path: '/jobs',
  operationId: 'listJobs',
  tag: 'Jobs',
  authentication: 'api-key',
  window: 'job-read',
  summary: 'List jobs',
  description: `Returns a page of the jobs of this key, newest first. The list does not contain jobs of other keys and archived jobs; read an archived job by its id. A job that was just created may be missing.

To get the next page, send \`next_cursor\` as \`cursor\` with the same key. Jobs that are created in the meantime do not change the following pages.`,
  query: {
    limit: { schema: z.int().min(1).max(100).default(20), description: 'Number of jobs per page, from 1 to 100.' },
    cursor: { schema: z.string(), description: '`next_cursor` of the previous page.' },
    status: { schema: JobPhase, description: 'Return only jobs with this status.' },
    type: { schema: JobType, description: 'Return only jobs of this type.' },
  },
  answers: {
    200: {
      description: 'One page of jobs.',
      schema: JobList,
      examples: {
        more: {
          summary: 'A page that has a next page',
          value: { jobs: [pendingJob, finishedJob], next_cursor: 'MTc2MjAwMDAwMDEyMyAwMTk3YzJmNA.3q2-7wAAAAAAAAAA' },
        },
        none: { summary: 'No jobs', value: { jobs: [], next_cursor: null } },
      },
    },
  },
  problems: ['validation_failed'],
});
