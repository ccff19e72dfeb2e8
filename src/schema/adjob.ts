import { adTypes } from '#ad-types';
import { z } from 'zod';
import type { StoredObject } from '../objects/stored-object.ts';
import { sentenceCase, withArticle } from './article.ts';
import { ModelCallsStatus } from './model-calls.ts';
import { StageWait } from './stage-wait.ts';
import { WebUrl } from './text.ts';
import { Conditions, count, ObjectRef, ObservedGeneration, Timestamp, words } from './resource-parts.ts';
import { ruledObject } from './rule.ts';

export const jobTypes: readonly string[] = adTypes.map(({ name }) => name);
/** Names of the types of ads. Stored objects may have another type, which a newer version has written. */
export const JobType = z.enum(jobTypes);

export const jobPhases = ['PENDING', 'PROCESSING', 'SUCCESS', 'FAILED'] as const;
export const JobPhase = z.enum(jobPhases);
export type JobPhase = z.infer<typeof JobPhase>;

const ads: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  adTypes.map(({ field, name, input }) => [
    field,
    input.optional().describe(`Input of ${withArticle(name)}: the request of the REST API in camelCase.`),
  ]),
);

/** The request of the job is in a field that its type of ad names. Only that type knows its content. */
export interface AdJobSpec {
  type: string;
  accountRef: ObjectRef;
  apiKeyRef?: ObjectRef | undefined;
  callbackUrl?: string | undefined;
  cancel?: boolean | undefined;
  suspend?: boolean | undefined;
  ttlSecondsAfterFinished?: number | undefined;
  [field: string]: unknown;
}

export const AdJobSpec: z.ZodType<AdJobSpec> = ruledObject(
  z.strictObject({
    type: JobType.describe('Type of the ad.'),
    accountRef: ObjectRef.describe('The AdAccount that pays, in the same namespace.'),
    apiKeyRef: ObjectRef.optional().describe('The ApiKey that can read the job over REST. Absent: no key can.'),
    callbackUrl: WebUrl.optional().describe(
      'URL that receives the finished job in a signed POST request, with the body of GET /jobs/{job_id}. Requires https:// unless the installation allows http.',
    ),
    ...ads,
    cancel: z.boolean().optional().describe('Set to true to end the job as FAILED [cancelled]. This cannot be undone.'),
    suspend: z
      .boolean()
      .optional()
      .describe(
        'While true, no stage runs and the overall timeout is paused. A running attempt is stopped and not counted.',
      ),
    ttlSecondsAfterFinished: count()
      .optional()
      .describe(
        "Seconds after which the finished job is archived and deleted, but not while its callback is pending. Absent: the installation's setting applies.",
      ),
  }),
  [
    {
      type: 'bad_value',
      msg: `${sentenceCase(adTypes.map(({ name, field }) => `${withArticle(name)} requires ${field}${forbidden(field)}`).join('; '))}.`,
      holds: (spec) => adTypes.every(({ name, field }) => (spec[field] !== undefined) === (spec['type'] === name)),
      crd: { cel: adTypes.map(({ name, field }) => `has(self.${field}) == (self.type == '${name}')`).join(' && ') },
    },
  ],
).describe(
  'The request, and the account that pays. Only cancel, suspend and ttlSecondsAfterFinished can be changed later.',
);

function forbidden(field: string): string {
  const others = adTypes.map((type) => type.field).filter((other) => other !== field);
  return others.length === 0 ? '' : ` and forbids ${others.join(' and ')}`;
}

export const stageStates = ['Pending', 'Running', 'Succeeded', 'Failed', 'Skipped'] as const;
export const StageState = z.enum(stageStates);
export type StageState = z.infer<typeof StageState>;

export const StageStatus = z.object({
  name: words(63).describe('Name of the stage.'),
  state: StageState.describe(
    'Skipped: the request does not need the stage. Failed: the stage has no attempts left, or failed permanently.',
  ),
  attempt: count().describe('Number of the latest attempt, as in the name of its Job; 0 before the first.'),
  launches: count()
    .optional()
    .describe('Number of launches of the stage. Numbers of attempts can be skipped; launches count.'),
  waiting: StageWait.optional().describe(
    'Why the launched stage has not started. Absent: it has started, or it was launched less than 5 seconds ago.',
  ),
  disruptions: count()
    .optional()
    .describe(
      'Number of attempts that ended by a disruption, such as a drained node. They do not count towards the maximum number of attempts.',
    ),
  optional: z.boolean().optional().describe('True: the job continues if the stage fails.'),
  startTime: Timestamp.optional().describe('Start of the first attempt.'),
  completionTime: Timestamp.optional().describe('Time at which the stage succeeded or failed.'),
  message: words(32_768).optional().describe('Message of the stage about its end, or the reason for another attempt.'),
  resultRef: words(1_024).optional().describe('Artifact store key of the result.json of the successful attempt.'),
});
export type StageStatus = z.infer<typeof StageStatus>;

