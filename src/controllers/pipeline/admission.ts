import { isConditionTrue, setCondition } from '../../domain/conditions.ts';
import { availableTypes } from '../../domain/pipelines.ts';
import { requiredCredits } from '../../domain/pricing.ts';
import type { AdJobStatus } from '../../schema/adjob.ts';
import { generation, reasonOf, type Failure } from './ending.ts';
import type { Seen } from './seen.ts';
import { plannedList } from './stage-list.ts';

export type Admission = { status: AdJobStatus; refusal: Failure | undefined };

/**
 * Judge once whether the job may run at all, and fix its price.
 *
 * Guarantee: a job that was admitted is never failed for its account or key again, whatever becomes of them.
 */
export function admit(seen: Seen, now: Date): Admission {
  const begun = begin(seen);
  if (isConditionTrue(begun.conditions, 'Admitted')) return { status: begun, refusal: undefined };
  const refusal = missingParty(seen) ?? missingRequest(seen);
  const conditions = setCondition(
    begun.conditions,
    refusal === undefined
      ? { type: 'Admitted', status: 'True', reason: 'Admitted', message: 'The job may run.', ...generation(seen) }
      : {
          type: 'Admitted',
          status: 'False',
          reason: reasonOf(refusal.code),
          message: refusal.sentence,
          ...generation(seen),
        },
    now,
  );
  return { status: { ...begun, conditions }, refusal };
}

/** A type of ad that this version cannot make is admitted all the same, so that it has its price and its answer. */
export function unavailable({ job }: Seen): Failure | undefined {
  if (availableTypes.includes(job.spec.type)) return undefined;
  const name = job.spec.type === 'video_ad' ? 'video' : 'image';
  return { code: 'not_available', sentence: `The ${name} pipeline is not available yet.` };
}

/** The status of a job at first sight; of a known one, what it has. */
function begin({ job, jobId }: Seen): AdJobStatus {
  return {
    ...job.status,
    phase: job.status?.phase ?? 'PENDING',
    jobId: job.status?.jobId ?? jobId,
    credits: job.status?.credits ?? { required: requiredCredits(job.spec) },
    stages: plannedList(job.status?.stages, job.spec),
  };
}

function missingParty({ job, accountExists, keyExists }: Seen): Failure | undefined {
  if (!accountExists) {
    return { code: 'account_not_found', sentence: `The account "${job.spec.accountRef.name}" does not exist.` };
  }
  if (keyExists) return undefined;
  return { code: 'key_not_found', sentence: `The API key "${job.spec.apiKeyRef?.name ?? ''}" does not exist.` };
}

/** A job that somebody applied may say one thing and hold another. */
function missingRequest({ job: { spec } }: Seen): Failure | undefined {
  const name = spec.type === 'video_ad' ? 'video' : 'image';
  return spec[name] === undefined ? { code: 'refused', sentence: `The job has no ${name} request.` } : undefined;
}
