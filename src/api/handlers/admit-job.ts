import { writeIntent } from '../../domain/intent.ts';
import { adJobKind } from '../../domain/kinds.ts';
import { isLedgerError, type AdmissionResult, type IdempotentRequest } from '../../ledger/port.ts';
import type { AdJobSpec } from '../../schema/adjob.ts';
import type { NewObject } from '../../objects/stored-object.ts';
import type { Caller } from '../keys/callers.ts';
import type { ApiDeps } from '../deps.ts';

export type AdmitDeps = Pick<ApiDeps, 'ledger' | 'aborts' | 'admissions' | 'creations' | 'store' | 'clock' | 'logger'>;

export interface AskedJob {
  /** The AdJob to create. Its name is also the id of the job. */
  job: NewObject<AdJobSpec>;
  caller: Caller;
  credits: number;
  idempotency: IdempotentRequest | undefined;
}

/**
 * Outcome of a request to create a job. `unavailable`: the ledger did not answer whether it admitted the job (reserved
 * its credits), and the admission is being undone. `lost`: the ledger has lost its data, and the job was not admitted.
 */
export type CreateOutcome = AdmissionResult | { kind: 'unavailable' } | { kind: 'lost' };

/**
 * Time limit for the admission of a job (the reservation of its credits). If the admission took longer, this replica
 * does not create the AdJob, because the controller may already have created it.
 */
const createWithinMs = 10_000;

/**
 * Admits a job (reserves its credits in the ledger) and starts to create its AdJob in the background. If the AdJob
 * cannot be created, the job stays admitted, and the controller creates the AdJob later.
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
      'the ledger did not answer whether it accepted the job; revoking the acceptance',
    );
    return { kind: 'unavailable' };
  }
}

function createObject(job: NewObject<AdJobSpec>, { store, creations, logger }: AdmitDeps): void {
  const jobId = job.metadata.name;
  const isBegun = creations.run(() =>
    store.create(adJobKind, job).catch((error: unknown) => {
      logger.warn({ err: error, jobId }, 'failed to create the AdJob of an accepted job; the controller will retry');
    }),
  );
  if (!isBegun)
    logger.warn({ jobId }, 'too many AdJobs are being created at once; the controller will create this AdJob later');
}
