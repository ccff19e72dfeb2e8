import type { Logger } from 'pino';
import type { Egress } from '../egress/port.ts';
import type { AdJobSpec } from '../schema/adjob.ts';
import type { StageInput } from '../schema/stage-contract.ts';

/** Everything a stage may use. It has no access to a store, a cluster or a service: it reads files and writes files. */
export interface StageContext {
  input: StageInput;
  /** Parsed spec of the `AdJob`. */
  spec: AdJobSpec;
  /**
   * Reads an input by its logical name (`onboarding/brand.json`). Undefined if the earlier stage that writes it did not
   * succeed.
   */
  read: (name: string) => Promise<Buffer | undefined>;
  /**
   * Writes an output file, completely or not at all. Throws for a file that the stage has not declared as an output.
   */
  write: (file: string, bytes: Buffer, contentType: string) => Promise<void>;
  egress: Egress;
  logger: Logger;
  /** Aborts when the stage is stopped. */
  signal: AbortSignal;
}

interface StageOutcome {
  /** What the stage did, in one line for operators. */
  summary: string;
  /** Response of the job, set only by its last stage. The controller turns file names in it into URLs. */
  response?: Record<string, unknown>;
}

/**
 * One step of a pipeline. Throws `PermanentFailure` if a retry cannot succeed, and any other error if a retry might
 * succeed.
 */
export type Stage = (context: StageContext) => Promise<StageOutcome>;
