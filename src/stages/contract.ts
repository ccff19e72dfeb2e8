import { z } from 'zod';
import { UnreadReason } from '../schema/brand-read.ts';

/**
 * Where a stage finds an input or puts an output: a file, or a presigned URL that answers GET (an input) or takes PUT (an
 * output) for as long as its access lasts.
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

/** `ADWRIGHT_STAGE_INPUT`: ids and places, at most 16 KiB; the request itself is a file. */
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

/** The termination message: of a stage that is done, where the result is; of one that failed, why. */
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

/** Thrown by a stage for an end that no retry would change. `code` is one of the job error codes. */
export class PermanentFailure extends Error {
  readonly code: string;

  constructor(code: string, sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'PermanentFailure';
    this.code = code;
  }
}

/** None of the pages that the request names could be read. The sentence names each of them, and is fit for `response.notes`. */
export class BrandUnreadable extends PermanentFailure {
  readonly reason: UnreadReason;

  constructor(reason: UnreadReason, sentence: string) {
    super('brand_unreadable', sentence);
    this.name = 'BrandUnreadable';
    this.reason = reason;
  }
}

/** `result.json`: what the stage hands on. `response` is the last stage's; its file names become URLs later. */
export const StageResult = z.object({
  stage: z.string(),
  attempt: z.number().int().positive(),
  summary: z.string(),
  files: z.array(z.object({ name: z.string(), sha256: z.string(), bytes: z.number().int(), contentType: z.string() })),
  response: z.record(z.string(), z.unknown()).optional(),
});
export type StageResult = z.infer<typeof StageResult>;
