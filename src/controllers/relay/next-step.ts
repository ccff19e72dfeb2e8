import { readIntent } from '../../domain/intent.ts';
import { overallTimeoutMinutes } from '../../domain/timeouts.ts';
import type { JobErrorCode } from '../../errors/job-errors.ts';
import type { Intent } from '../../ledger/port.ts';
import type { AdJobSpec } from '../../schema/adjob.ts';
import type { NewObject } from '../../store/port.ts';

/** Why no object will be made. */
export interface Refusal {
  code: JobErrorCode;
  sentence: string;
}

export type Step =
  /** The API has it in hand, and is nearly always done before. */
  | { kind: 'wait' }
  | { kind: 'create'; object: NewObject<AdJobSpec> }
  /** Unless the object is there. */
  | { kind: 'give-up'; refusal: Refusal }
  /** It was given up before: what is left is its record. */
  | { kind: 'conclude'; error: string };

/** Younger intents are left to the API that made them. */
export const graceMs = 2_000;

/** What the intent calls for at this time, as far as it can be told without asking anybody. */
export function nextStep(intent: Intent, now: Date): Step {
  if (intent.error !== undefined) return { kind: 'conclude', error: intent.error };
  const ageMs = now.getTime() - Date.parse(intent.createdTime);
  if (ageMs < graceMs) return { kind: 'wait' };
  if (intent.isCancelled) return giveUp('cancelled', 'The job was cancelled.');
  const object = ownObject(intent);
  if (object === undefined) return giveUp('internal', 'What was accepted of the job cannot be read.');
  const minutes = overallTimeoutMinutes[object.spec.type];
  if (ageMs >= minutes * 60_000) return giveUp('timed_out', `The job could not be begun within ${minutes} minutes.`);
  return { kind: 'create', object };
}

/** A payload that speaks of another object would never be seen as this job. */
function ownObject({ payload, jobId, account }: Intent): NewObject<AdJobSpec> | undefined {
  const object = readIntent(payload);
  return object?.metadata.name === jobId && object.metadata.namespace === account.namespace ? object : undefined;
}

function giveUp(code: JobErrorCode, sentence: string): Step {
  return { kind: 'give-up', refusal: { code, sentence } };
}
