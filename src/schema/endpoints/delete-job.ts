import { JobId } from '../job.ts';
import { endpoint } from './endpoint.ts';

export const deleteJob = endpoint({
  method: 'delete',
  path: '/jobs/{job_id}',
  operationId: 'deleteJob',
  tag: 'Jobs',
  authentication: 'api-key',
  window: 'job-read',
  summary: 'Erase a job',
  description: `Erases a finished job, its files and its archive record immediately and permanently. An undelivered callback is abandoned. The credits of the job are not refunded. An unfinished job must end first: cancel it.`,
  params: { job_id: { schema: JobId, description: 'Id of the job, in upper or lower case.' } },
  answers: { 204: { description: 'The job was erased.' } },
  problems: ['job_not_found', 'job_not_finished'],
});
