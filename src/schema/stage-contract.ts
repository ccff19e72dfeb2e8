import { z } from 'zod';
import { UnreadReason } from './brand-read.ts';

/**
 * Location of a file that a stage reads or writes: a path, or a presigned URL. The URL allows GET for an input and PUT
 * for an output, until it expires.
 */
export const FileAccess = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), path: z.string().min(1) }),
  z.object({ kind: z.literal('url'), url: z.string().min(1) }),
]);
export type FileAccess = z.infer<typeof FileAccess>;

export const EarlierStage = z.object({
  state: z.enum(['Succeeded', 'Failed', 'Skipped']),
  message: z.string().optional(),
});

/**
 * Value of the environment variable `ADWRIGHT_STAGE_INPUT`, with which a stage is started: the ids of the run and the
 * locations of its files. The value has at most 16 KiB. The request may be larger, so it is one of the files.
 */
export const StageInput = z.object({
  jobId: z.string().min(1),
  stage: z.string().min(1),
  attempt: z.number().int().positive(),
  /**
   * Location of each input file: `request` is the request, `<stage>/<file>` is an output of an earlier stage,
   * `previous/<file>` is an output of the previous attempt of this stage, and `attempt-<n>/operations/<file>` belongs to
   * a call of a model by an earlier attempt.
   */
  inputs: z.record(z.string(), FileAccess),
  outputs: z.record(z.string(), FileAccess),
  /** Location of `result.json`, which the stage writes last. */
  result: FileAccess,
  earlier: z.record(z.string(), EarlierStage),
  /** Span of this attempt, in the format of the header `traceparent`. Absent: the stage records no spans. */
  traceparent: z.string().optional(),
  /** Account whose models the stage calls, and what this attempt may spend on them. Absent: no models. */
  models: z
    .object({
      /** Namespace and name: `ads/team-a`. */
      account: z.string(),
      /** Millionths of a US dollar. Null: no limit. */
      allowanceMicroUsd: z.int().min(0).nullable(),
    })
    .optional(),
});
export type StageInput = z.infer<typeof StageInput>;

/** Name of the file that an attempt writes last. */
export const resultFile = 'result.json';

/** First part of the names of the inputs that the previous attempt of the same stage wrote. */
export const previousAttempt = 'previous';

/** Folder in which a stage and the controller find the keys with which the inputs of stages are sealed, a file each. */
export const sealingKeysFolder = '/etc/adwright-stage-input';

export const stageInputBytesMax = 16_384;
export const terminationMessageBytesMax = 4_096;

export const exitDone = 0;
export const exitPermanent = 64;
export const exitAccessExpired = 65;

/**
 * The termination message of a stage's container. After success, it names the result file; after a failure, the reason.
 * A stage that could read no web page ends with `exitDone` and states `unread`, without a result file: the website of a
 * customer is no failure of the cluster, so the Kubernetes Job is complete.
 */
export const TerminationMessage = z.union([
  z.object({ ref: z.string(), sha256: z.string(), summary: z.string() }),
  z.object({
    code: z.string().optional(),
    sentence: z.string(),
    /**
     * Reason why the stage could not read any web page of the request. A reason that this version does not know is
     * dropped.
     */
    unread: UnreadReason.optional().catch(undefined),
  }),
]);
export type TerminationMessage = z.infer<typeof TerminationMessage>;

/** Maximum number of spans of one attempt. */
export const stageSpansMax = 32;
const spanId = z.string().regex(/^[0-9a-f]{16}$/);

/** A part of the work of a stage, for the trace of its job. It belongs to the trace of the stage's input. */
export const StageSpan = z.object({
  name: z.string().max(64),
  spanId,
  parentSpanId: spanId,
  kind: z.enum(['internal', 'client']).optional(),
  startMs: z.number(),
  endMs: z.number(),
  attributes: z.record(z.string().max(64), z.union([z.string().max(64), z.number(), z.boolean()])).optional(),
  isError: z.boolean().optional(),
});
export type StageSpan = z.infer<typeof StageSpan>;

/**
 * Content of `result.json`, which each stage writes. Only the last stage of a job sets `response`; the controller
 * replaces the file names in it by URLs.
 */
export const StageResult = z.object({
  stage: z.string(),
  attempt: z.number().int().positive(),
  summary: z.string(),
  files: z.array(z.object({ name: z.string(), sha256: z.string(), bytes: z.number().int(), contentType: z.string() })),
  response: z.record(z.string(), z.unknown()).optional(),
  /** Dropped if they are invalid, because no job fails for its trace. */
  spans: z.array(StageSpan).max(stageSpansMax).optional().catch(undefined),
});
export type StageResult = z.infer<typeof StageResult>;
