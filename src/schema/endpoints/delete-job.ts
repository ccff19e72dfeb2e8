import { JobId } from '../response.ts';
import { endpoint } from './endpoint.ts';

export const deleteJob = endpoint({
  method: 'delete',
  path: '/jobs/{job_id}',
  operationId: 'deleteJob',
  tag: 'Jobs',
  window: 'job-read',
  summary: 'Erase a job',
  description: `Erases a finished job, its files and what the archive has of it, at once and for good. A callback that was not delivered yet is given up. What the job has cost stays spent. A job that is not finished has to end first: cancel it.`,
  params: { job_id: { schema: JobId, description: 'The id that the create answered with, in any case.' } },
  answers: { 204: { description: 'The job is gone.' } },
  problems: ['job_not_found', 'job_not_finished'],
});
