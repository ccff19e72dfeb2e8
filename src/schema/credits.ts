import { z } from 'zod';
import { JobType } from './adjob.ts';
import { JobId } from './job.ts';

const Amount = z.int().min(0);

export const CreditEntry = z
  .object({
    id: z.string().describe('Id of the entry within the account.'),
    time: z.iso.datetime().describe('Time of the entry, with milliseconds.'),
    kind: z
      .enum(['grant', 'reserve', 'settle', 'release'])
      .describe(
        'grant: credits granted. reserve: reserved for a job. settle: charged for a job that succeeded. release: returned for a job that failed.',
      ),
    amount: Amount.min(1).describe('Credits, always positive.'),
    job_id: JobId.nullable().describe('The job; null for a grant.'),
    grant_id: z
      .string()
      .nullable()
      .describe('Id of the grant; null for other entries and for grants of older versions, which did not store it.'),
  })
  .describe('One change of the balance.');

export const Credits = z
  .object({
    granted: Amount.describe('Credits granted in total.'),
    reserved: Amount.describe('Credits reserved for unfinished jobs.'),
    spent: Amount.describe('Credits charged for jobs that succeeded.'),
    available: z.int().describe('granted - reserved - spent. The maximum cost of a new job.'),
    entries: z.array(CreditEntry).describe('Newest first.'),
    next_cursor: z.string().nullable().describe('Cursor of the next page; null on the last page.'),
  })
  .describe("Balance of the key's account and its history.");

export const Pricing = z
  .object({
    actions: z.array(
      z.object({
        action: z.string().describe('Name of the action.'),
        credits: Amount.describe('Price of one unit in credits; 0 is free.'),
        unit: z.string().describe('Unit of the price: an image, a video or a second.'),
      }),
    ),
  })
  .describe('The price list of this installation.');

export const DryRun = z
  .object({
    valid: z.literal(true).describe('Always true: an invalid request gets 422.'),
    type: JobType.describe('Type of the ad.'),
    credits: z.object({
      required: Amount.describe('Cost of the job.'),
      available: z.int().describe('Credits that the account has now.'),
      sufficient: z.boolean().describe('Whether the available credits are enough.'),
    }),
  })
  .describe('Result of a dry run. No job was created.');
