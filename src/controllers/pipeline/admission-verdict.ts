import { isConditionTrue, setCondition } from '../../domain/conditions.ts';
import type { AdJobStatus } from '../../schema/adjob.ts';
import { issueLine } from '../../schema/issue.ts';
import { generation, reasonOf, type Failure } from './ending.ts';
import type { DecisionInput } from './decision-input.ts';
import { plannedList } from './stage-list.ts';
import { unknownType } from './unknown-type.ts';

export type AdmissionVerdict = { status: AdJobStatus; refusal: Failure | undefined };

/**
 * Decides whether the job may run, unless this was decided before. Records in the status of the job the price that the
 * ledger returned.
 *
 * Guarantee: an accepted job does not fail later because its account, API key or credits have changed.
 */
export function judgeAdmission(input: DecisionInput, now: Date): AdmissionVerdict {
  if (isConditionTrue(input.job.status?.conditions, 'Admitted')) return { status: begin(input), refusal: undefined };
  const wrong = taken(input) ?? unknownType(input.job) ?? wrongSpec(input);
  const begun = wrong === undefined ? begin(input) : identified(input);
  const refusal = wrong ?? wrongParty(input) ?? tooDear(input);
  const conditions = setCondition(
    begun.conditions,
    refusal === undefined
      ? { type: 'Admitted', status: 'True', reason: 'Admitted', message: 'The job may run.', ...generation(input) }
      : {
          type: 'Admitted',
          status: 'False',
          reason: reasonOf(refusal.code),
          message: refusal.sentence,
          ...generation(input),
        },
    now,
  );
  return { status: { ...begun, conditions }, refusal };
}

function begin(input: DecisionInput): AdJobStatus {
  const { status, spec } = input.job;
  const credits = status?.credits ?? price(input);
  return {
    ...identified(input),
    ...(credits && { credits }),
    stages: plannedList(status?.stages, spec),
  };
}

function identified({ job: { status }, jobId }: DecisionInput): AdJobStatus {
  return { ...status, phase: status?.phase ?? 'PENDING', jobId: status?.jobId ?? jobId };
}

function price({ admission }: DecisionInput): AdJobStatus['credits'] {
  if (admission.kind === 'admitted') return { required: admission.credits };
  return admission.kind === 'insufficient' ? { required: admission.required } : undefined;
}

function taken({ job, admission }: DecisionInput): Failure | undefined {
  if (admission.kind !== 'taken') return undefined;
  return { code: 'refused', sentence: `The name "${job.metadata.name}" is the id of another job.` };
}

function tooDear({ job, admission }: DecisionInput): Failure | undefined {
  if (admission.kind !== 'insufficient') return undefined;
  const { required, available } = admission;
  const sentence = `The job needs ${required} credits, and the account "${job.spec.accountRef.name}" has ${available} available.`;
  return { code: 'insufficient_credits', sentence };
}

function wrongParty({ job, parties: { accountExists, keyExists, isKeyOwn } }: DecisionInput): Failure | undefined {
  if (!accountExists) {
    return { code: 'account_not_found', sentence: `The account "${job.spec.accountRef.name}" does not exist.` };
  }
  const key = job.spec.apiKeyRef?.name ?? '';
  if (!keyExists) return { code: 'key_not_found', sentence: `The API key "${key}" does not exist.` };
  if (isKeyOwn) return undefined;
  const sentence = `The API key "${key}" does not belong to the account "${job.spec.accountRef.name}".`;
  return { code: 'refused', sentence };
}

const problemsShown = 3;

/**
 * Returns the failure of a job whose spec breaks a rule that the CRD did not check, because the CRD cannot express the
 * rule or is older than this program. The messages are the same as those of the REST API.
 */
function wrongSpec({ problems }: DecisionInput): Failure | undefined {
  if (problems.length === 0) return undefined;
  const untold = problems.length - problemsShown;
  const lines = [...problems.slice(0, problemsShown).map(issueLine), ...(untold > 0 ? [`And ${untold} more.`] : [])];
  return { code: 'refused', sentence: lines.join(' ') };
}
