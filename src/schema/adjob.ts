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

/** A request in camelCase, and who pays for it. */
export const AdJobSpec = ruledObject(
  z.strictObject({
    type: JobType.describe('Which ad to make.'),
    accountRef: ObjectRef.describe('The AdAccount that pays, in the same namespace.'),
    apiKeyRef: ObjectRef.optional().describe('The ApiKey that sees the job over REST. Without it, none does.'),
    callbackUrl: WebUrl.optional().describe(
      'Where the finished job is posted to, as GET /jobs/{job_id} shows it. It begins with https:// unless the installation allows http.',
    ),
    image: ImageAdSpec.optional().describe('What an image_ad is made from: the request of the REST API, in camelCase.'),
    video: VideoAdSpec.optional().describe('What a video_ad is made from: the request of the REST API, in camelCase.'),
    cancel: z
      .boolean()
      .optional()
      .describe('Set it to true to end the job as FAILED [cancelled]. It cannot be taken back.'),
    suspend: z
      .boolean()
      .optional()
      .describe(
        'While true, no stage runs and the overall time-out stands still. An attempt under way is given up and not counted.',
      ),
    ttlSecondsAfterFinished: count()
      .optional()
      .describe(
        'How long the finished job stays before it is archived and deleted, never before its callback is delivered or given up. Absent: as the installation says.',
      ),
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
).describe('What to make, and who pays. Only cancel, suspend and ttlSecondsAfterFinished may be changed later.');
export type AdJobSpec = z.infer<typeof AdJobSpec>;

export const stageStates = ['Pending', 'Running', 'Succeeded', 'Failed', 'Skipped'] as const;
export const StageState = z.enum(stageStates);
export type StageState = z.infer<typeof StageState>;

export const StageStatus = z.object({
  name: words(63).describe('Name of the stage.'),
  state: StageState.describe('Skipped: the request does not need it. Failed: its attempts are used up, or it gave up.'),
  attempt: count().describe('Number of the latest attempt, as in the name of its Job; 0 before the first.'),
  disruptions: count()
    .optional()
    .describe("Attempts among these that ended through nobody's fault, such as a drained node. They are not counted."),
  optional: z.boolean().optional().describe('The stage may fail without failing the job.'),
  startTime: Timestamp.optional().describe('When its first attempt was launched.'),
  completionTime: Timestamp.optional().describe('When it succeeded or was given up.'),
  message: words(32_768).optional().describe('What the stage says of its end, or why it is tried again.'),
  resultRef: words(1_024)
    .optional()
    .describe('Where the attempt that succeeded left its result.json: a key in the artifact store.'),
});
export type StageStatus = z.infer<typeof StageStatus>;

export const deliveryStates = ['pending', 'delivered', 'gave_up', 'gone', 'abandoned'] as const;

/** Nothing here is null: a merge patch would lose it, in a list, too. */
export const DeliveryAttempt = z.object({
  attempt: count().min(1).describe('1 for the first.'),
  time: Timestamp.describe('When it began.'),
  status: count(999).optional().describe('HTTP status; absent where no answer came.'),
  latencyMs: count().describe('Milliseconds until the answer or the failure.'),
  outcome: z.enum(['delivered', 'failed', 'gone']).describe('gone: the receiver answered 410, which ends it.'),
  error: words(64).optional().describe('Class of the failure, such as timed_out.'),
  responseExcerpt: words(1_024)
    .optional()
    .describe('First 1 KiB of the answer; absent for private ranges that the installation allows.'),
});
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>;

export const DeliveryStatus = z.object({
  state: z
    .enum(deliveryStates)
    .describe('gave_up: every attempt failed. gone: the receiver answered 410. abandoned: the job was deleted first.'),
  attempts: count().optional().describe('All attempts ever made.'),
  deliveries: z.array(DeliveryAttempt).max(20).optional().describe('The last 20 attempts.'),
  nextAttemptTime: Timestamp.optional().describe('When it is tried again.'),
});
export type DeliveryStatus = z.infer<typeof DeliveryStatus>;

const Credits = z.object({
  required: count().describe('The price: reserved while the job is open.'),
  charged: count().optional().describe('What was paid, once the job has ended: 0 where it failed.'),
});

const Suspension = z.object({
  seconds: count().describe('In all, up to the last resumption.'),
  since: Timestamp.optional().describe('Since when the job is suspended; absent while it is not.'),
});

export const AdJobStatus = z
  .object({
    phase: JobPhase.optional().describe('How far the job is. SUCCESS and FAILED are final.'),
    jobId: words(36).optional().describe('The job_id of the REST API.'),
    stages: listMap(StageStatus, 'name', 16).optional().describe('The stages of the pipeline.'),
    conditions: Conditions.optional().describe(
      'Admitted: it may run. BrandRead: True if any page of the request was read; absent if it names none. Complete and Failed: how it ended. CallbackDelivered: whether its callback arrived.',
    ),
    credits: Credits.optional().describe('The price of the job, and what was paid.'),
    response: z
      .record(z.string(), z.unknown())
      .nullable()
      .optional()
      .describe('The result as the REST API serves it, in snake_case. Only with SUCCESS.'),
    error: words(8_192).nullable().optional().describe('A sentence and a code in brackets. Only with FAILED.'),
    delivery: DeliveryStatus.optional().describe('How the callback fares.'),
    suspension: Suspension.optional().describe('Time that does not count towards the overall time-out.'),
    startTime: Timestamp.optional().describe('When the first stage was launched.'),
    completionTime: Timestamp.optional().describe('When the job ended.'),
  })
  .describe('How far the job is and what came of it. Written by the controller.');
export type AdJobStatus = z.infer<typeof AdJobStatus>;

export type AdJob = StoredObject<AdJobSpec, AdJobStatus>;
