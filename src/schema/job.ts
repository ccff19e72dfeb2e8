import { adTypes } from '#ad-types';
import { z } from 'zod';
import { JobPhase, JobType } from './adjob.ts';
import { sentenceCase, withArticle } from './article.ts';

export const JobId = z.guid().describe('Id of the job. Upper and lower case are accepted.');

const files = adTypes.map(({ name, filesField }) => `${withArticle(name)} has \`${filesField}\``).join(', ');

export const Job = z
  .object({
    job_id: JobId,
    type: JobType.describe('Type of the ad.'),
    status: JobPhase.describe('SUCCESS and FAILED are final.'),
    response: z
      .union(adTypes.map(({ response }) => response))
      .nullable()
      .describe(`The result; null unless \`status\` is SUCCESS. ${sentenceCase(files)}.`),
    error: z
      .string()
      .nullable()
      .describe('A sentence followed by an error code in brackets; null unless `status` is FAILED.'),
  })
  .describe('A job that makes one ad.');

export const CreatedJob = z
  .object({ job_id: JobId, type: JobType.describe('Type of the ad.') })
  .describe('The accepted job. Location contains its URL.');
