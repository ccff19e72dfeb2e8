import { z } from 'zod';
import type { StoredObject } from '../store/port.ts';
import { camelSchema } from './camel.ts';
import { ImageAd } from './image-request.ts';
import { WebUrl } from './text.ts';
import { VideoAd } from './video-request.ts';
import { Condition, ObjectRef, Timestamp } from './resource-parts.ts';

export const jobTypes = ['image_ad', 'video_ad'] as const;
export const JobType = z.enum(jobTypes);
export type JobType = z.infer<typeof JobType>;

export const jobPhases = ['PENDING', 'PROCESSING', 'SUCCESS', 'FAILED'] as const;
export const JobPhase = z.enum(jobPhases);
export type JobPhase = z.infer<typeof JobPhase>;

export const ImageAdSpec = camelSchema(ImageAd);
export type ImageAdSpec = z.infer<typeof ImageAdSpec>;

export const VideoAdSpec = camelSchema(VideoAd);
export type VideoAdSpec = z.infer<typeof VideoAdSpec>;

/** A request in camelCase, and who pays for it. Only `cancel`, `suspend` and `ttlSecondsAfterFinished` may change. */
export const AdJobSpec = z.strictObject({
  type: JobType,
  accountRef: ObjectRef,
  /** Absent in a job that somebody applied: then no key sees it over REST. */
  apiKeyRef: ObjectRef.optional(),
  callbackUrl: WebUrl.optional(),
  image: ImageAdSpec.optional(),
  video: VideoAdSpec.optional(),
  /** One-way: a job that was cancelled stays so. */
  cancel: z.boolean().optional(),
  suspend: z.boolean().optional(),
  ttlSecondsAfterFinished: z.number().int().min(0).optional(),
});
export type AdJobSpec = z.infer<typeof AdJobSpec>;

export const stageStates = ['Pending', 'Running', 'Succeeded', 'Failed', 'Skipped'] as const;
export const StageState = z.enum(stageStates);
export type StageState = z.infer<typeof StageState>;

export const StageStatus = z.object({
  name: z.string(),
  state: StageState,
  /** Number of the latest attempt, as in the name of its child; 0 before the first. */
  attempt: z.number().int().min(0),
  /** Attempts among these that ended through nobody's fault and do not count. */
  disruptions: z.number().int().min(0).optional(),
  /** May fail without failing the job. */
  optional: z.boolean().optional(),
  startTime: Timestamp.optional(),
  completionTime: Timestamp.optional(),
  message: z.string().optional(),
  /** Where the attempt that succeeded left its `result.json`. */
  resultRef: z.string().optional(),
});
export type StageStatus = z.infer<typeof StageStatus>;

export const deliveryStates = ['Pending', 'Delivered', 'Failed', 'Abandoned'] as const;

export const DeliveryAttempt = z.object({
  attempt: z.number().int().min(1),
  time: Timestamp,
  /** HTTP status; null where no answer came. */
  status: z.number().int().nullable(),
  latencyMs: z.number().int().min(0),
  outcome: z.enum(['delivered', 'failed', 'gone']),
  /** Class of the failure, such as `timed_out`. */
  error: z.string().nullable(),
  /** First 1 KiB of the answer; null for allowed private ranges. */
  responseExcerpt: z.string().nullable(),
});
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>;

export const DeliveryStatus = z.object({
  state: z.enum(deliveryStates),
  /** All attempts ever made; the list below keeps the last 20. */
  attempts: z.number().int().min(0).optional(),
  deliveries: z.array(DeliveryAttempt).optional(),
  nextAttemptTime: Timestamp.optional(),
});
export type DeliveryStatus = z.infer<typeof DeliveryStatus>;

export const AdJobStatus = z.object({
  phase: JobPhase.optional(),
  jobId: z.string().optional(),
  stages: z.array(StageStatus).optional(),
  conditions: z.array(Condition).optional(),
  credits: z.object({ required: z.number().int().min(0), charged: z.number().int().min(0).optional() }).optional(),
  /** The REST `response`, in snake_case as it is served. */
  response: z.record(z.string(), z.unknown()).nullable().optional(),
  error: z.string().nullable().optional(),
  delivery: DeliveryStatus.optional(),
  /** Time that does not count towards the overall time-out: in all, and since when it is running. */
  suspension: z.object({ seconds: z.number().int().min(0), since: Timestamp.optional() }).optional(),
  startTime: Timestamp.optional(),
  completionTime: Timestamp.optional(),
});
export type AdJobStatus = z.infer<typeof AdJobStatus>;

export type AdJob = StoredObject<AdJobSpec, AdJobStatus>;
