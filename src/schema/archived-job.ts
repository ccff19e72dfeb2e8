import { z } from 'zod';
import { DeliveryStatus, JobType } from './adjob.ts';
import { Timestamp } from './resource-parts.ts';

const credits = z.int().min(0);

/** What is kept of a finished job after its resource is gone, or of one whose resource was never made. */
export const ArchivedJob = z.object({
  jobId: z.string().min(1),
  namespace: z.string().min(1),
  /** The resource that it was; absent where none was ever made. */
  object: z.object({ name: z.string().min(1), uid: z.string().min(1) }).exactOptional(),
  /** Absent: no key sees it. */
  apiKey: z.string().exactOptional(),
  account: z.string().min(1),
  type: JobType,
  phase: z.enum(['SUCCESS', 'FAILED']),
  /** RFC 3339: when it was accepted, and when it ended. */
  creationTime: Timestamp,
  completionTime: Timestamp,
  credits: z.object({ required: credits, charged: credits }),
  /** What GET answers, byte for byte. */
  body: z.string().min(1),
  callbackUrl: z.string().exactOptional(),
  delivery: DeliveryStatus.exactOptional(),
});
export type ArchivedJob = z.infer<typeof ArchivedJob>;
