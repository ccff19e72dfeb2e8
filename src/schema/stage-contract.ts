import { z } from 'zod';
import { UnreadReason } from './brand-read.ts';

/**
 * Where a stage reads an input or writes an output: a file, or a presigned URL. A URL allows GET (for an input) or PUT
 * (for an output) until the access expires.
 */
export const FileAccess = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), path: z.string().min(1) }),
  z.object({ kind: z.literal('url'), url: z.string().min(1) }),
]);
export type FileAccess = z.infer<typeof FileAccess>;

/** Outcome of an earlier stage of the same job. */
export const EarlierStage = z.object({
  state: z.enum(['Succeeded', 'Failed', 'Skipped']),
  message: z.string().optional(),
});

/**
 * Value of `ADWRIGHT_STAGE_INPUT`: the ids of the run and the places of its files, at most 16 KiB. The request itself
 * is one of these files.
 */
export const StageInput = z.object({
  jobId: z.string().min(1),
  stage: z.string().min(1),
  attempt: z.number().int().positive(),
  /** Places of the input files by logical name: `request`, and `<stage>/<file>` for an output of an earlier stage. */
  inputs: z.record(z.string(), FileAccess),
  /** Places of the output files, by the file name that the stage declares. */
  outputs: z.record(z.string(), FileAccess),
  /** Place of `result.json`, which the stage writes last. */
  result: FileAccess,
  earlier: z.record(z.string(), EarlierStage),
});
export type StageInput = z.infer<typeof StageInput>;

export const stageInputBytesMax = 16_384;
export const terminationMessageBytesMax = 4_096;

export const exitDone = 0;
export const exitPermanent = 64;
export const exitAccessExpired = 65;

/**
 * The termination message of an attempt (one run of a stage): the place of the result after success, the reason after a
 * failure.
 */
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

/** Content of `result.json`. Only the last stage sets `response`; the controller turns its file names into URLs. */
export const StageResult = z.object({
  stage: z.string(),
  attempt: z.number().int().positive(),
  summary: z.string(),
  files: z.array(z.object({ name: z.string(), sha256: z.string(), bytes: z.number().int(), contentType: z.string() })),
  response: z.record(z.string(), z.unknown()).optional(),
});
export type StageResult = z.infer<typeof StageResult>;
