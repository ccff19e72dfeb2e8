import { grantsAppliedSince } from '../../domain/grants-applied.ts';
import { adAccountKind, adJobKind } from '../../domain/kinds.ts';
import type { Intent } from '../../ledger/port.ts';
import type { AdJobSpec } from '../../schema/adjob.ts';
import { isStoreError } from '../../objects/store-error.ts';
import type { NewObject } from '../../objects/stored-object.ts';
import { inTrace, withSpan } from '../../tracing/current-trace.ts';
import { traceOfJob } from '../../tracing/job-trace.ts';
import { bindLate, isThePipelines, lookAgainMs } from './bind-late.ts';
import { conclude, giveUp, objectKeyOf } from './conclude.ts';
import type { RelayDeps } from './deps.ts';
import { nextStep, type Refusal, type Step } from './next-step.ts';

/**
 * Advances one accepted job towards its outcome: an AdJob, or an archive record with the error. Returns the delay in
 * milliseconds before the job is handled again; undefined means in the next pass of the relay. Throws errors that may
 * be temporary.
 */
export async function relayIntent(
  listed: Intent,
  haltEnd: Date | undefined,
  deps: RelayDeps,
): Promise<number | undefined> {
  const now = deps.clock.now();
  if (nextStep(listed, now, haltEnd).kind === 'wait') return undefined;
  const known = deps.cached(objectKeyOf(listed));
  if (listed.error === undefined && known !== undefined && isThePipelines(known, now)) return lookAgainMs;
  // The listed record of the job may be outdated, so it is read again from the ledger: an AdJob that has existed before
  // must not be created again.
  const intent = await deps.ledger.intents.get(listed.jobId);
  if (intent === undefined) return undefined;
  const step = await stepOf(intent, now, haltEnd, deps);
  if (step.kind === 'create') return create(intent, step.object, deps);
  if (step.kind === 'give-up') return look(intent, step.refusal, deps);
  return step.kind === 'conclude' ? conclude(intent, step.error, deps) : undefined;
}

/**
 * Decides the next step for an intent. Before its overall timeout, asks the account for the end of a halt that ended
 * before this process started.
 */
async function stepOf(intent: Intent, now: Date, haltEnd: Date | undefined, { store }: RelayDeps): Promise<Step> {
  const step = nextStep(intent, now, haltEnd);
  if (step.kind !== 'give-up' || step.refusal.code !== 'timed_out') return step;
  const account = await store.get(adAccountKind, intent.account);
  const since = account && grantsAppliedSince(account);
  return since === undefined ? step : nextStep(intent, now, since);
}

async function create(intent: Intent, wanted: NewObject<AdJobSpec>, deps: RelayDeps): Promise<number | undefined> {
  const { store, logger, tracing } = deps;
  const { jobId, account } = intent;
  try {
    const trace = tracing && traceOfJob(wanted.metadata, jobId, tracing);
    await inTrace(trace, () => withSpan('create AdJob', () => store.create(adJobKind, wanted)));
    logger.info({ jobId, account }, 'created the AdJob of an accepted job that the API had not created');
    return lookAgainMs;
  } catch (error) {
    if (isStoreError(error, 'AlreadyExists')) return look(intent, undefined, deps);
    if (!isStoreError(error, 'Invalid')) throw error;
    logger.warn(
      { err: error, jobId, account },
      'the API server rejected the AdJob of an accepted job as invalid; the job ends FAILED',
    );
    return look(intent, { code: 'refused', sentence: 'The cluster refused the job.' }, deps);
  }
}

async function look(intent: Intent, refusal: Refusal | undefined, deps: RelayDeps): Promise<number | undefined> {
  const object = await deps.store.get(adJobKind, objectKeyOf(intent));
  if (object !== undefined) return bindLate(intent, object, refusal, deps);
  return refusal === undefined ? undefined : giveUp(intent, refusal, deps);
}
