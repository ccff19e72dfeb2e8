import { readIntent } from '../../domain/intent.ts';
import { overallTimeoutMinutes } from '../../domain/timeouts.ts';
import type { JobErrorCode } from '../../errors/job-errors.ts';
import type { Intent } from '../../ledger/port.ts';
import type { AdJobSpec } from '../../schema/adjob.ts';
import type { NewObject } from '../../objects/stored-object.ts';

export interface Refusal {
  code: JobErrorCode;
  sentence: string;
}

export type Step =
  | { kind: 'wait' }
  | { kind: 'create'; object: NewObject<AdJobSpec> }
  /** Give up the job, unless its AdJob exists. */
  | { kind: 'give-up'; refusal: Refusal }
  /** The job was given up before. Only its archive record is missing. */
  | { kind: 'conclude'; error: string };

/**
 * Minimum age in milliseconds of an accepted job before the relay handles the job. A younger job is left to the API,
 * which normally creates the AdJob.
 */
export const graceMs = 2_000;

/**
 * Decides the next step for an intent. Uses only the content of the intent, without I/O. The overall timeout counts from
 * the acceptance of the job, or from the end of a halt of all jobs after that.
 */
export function nextStep(intent: Intent, now: Date, haltEnd?: Date): Step {
  if (intent.error !== undefined) return { kind: 'conclude', error: intent.error };
  const createdMs = Date.parse(intent.createdTime);
  const ageMs = now.getTime() - createdMs;
  if (ageMs < graceMs) return { kind: 'wait' };
  if (intent.isCancelled) return giveUp('cancelled', 'The job was cancelled.');
  const object = ownObject(intent);
  if (object === undefined) return giveUp('internal', 'The stored request of the job is unreadable.');
  const minutes = overallTimeoutMinutes(object.spec.type);
  const timedMs = now.getTime() - Math.max(createdMs, haltEnd?.getTime() ?? createdMs);
  if (timedMs >= minutes * 60_000) return giveUp('timed_out', `The job did not start within ${minutes} minutes.`);
  return { kind: 'create', object };
}

/**
 * Returns the AdJob in the stored request of an accepted job. Returns undefined if the request is unreadable or
 * contains an AdJob with an unexpected name or namespace, because such an AdJob could never get the job id.
 */
function ownObject({ payload, jobId, account }: Intent): NewObject<AdJobSpec> | undefined {
  const object = readIntent(payload);
  return object?.metadata.name === jobId && object.metadata.namespace === account.namespace ? object : undefined;
}

function giveUp(code: JobErrorCode, sentence: string): Step {
  return { kind: 'give-up', refusal: { code, sentence } };
}
