import type { Logger } from 'pino';
import type { Egress } from '../egress/port.ts';
import type { AdJobSpec } from '../schema/adjob.ts';
import type { StageInput } from './contract.ts';

/** Everything a stage may use. It has no access to a store, a cluster or a service: it reads files and writes files. */
export interface StageContext {
  input: StageInput;
  /** Parsed spec of the `AdJob`. */
  spec: AdJobSpec;
  /** Reads an input by its logical name (`onboarding/brand.json`); undefined if the earlier stage did not succeed. */
  read: (name: string) => Promise<Buffer | undefined>;
  /** Writes a declared output completely or not at all. Throws for an undeclared name. */
  write: (file: string, bytes: Buffer, contentType: string) => Promise<void>;
  egress: Egress;
  logger: Logger;
  /** Aborts when the stage is stopped. */
  signal: AbortSignal;
}

interface StageOutcome {
  /** One line for operators. */
  summary: string;
  /** Set by the last stage of a job only. The controller turns file names in it into URLs. */
  response?: Record<string, unknown>;
}

/** Throws `PermanentFailure` if a retry cannot succeed, any other error if it might. */
export type Stage = (context: StageContext) => Promise<StageOutcome>;
