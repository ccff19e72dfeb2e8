import { z } from 'zod';
import { UnreadReason } from '../schema/brand-read.ts';

/**
 * Place of an input or output of a stage: a file, or a presigned URL. A URL allows GET (an input) or PUT (an output)
 * until the access expires.
 */
export const FileAccess = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), path: z.string().min(1) }),
  z.object({ kind: z.literal('url'), url: z.string().min(1) }),
]);
export type FileAccess = z.infer<typeof FileAccess>;

/** How an earlier stage of the same job ended. */
export const EarlierStage = z.object({
  state: z.enum(['Succeeded', 'Failed', 'Skipped']),
  message: z.string().optional(),
});

/** Value of `ADWRIGHT_STAGE_INPUT`: ids and places of files, at most 16 KiB. The request itself is a file. */
export const StageInput = z.object({
  jobId: z.string().min(1),
  stage: z.string().min(1),
  attempt: z.number().int().positive(),
  /** By logical name: `request`, and `<stage>/<file>` for outputs of earlier stages. */
  inputs: z.record(z.string(), FileAccess),
  /** By declared file name. */
  outputs: z.record(z.string(), FileAccess),
  /** `result.json`, written last. */
  result: FileAccess,
  earlier: z.record(z.string(), EarlierStage),
});
export type StageInput = z.infer<typeof StageInput>;

export const stageInputBytesMax = 16_384;
export const terminationMessageBytesMax = 4_096;

export const exitDone = 0;
export const exitPermanent = 64;
export const exitAccessExpired = 65;

/** The termination message of an attempt: the place of the result after success, the reason after a failure. */
export const TerminationMessage = z.union([
  z.object({ ref: z.string(), sha256: z.string(), summary: z.string() }),
  z.object({
    code: z.string().optional(),
    sentence: z.string(),
    /** Reason why onboarding read no page. Unknown reasons are dropped. */
    unread: UnreadReason.optional().catch(undefined),
  }),
]);
export type TerminationMessage = z.infer<typeof TerminationMessage>;

/** Thrown by a stage if a retry cannot succeed. `code` is one of the job error codes. */
export class PermanentFailure extends Error {
  readonly code: string;

  constructor(code: string, sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'PermanentFailure';
    this.code = code;
  }
}

/** Thrown if no page of the request can be read. The message names each page and is suitable for `response.notes`. */
export class BrandUnreadable extends PermanentFailure {
  readonly reason: UnreadReason;

  constructor(reason: UnreadReason, sentence: string) {
    super('brand_unreadable', sentence);
    this.name = 'BrandUnreadable';
    this.reason = reason;
  }
}

/** Content of `result.json`. Only the last stage sets `response`; the controller turns its file names into URLs. */
export const StageResult = z.object({
  stage: z.string(),
  attempt: z.number().int().positive(),
  summary: z.string(),
  files: z.array(z.object({ name: z.string(), sha256: z.string(), bytes: z.number().int(), contentType: z.string() })),
  response: z.record(z.string(), z.unknown()).optional(),
});
export type StageResult = z.infer<typeof StageResult>;
