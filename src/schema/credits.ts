import { z } from 'zod';
import { JobType } from './adjob.ts';
import { JobId } from './response.ts';

const Amount = z.int().min(0);

export const CreditEntry = z
  .object({
    id: z.string().describe('Names the entry within the account.'),
    time: z.iso.datetime().describe('When it was written, with milliseconds.'),
    kind: z
      .enum(['grant', 'reserve', 'settle', 'release'])
      .describe('Given; held for a job; charged for one that succeeded; given back for one that did not.'),
    amount: Amount.min(1).describe('Credits, always positive.'),
    job_id: JobId.nullable().describe('The job; null for a grant.'),
    grant_id: z
      .string()
      .nullable()
      .describe('Which grant of the account it was; null for anything else, and for grants made before this was kept.'),
  })
  .describe('One change of the balance.');

export const Credits = z
  .object({
    granted: Amount.describe('All that was ever given.'),
    reserved: Amount.describe('Held for jobs that are not finished.'),
    spent: Amount.describe('Charged for jobs that succeeded.'),
    available: z.int().describe('granted - reserved - spent: what a new job may cost.'),
    entries: z.array(CreditEntry).describe('Newest first.'),
    next_cursor: z.string().nullable().describe('Where the next page begins; null on the last.'),
  })
  .describe('What the account of the key has, and how it came to that.');

export const Pricing = z
  .object({
    actions: z.array(
      z.object({
        action: z.string().describe('What is done.'),
        credits: Amount.describe('What one unit costs; 0 is free.'),
        unit: z.string().describe('What is paid for: an image, a video, a second.'),
      }),
    ),
  })
  .describe('The price list of this installation.');

export const DryRun = z
  .object({
    valid: z.literal(true).describe('An invalid request is answered 422.'),
    type: JobType.describe('Which ad it would be.'),
    credits: z.object({
      required: Amount.describe('What the job would cost.'),
      available: z.int().describe('What the account has now.'),
      sufficient: z.boolean().describe('Whether that is enough.'),
    }),
  })
  .describe('What a create would come to. Nothing was made.');
