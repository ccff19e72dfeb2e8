import { accountOf } from '../../domain/account-of.ts';
import { isConditionTrue } from '../../domain/conditions.ts';
import { standingOf } from '../../domain/job-standing.ts';
import { jobIdOf } from '../../domain/job-view.ts';
import { adJobKind } from '../../domain/kinds.ts';
import type { AdJob } from '../../schema/adjob.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import { oldMs, type Pass } from './pass.ts';

const chunk = 2_000;

/**
 * Audits jobs that were admitted (allowed to run) but have no reserved credits. `held` contains the ids of all jobs
 * with reserved credits. The caller must list `held` before this function reads the job cache.
 */
export async function auditJobs(held: ReadonlyMap<string, unknown>, pass: Pass): Promise<void> {
  const { memory } = pass;
  memory.jobLooks.begin();
  for (const [uid, key] of [...memory.uncharged]) {
    if (pass.isOver()) return;
    await pass.attempt({ ...key }, () => recheckCharge(uid, key, pass));
  }
  await noteUnheld(held, pass);
  for (const [uid, { key, sinceMs }] of [...memory.unheld].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (pass.isOver()) return;
    if (pass.monotonicMs - sinceMs < oldMs || !memory.jobLooks.take(uid)) continue;
    await pass.attempt({ ...key }, () => repair(uid, key, pass));
  }
}

async function noteUnheld(held: ReadonlyMap<string, unknown>, pass: Pass): Promise<void> {
  const { deps, memory, monotonicMs } = pass;
  const unheld: typeof memory.unheld = new Map();
  let scanned = 0;
  for (const job of deps.jobs.openJobs()) {
    const { uid, namespace, name } = job.metadata;
    if (isToBeHeld(job) && !held.has(jobIdOf(job)) && !memory.uncharged.has(uid)) {
      unheld.set(uid, memory.unheld.get(uid) ?? { key: { namespace, name }, sinceMs: monotonicMs });
    }
    if ((scanned += 1) % chunk === 0) await pass.pause();
  }
  memory.unheld = unheld;
}

/**
 * Reports whether credits must be reserved for the job. Excludes a job that is being deleted, because its credits are
 * charged or released before its AdJob is gone.
 */
function isToBeHeld({ metadata, status }: AdJob): boolean {
  return metadata.deletionTimestamp === undefined && isConditionTrue(status?.conditions, 'Admitted');
}

/**
 * Reserves the credits of an unfinished job again if the reservation was lost, or checks the charge of a succeeded job.
 *
 * Guarantee: credits are reserved again only if a read of the API (not of the cache) shows an unfinished job, and the
 * ledger has no entry for the job.
 */
async function repair(uid: string, key: ObjectKey, pass: Pass): Promise<void> {
  const { store, ledger, metrics, logger } = pass.deps;
  const job = await store.get(adJobKind, key);
  if (job?.metadata.uid !== uid || !isToBeHeld(job)) return;
  const standing = standingOf(job);
  if (standing?.state === 'settled') await checkCharge(job, pass);
  if (standing?.state !== 'reserved') return;
  const { credits } = standing;
  const jobId = jobIdOf(job);
  const account = accountOf(job);
  if (await ledger.audit.restoreHold({ jobId, account, credits, object: { ...key, uid } })) {
    metrics.corrected('restored');
    logger.warn(
      { jobId, account, credits },
      'reserved the credits of an unfinished job again, because their reservation was lost',
    );
  } else {
    const message = 'The job is not finished, but the ledger has already charged or released its credits.';
    pass.findings.push({ kind: 'contradiction', account, jobId, message });
  }
}

async function checkCharge(job: AdJob, pass: Pass): Promise<void> {
  const { uid, namespace, name } = job.metadata;
  const jobId = jobIdOf(job);
  if ((await pass.deps.ledger.settle(jobId, uid)) !== 'unknown') {
    pass.memory.uncharged.delete(uid);
    return;
  }
  pass.memory.uncharged.set(uid, { namespace, name });
  const message = 'The job succeeded, but the ledger has no charge for it.';
  pass.findings.push({ kind: 'uncharged', account: accountOf(job), jobId, message });
}

async function recheckCharge(uid: string, key: ObjectKey, pass: Pass): Promise<void> {
  const job = await pass.deps.store.get(adJobKind, key);
  if (job?.metadata.uid === uid && isToBeHeld(job)) await checkCharge(job, pass);
  else pass.memory.uncharged.delete(uid);
}
