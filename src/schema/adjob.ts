import { z } from 'zod';
import type { StoredObject } from '../store/port.ts';
import { camelSchema } from './camel.ts';
import { ImageAd } from './image-request.ts';
import { WebUrl } from './text.ts';
import { VideoAd } from './video-request.ts';
import { Conditions, count, listMap, ObjectRef, Timestamp, words } from './resource-parts.ts';
import { ruledObject } from './rule.ts';

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
export const AdJobSpec = ruledObject(
  z.strictObject({
    type: JobType.describe('Which ad to make.'),
    accountRef: ObjectRef.describe('The AdAccount that pays.'),
    apiKeyRef: ObjectRef.optional().describe('The ApiKey that sees the job over REST. Without it none does.'),
    callbackUrl: WebUrl.optional().describe('Where the finished job is posted to.'),
    image: ImageAdSpec.optional().describe('The request of an image_ad.'),
    video: VideoAdSpec.optional().describe('The request of a video_ad.'),
    cancel: z.boolean().optional().describe('Set to true to end the job. It cannot be taken back.'),
    suspend: z.boolean().optional().describe('While true no stage is started, and the overall time-out stands still.'),
    ttlSecondsAfterFinished: count()
      .optional()
      .describe('How long the finished job stays before it is archived. The installation has a default.'),
  }),
  [
    {
      type: 'bad_value',
      msg: 'An image_ad has image and no video, a video_ad has video and no image.',
      holds: ({ type, image, video }) =>
        (image !== undefined) === (type === 'image_ad') && (video !== undefined) === (type === 'video_ad'),
      crd: {
        cel: "has(self.image) == (self.type == 'image_ad') && has(self.video) == (self.type == 'video_ad')",
      },
    },
  ],
);
export type AdJobSpec = z.infer<typeof AdJobSpec>;

export const stageStates = ['Pending', 'Running', 'Succeeded', 'Failed', 'Skipped'] as const;
export const StageState = z.enum(stageStates);
export type StageState = z.infer<typeof StageState>;

export const StageStatus = z.object({
  name: words(63),
  state: StageState,
  /** Number of the latest attempt, as in the name of its child; 0 before the first. */
  attempt: count(),
  /** Attempts among these that ended through nobody's fault and do not count. */
  disruptions: count().optional(),
  /** May fail without failing the job. */
  optional: z.boolean().optional(),
  startTime: Timestamp.optional(),
  completionTime: Timestamp.optional(),
  message: words(32_768).optional(),
  /** Where the attempt that succeeded left its `result.json`. */
  resultRef: words(1_024).optional(),
});
export type StageStatus = z.infer<typeof StageStatus>;

export const deliveryStates = ['pending', 'delivered', 'gave_up', 'gone', 'abandoned'] as const;

export const DeliveryAttempt = z.object({
  attempt: count().min(1),
  time: Timestamp,
  /** HTTP status; null where no answer came. */
  status: count(999).nullable(),
  latencyMs: count(),
  outcome: z.enum(['delivered', 'failed', 'gone']),
  /** Class of the failure, such as `timed_out`. */
  error: words(64).nullable(),
  /** First 1 KiB of the answer; null for allowed private ranges. */
  responseExcerpt: words(1_024).nullable(),
});
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>;

export const DeliveryStatus = z.object({
  state: z.enum(deliveryStates),
  /** All attempts ever made; the list below keeps the last 20. */
  attempts: count().optional(),
  deliveries: z.array(DeliveryAttempt).max(20).optional(),
  nextAttemptTime: Timestamp.optional(),
});
export type DeliveryStatus = z.infer<typeof DeliveryStatus>;

export const AdJobStatus = z.object({
  phase: JobPhase.optional(),
  jobId: words(36).optional(),
  stages: listMap(StageStatus, 'name', 16).optional(),
  conditions: Conditions.optional(),
  credits: z.object({ required: count(), charged: count().optional() }).optional(),
  /** The REST `response`, in snake_case as it is served. */
  response: z.record(z.string(), z.unknown()).nullable().optional(),
  error: words(8_192).nullable().optional(),
  delivery: DeliveryStatus.optional(),
  /** Time that does not count towards the overall time-out: in all, and since when it is running. */
  suspension: z.object({ seconds: count(), since: Timestamp.optional() }).optional(),
  startTime: Timestamp.optional(),
  completionTime: Timestamp.optional(),
});
export type AdJobStatus = z.infer<typeof AdJobStatus>;

export type AdJob = StoredObject<AdJobSpec, AdJobStatus>;
