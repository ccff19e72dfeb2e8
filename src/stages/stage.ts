import type { Logger } from 'pino';
import type { Egress } from '../egress/port.ts';
import type { AdJobSpec } from '../schema/adjob.ts';
import type { StageInput } from './contract.ts';

/** All that a stage may touch. It has no store, no cluster and no service behind it: files in, files out. */
export interface StageContext {
  input: StageInput;
  /** The AdJob's spec of this job, parsed. */
  spec: AdJobSpec;
  /** An input by its logical name (`onboarding/brand.json`); undefined where that stage did not succeed. */
  read: (name: string) => Promise<Buffer | undefined>;
  /** Write a declared output, whole or not at all. A name that was not declared throws. */
  write: (file: string, bytes: Buffer, contentType: string) => Promise<void>;
  egress: Egress;
  logger: Logger;
  /** Aborts when the stage is told to end. */
  signal: AbortSignal;
}

interface StageOutcome {
  /** One line for operators. */
  summary: string;
  /** Only of a job's last stage; file names in it become URLs later. */
  response?: Record<string, unknown>;
}

/** Throws `PermanentFailure` for an end that no retry would change, anything else for one that a retry might. */
export type Stage = (context: StageContext) => Promise<StageOutcome>;
