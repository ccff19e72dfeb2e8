import { z } from 'zod';
import { DeliveryStatus } from './adjob.ts';
import { Timestamp } from './resource-parts.ts';

const credits = z.int().min(0);

export const ArchivedJob = z.object({
  jobId: z.string().min(1),
  namespace: z.string().min(1),
  object: z.object({ name: z.string().min(1), uid: z.string().min(1) }).exactOptional(),
  /** Name of the ApiKey that can read the job. If absent, no key can read the job. */
  apiKey: z.string().exactOptional(),
  account: z.string().min(1),
  /** Name of the type of ad, which another version may have written. */
  type: z.string().min(1),
  phase: z.enum(['SUCCESS', 'FAILED']),
  creationTime: Timestamp,
  completionTime: Timestamp,
  credits: z.object({ required: credits, charged: credits }),
  /** Body of the response of `GET /jobs/{job_id}`, byte for byte. */
  body: z.string().min(1),
  callbackUrl: z.string().exactOptional(),
  delivery: DeliveryStatus.exactOptional(),
});
export type ArchivedJob = z.infer<typeof ArchivedJob>;
