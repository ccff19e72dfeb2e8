import { writeIntent } from '../../domain/intent.ts';
import { adJobKind } from '../../domain/kinds.ts';
import { isLedgerError, type AdmissionResult, type IdempotentRequest } from '../../ledger/port.ts';
import type { AdJobSpec } from '../../schema/adjob.ts';
import type { NewObject } from '../../store/port.ts';
import type { Caller } from '../keys/callers.ts';
import type { ApiDeps } from '../deps.ts';

export type AdmitDeps = Pick<ApiDeps, 'ledger' | 'aborts' | 'admissions' | 'creations' | 'store' | 'clock' | 'logger'>;

export interface AskedJob {
  /** Its name is the job id. */
  job: NewObject<AdJobSpec>;
  caller: Caller;
  credits: number;
  idempotency: IdempotentRequest | undefined;
}

/** `unavailable`: nobody knows whether it was admitted, and it is being taken back. `lost`: it was not. */
export type CreateOutcome = AdmissionResult | { kind: 'unavailable' } | { kind: 'lost' };

/** Later than that it is left to the relay, which may have given the job up already. */
const createWithinMs = 10_000;

/** Have the job admitted, and begin to make it where it was. Whatever becomes of the object: what was admitted stays so. */
export async function admitJob(asked: AskedJob, deps: AdmitDeps): Promise<CreateOutcome> {
  const beginMs = deps.clock.monotonicMs();
  const admission = await admit(asked, deps);
  deps.admissions.admitted(admission.kind === 'given-up' ? 'unavailable' : admission.kind);
  const isInTime = deps.clock.monotonicMs() - beginMs <= createWithinMs;
  if (admission.kind === 'accepted' && isInTime) createObject(asked.job, deps);
  return admission;
}

async function admit({ job, caller, credits, idempotency }: AskedJob, deps: AdmitDeps): Promise<CreateOutcome> {
  const { name, namespace } = job.metadata;
  const origin = {
    kind: 'request' as const,
    object: { namespace, name },
    intent: writeIntent(job),
    ...(idempotency && { idempotency }),
  };
  try {
    const { account, ledgerSeen: seen } = caller;
    return await deps.ledger.admit({ jobId: name, account, credits, seen, origin });
  } catch (error) {
    if (isLedgerError(error, 'Lost')) return { kind: 'lost' };
    deps.aborts.add(name);
    if (!isLedgerError(error)) throw error;
    deps.logger.warn({ err: error, jobId: name }, 'nobody knows whether the job was admitted');
    return { kind: 'unavailable' };
  }
}

/** The client does not wait for it: its job is accepted, and readable, without the object. */
function createObject(job: NewObject<AdJobSpec>, { store, creations, logger }: AdmitDeps): void {
  const jobId = job.metadata.name;
  const isBegun = creations.run(() =>
    store.create(adJobKind, job).catch((error: unknown) => {
      logger.warn({ err: error, jobId }, 'the AdJob is left to the relay');
    }),
  );
  if (!isBegun) logger.warn({ jobId }, 'too many AdJobs are being made: this one is left to the relay');
}