export const deliveryStates = ['pending', 'delivered', 'gave_up', 'gone', 'abandoned'] as const;

/**
 * One attempt to send the callback of a job. None of its fields may be null, because a merge patch removes null fields,
 * also within lists.
 */
export const DeliveryAttempt = z.object({
  attempt: count().min(1).describe('Number of the attempt, starting at 1.'),
  time: Timestamp.describe('Start of the attempt.'),
  status: count(999).optional().describe('HTTP status of the response. Absent: no response arrived.'),
  latencyMs: count().describe('Milliseconds until the response or the failure.'),
  outcome: z
    .enum(['delivered', 'failed', 'gone'])
    .describe('gone: the receiver answered 410, which ends the delivery.'),
  error: words(64).optional().describe('Kind of failure, such as timed_out.'),
  responseExcerpt: words(1_024)
    .optional()
    .describe('First 1 KiB of the response. Absent for receivers in private address ranges.'),
});
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>;

export const DeliveryStatus = z.object({
  state: z
    .enum(deliveryStates)
    .describe(
      'gave_up: every attempt failed. gone: the receiver answered 410. abandoned: the job or its account was deleted before delivery.',
    ),
  attempts: count().optional().describe('Total number of attempts.'),
  deliveries: z.array(DeliveryAttempt).max(20).optional().describe('The last 20 attempts.'),
  nextAttemptTime: Timestamp.optional().describe('Time of the next attempt. Absent: the next attempt is due at once.'),
  replays: z.array(Timestamp).max(10).optional().describe('Times of the last 10 requests to send the callback again.'),
  replayRequest: words(253)
    .optional()
    .describe(
      'Last value of the replay annotation (a request to send the callback again) that the controller has handled.',
    ),
  attemptsBeforeReplay: count()
    .optional()
    .describe(
      'Number of attempts made before the last replay of an ended delivery. After that replay, up to ten more attempts are made.',
    ),
});
export type DeliveryStatus = z.infer<typeof DeliveryStatus>;

const Credits = z.object({
  required: count().describe('Price of the job in credits, which are reserved until the job ends.'),
  charged: count().optional().describe('Credits charged when the job ended; 0 for a failed job.'),
});

const Suspension = z.object({
  seconds: count().describe('Total seconds for which the job was suspended, without the current suspension.'),
  since: Timestamp.optional().describe('Start of the current suspension. Absent: the job is not suspended.'),
});

export const AdJobStatus = z
  .object({
    phase: JobPhase.optional().describe('Phase of the job. SUCCESS and FAILED are final.'),
    jobId: words(36).optional().describe('The job_id of the REST API.'),
    // atomic: only the controller writes stages, and an owner for each field costs the API server an eighth of a patch
    stages: z
      .array(StageStatus)
      .max(16)
      .meta({ 'x-kubernetes-list-type': 'atomic' })
      .optional()
      .describe('The stages of the pipeline.'),
    observedGeneration: ObservedGeneration,
    conditions: Conditions.optional().describe(
      'Reconciling: the job has not ended. Stalled: it has failed. Admitted: it may run. BrandRead: a page of the request was read; absent if it names none. Complete, Failed: how the job ended. CallbackDelivered: the receiver accepted the callback.',
    ),
    credits: Credits.optional().describe('Price and charge of the job.'),
    response: z
      .record(z.string(), z.unknown())
      .nullable()
      .optional()
      .describe('The result as the REST API returns it, in snake_case. Only with SUCCESS.'),
    error: words(8_192)
      .nullable()
      .optional()
      .describe('A sentence followed by an error code in brackets. Only with FAILED.'),
    delivery: DeliveryStatus.optional().describe('State of the callback delivery.'),
    modelCalls: z
      .array(ModelCallsStatus)
      .max(60)
      .optional()
      .describe('Calls of models by the stages that have ended. Absent: no model was called.'),
    suspension: Suspension.optional().describe('Time that does not count towards the overall timeout.'),
    startTime: Timestamp.optional().describe('Start of the first stage.'),
    completionTime: Timestamp.optional().describe('End of the job.'),
  })
  .describe('Progress and result of the job. Written by the controller.');
export type AdJobStatus = z.infer<typeof AdJobStatus>;

export type AdJob = StoredObject<AdJobSpec, AdJobStatus>;
