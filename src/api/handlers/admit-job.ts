import { writeIntent } from '../../domain/intent.ts';
import { adJobKind } from '../../domain/kinds.ts';
import { isLedgerError, type AdmissionResult, type IdempotentRequest } from '../../ledger/port.ts';
import type { AdJobSpec } from '../../schema/adjob.ts';
import type { NewObject } from '../../objects/stored-object.ts';
import type { Caller } from '../keys/callers.ts';
import type { ApiDeps } from '../deps.ts';

export type AdmitDeps = Pick<ApiDeps, 'ledger' | 'aborts' | 'admissions' | 'creations' | 'store' | 'clock' | 'logger'>;

export interface AskedJob {
  /** The AdJob to create. Its name is the job id. */
  job: NewObject<AdJobSpec>;
  caller: Caller;
  credits: number;
  idempotency: IdempotentRequest | undefined;
}

/**
 * Outcome of a create. `unavailable`: it is unknown whether the job was admitted, and the admission is being aborted.
 * `lost`: the ledger has lost its data, and the job was not admitted.
 */
export type CreateOutcome = AdmissionResult | { kind: 'unavailable' } | { kind: 'lost' };

/**
 * Time limit for an admission after which this replica still creates the AdJob. After a longer admission, only the
 * relay (the controller that creates missing AdJobs) creates the AdJob; it may have ended the job already.
 */
const createWithinMs = 10_000;

/**
 * Admits the job and starts to create its AdJob. If creating the AdJob fails, the job stays admitted, and the relay (a
 * controller) creates the AdJob.
 */
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
    deps.logger.warn(
      { err: error, jobId: name },
      'the ledger did not answer whether it admitted the job; aborting the admission',
    );
    return { kind: 'unavailable' };
  }
}

/**
 * Creates the AdJob in the background. The client does not wait for the AdJob, because the job is accepted and readable
 * without it.
 */
function createObject(job: NewObject<AdJobSpec>, { store, creations, logger }: AdmitDeps): void {
  const jobId = job.metadata.name;
  const isBegun = creations.run(() =>
    store.create(adJobKind, job).catch((error: unknown) => {
      logger.warn({ err: error, jobId }, 'failed to create the AdJob of an admitted job; the controller will retry');
    }),
  );
  if (!isBegun)
    logger.warn({ jobId }, 'too many AdJobs are being created at once; the controller will create this AdJob later');
}
