import { accountOf } from '../../domain/account-of.ts';
import { areGrantsApplied } from '../../domain/grants-applied.ts';
import { isApiJobName, jobIdOf } from '../../domain/job-view.ts';
import { adAccountKind } from '../../domain/kinds.ts';
import { requiredCredits } from '../../domain/pricing.ts';
import { timeLeftMs } from '../../domain/timeouts.ts';
import type { JobObject } from '../../ledger/port.ts';
import type { AdJob } from '../../schema/adjob.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import type { PipelineDeps } from './deps.ts';
import { findEarlierRun, findHold } from './earlier-run.ts';
import { isOpen, needsAdmission, type PipelineMemory } from './gather.ts';
import type { Facts, LedgerAdmission, DecisionInput } from './decision-input.ts';
import { runningStage } from './stage-list.ts';
import { allPresent } from './parties.ts';

type Reserved = Pick<DecisionInput, 'jobId' | 'admission' | 'parties'>;

/**
 * The ledger does not count all grants of credits to the account yet, so the job waits and is reconciled again later.
 */
export type GrantsPending = 'grants-pending';

/**
 * Reserves credits for a job whose status does not show yet that the job may run. Also reserves a slot (place for one
 * running job) for a job or redraw that can start now. If a crash interrupts this function, a second call gets the same answer
 * from the ledger. Throws `LedgerUnavailable`.
 */
export async function admit(
  facts: Facts,
  deps: PipelineDeps,
  memory: PipelineMemory,
): Promise<DecisionInput | GrantsPending> {
  const reserved = await reserve(facts, deps, memory);
  if (reserved === 'grants-pending') return reserved;
  const mayStart = wantsToRedraw(facts)
    ? memory.gate.mayRedraw(facts.job)
    : wantsToStart(facts.job, reserved.admission) && memory.gate.mayStart(facts.job.metadata.uid);
  return { ...facts, ...reserved, mayStart };
}

/**
 * Determines the job id. For an AdJob that the REST API created, this is the id under which the ledger accepted the
 * job. For an AdJob that a user created directly, reserves the credits now, and uses the uid of the AdJob as job id.
 */
async function reserve(facts: Facts, deps: PipelineDeps, memory: PipelineMemory): Promise<Reserved | GrantsPending> {
  const { job, problems } = facts;
  if (!needsAdmission(job)) return { jobId: jobIdOf(job), admission: { kind: 'known' }, parties: allPresent };
  const { name, uid } = job.metadata;
  const bound = isApiJobName(name) ? await findHold(name, job, deps, memory) : ({ kind: 'unknown' } as const);
  if (bound.kind === 'bound') return { jobId: name, admission: { ...bound, kind: 'admitted' }, parties: allPresent };
  if (bound.kind === 'taken') return ranBefore(uid, name);
  if (bound.kind !== 'unknown') return { jobId: uid, admission: bound, parties: allPresent };
  const isRefused = problems.length > 0 || job.metadata.deletionTimestamp !== undefined;
  if (isRefused) return { jobId: uid, admission: { kind: 'unasked' }, parties: allPresent };
  const earlier = await findEarlierRun(job, deps, memory);
  if (earlier === undefined) return reserveForApplied(facts, deps, memory);
  if (earlier.kind === 'ended') return ranBefore(uid, earlier.jobId);
  return { jobId: earlier.jobId, admission: { ...earlier.held, kind: 'admitted' }, parties: allPresent };
}

function ranBefore(jobId: string, earlierId: string): Reserved {
  return { jobId, admission: { kind: 'ran-before', earlierId }, parties: allPresent };
}

async function reserveForApplied(
  { job, parties }: Facts,
  deps: PipelineDeps,
  memory: PipelineMemory,
): Promise<Reserved | GrantsPending> {
  const jobId = job.metadata.uid;
  if (parties.accountExists && parties.keyExists && parties.isKeyOwn) {
    const admission = await hold(job, deps, memory);
    return admission === 'grants-pending' ? admission : { jobId, admission, parties };
  }
  // The account or the key is gone. An interrupted reconcile may have reserved credits for the job while both still
  // existed, so the ledger is asked.
  const held = await bind(jobId, job, memory);
  if (held.kind === 'bound') return { jobId, admission: { ...held, kind: 'admitted' }, parties: allPresent };
  return { jobId, admission: { kind: 'unasked' }, parties };
}

async function hold(job: AdJob, deps: PipelineDeps, memory: PipelineMemory): Promise<LedgerAdmission | GrantsPending> {
  const { config, clock, store } = deps;
  const jobId = job.metadata.uid;
  const account = accountOf(job);
  const credits = requiredCredits(job.spec, config.prices);
  if (credits === undefined) return { kind: 'unasked' };
  const seen = memory.accountKeys.ledgerPosition(account);
  const origin = { kind: 'applied', object: objectOf(job) } as const;
  const ask = () => memory.ledger.call((ledger) => ledger.admit({ jobId, account, credits, seen, origin }));
  let admitted = await ask();
  if (admitted.kind === 'insufficient') {
    if (mayWait(job, clock.now()) && !(await areGrantsCounted(account, store))) return 'grants-pending';
    admitted = await ask();
  }
  if (admitted.kind === 'insufficient') return { ...admitted, required: credits };
  // The price of the job is read from its ledger entry. The price list may have changed since an interrupted reconcile
  // reserved the credits.
  const held = await bind(jobId, job, memory);
  return held.kind === 'bound' ? { ...held, kind: 'admitted' } : { kind: 'taken' };
}

/**
 * Reports whether the job may still wait until the ledger counts the grants of credits to its account. A suspended job
 * may wait without limit, and any other job until its overall time limit.
 */
function mayWait(job: AdJob, now: Date): boolean {
  if (job.spec.cancel === true) return false;
  return job.spec.suspend === true || timeLeftMs(job, job.status?.suspension, now) > 0;
}

/**
 * Reports whether the ledger counts every grant of credits to the account. A job waits for this, because a refusal for
 * too few credits is final, and a user may have created the account and the job at the same time. An account that is
 * being deleted gets no further grants.
 */
async function areGrantsCounted(key: ObjectKey, store: PipelineDeps['store']): Promise<boolean> {
  const account = await store.get(adAccountKind, key);
  if (account === undefined || account.metadata.deletionTimestamp !== undefined) return true;
  if (account.spec.creditGrants.length === 0) return true;
  return areGrantsApplied(account);
}

function wantsToRedraw({ redraw }: Facts): boolean {
  return redraw?.source !== undefined && !('refusal' in redraw.source);
}

function wantsToStart(job: AdJob, admission: LedgerAdmission): boolean {
  if (!isOpen(job) || job.spec.suspend === true || job.spec.cancel === true) return false;
  if (admission.kind !== 'known' && admission.kind !== 'admitted') return false;
  return runningStage(job.status?.stages, job.spec) === undefined;
}

function bind(jobId: string, job: AdJob, { ledger }: PipelineMemory) {
  return ledger.call((each) => each.bind(jobId, objectOf(job), accountOf(job)));
}

function objectOf({ metadata: { namespace, name, uid } }: AdJob): JobObject {
  return { namespace, name, uid };
}
