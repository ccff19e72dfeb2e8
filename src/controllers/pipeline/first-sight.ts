import { accountOf } from '../../domain/account-of.ts';
import { isConditionTrue } from '../../domain/conditions.ts';
import { isApiJobName, jobIdOf } from '../../domain/job-view.ts';
import { adAccountKind, apiKeyKind } from '../../domain/kinds.ts';
import { findCondition } from '../../domain/conditions.ts';
import { cleanupFinalizer } from '../../domain/labels.ts';
import { requiredCredits } from '../../domain/pricing.ts';
import { isTerminal } from '../../domain/terminal.ts';
import { timeLeftMs } from '../../domain/timeouts.ts';
import type { AdJob } from '../../schema/adjob.ts';
import type { JobObject } from '../../ledger/port.ts';
import type { ObjectKey } from '../../store/port.ts';
import type { PipelineDeps } from './deps.ts';
import type { PipelineMemory } from './gather.ts';
import { LedgerUnavailable } from './ledger-circuit-breaker.ts';
import type { Seen } from './seen.ts';

/** Who the job is, for money and for files, and whether it is paid for. */
export type FirstSight = Pick<Seen, 'jobId' | 'admission' | keyof Parties>;
type Parties = Pick<Seen, 'accountExists' | 'keyExists' | 'isKeyOwn'>;

const allRight = { accountExists: true, keyExists: true, isKeyOwn: true } as const;

/**
 * Ask the ledger for a job that no status says to be admitted: an id that the API gave out is given to this object, any
 * other job is admitted here. Asked again after a crash it has the same answer. Throws `LedgerAway`.
 */
export async function firstSight(
  { job, problems }: Pick<Seen, 'job' | 'problems'>,
  deps: PipelineDeps,
  memory: PipelineMemory,
): Promise<FirstSight> {
  if (!isToBeAsked(job)) return { jobId: jobIdOf(job), admission: { kind: 'known' }, ...allRight };
  const { name, uid } = job.metadata;
  const bound = isApiJobName(name) ? await bind(name, job, memory) : ({ kind: 'unknown' } as const);
  if (bound.kind === 'bound') return { jobId: name, admission: { ...bound, kind: 'admitted' }, ...allRight };
  if (bound.kind !== 'unknown') return { jobId: uid, admission: bound, ...allRight };
  const isHopeless = problems.length > 0 || job.metadata.deletionTimestamp !== undefined;
  if (isHopeless) return { jobId: uid, admission: { kind: 'unasked' }, ...allRight };
  return { jobId: uid, ...(await admitApplied(job, deps, memory)) };
}

/** Nothing is held for a job without our finalizer: it could go without anybody noticing. */
function isToBeAsked(job: AdJob): boolean {
  if (isTerminal(job) || isConditionTrue(job.status?.conditions, 'Admitted')) return false;
  return job.metadata.finalizers?.includes(cleanupFinalizer) === true;
}

async function admitApplied(
  job: AdJob,
  deps: PipelineDeps,
  memory: PipelineMemory,
): Promise<Omit<FirstSight, 'jobId'>> {
  const parties = await findParties(job, deps, memory);
  if (parties.accountExists && parties.keyExists && parties.isKeyOwn)
    return { admission: await hold(job, deps, memory), ...parties };
  // A pass that was cut off may have admitted it while both were there.
  const held = await bind(job.metadata.uid, job, memory);
  if (held.kind === 'bound') return { admission: { ...held, kind: 'admitted' }, ...allRight };
  return { admission: { kind: 'unasked' }, ...parties };
}

async function hold(job: AdJob, deps: PipelineDeps, memory: PipelineMemory): Promise<Seen['admission']> {
  const { config, clock, store } = deps;
  const jobId = job.metadata.uid;
  const account = accountOf(job);
  const credits = requiredCredits(job.spec, config.prices);
  const seen = memory.accountKeys.ledgerPosition(account);
  const origin = { kind: 'applied', object: objectOf(job) } as const;
  const ask = () => memory.ledger.call((ledger) => ledger.admit({ jobId, account, credits, seen, origin }));
  let admitted = await ask();
  if (admitted.kind === 'insufficient') {
    if (mayWait(job, clock.now()) && !(await areGrantsCounted(account, store)))
      throw new LedgerUnavailable('The account has grants that do not count yet.');
    admitted = await ask();
  }
  if (admitted.kind === 'insufficient') return { ...admitted, required: credits };
  // The price that counts is that of the entry: the price list may have changed since a pass that was cut off.
  const held = await bind(jobId, job, memory);
  return held.kind === 'bound' ? { ...held, kind: 'admitted' } : { kind: 'taken' };
}

/** Before its first status a suspended job has no time-out. */
function mayWait(job: AdJob, now: Date): boolean {
  if (job.spec.cancel === true) return false;
  return job.spec.suspend === true || timeLeftMs(job, undefined, now) > 0;
}

/**
 * Account and job may have been applied together; whoever is told of too few credits is not asked again. Of an account that
 * is being deleted no further grant will count.
 */
async function areGrantsCounted(key: ObjectKey, store: PipelineDeps['store']): Promise<boolean> {
  const account = await store.get(adAccountKind, key);
  if (account === undefined || account.metadata.deletionTimestamp !== undefined) return true;
  if (account.spec.creditGrants.length === 0) return true;
  const counted = findCondition(account.status?.conditions, 'GrantsApplied');
  return counted?.observedGeneration === account.metadata.generation;
}

function bind(jobId: string, job: AdJob, { ledger }: PipelineMemory) {
  return ledger.call((each) => each.bind(jobId, objectOf(job), accountOf(job)));
}

function objectOf({ metadata: { namespace, name, uid } }: AdJob): JobObject {
  return { namespace, name, uid };
}

/** The store is asked only for what the watch has not shown, or not so that the job could run. */
async function findParties(job: AdJob, { store }: PipelineDeps, { accountKeys }: PipelineMemory): Promise<Parties> {
  const account = accountOf(job);
  const [accountExists, payer] = await Promise.all([
    accountKeys.isAccountKnown(account) || store.get(adAccountKind, account).then((found) => found !== undefined),
    payerOfKey(job, store, accountKeys),
  ]);
  return { accountExists, keyExists: payer !== undefined, isKeyOwn: payer?.name === account.name };
}

/** The account of the key that the job names; without one, of the job. */
async function payerOfKey(
  job: AdJob,
  store: PipelineDeps['store'],
  parties: PipelineMemory['accountKeys'],
): Promise<ObjectKey | undefined> {
  const account = accountOf(job);
  if (job.spec.apiKeyRef === undefined) return account;
  const key = { namespace: job.metadata.namespace, name: job.spec.apiKeyRef.name };
  if (parties.accountOfKey(key)?.name === account.name) return account;
  const found = await store.get(apiKeyKind, key);
  return found && accountOf(found);
}
