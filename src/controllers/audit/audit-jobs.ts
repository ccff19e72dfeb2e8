import { accountOf } from '../../domain/account-of.ts';
import { isConditionTrue } from '../../domain/conditions.ts';
import { standingOf } from '../../domain/job-standing.ts';
import { jobIdOf } from '../../domain/job-view.ts';
import { adJobKind } from '../../domain/kinds.ts';
import type { AdJob } from '../../schema/adjob.ts';
import type { ObjectKey } from '../../store/port.ts';
import { oldMs, type Pass } from './pass.ts';

/** Jobs looked through at one go. */
const chunk = 2_000;

/** Look for admitted jobs that nothing is held for. `held` was listed before the cache is read. */
export async function auditJobs(held: ReadonlySet<string>, pass: Pass): Promise<void> {
  const { memory } = pass;
  memory.jobLooks.begin();
  for (const [uid, key] of [...memory.uncharged]) {
    if (pass.isOver()) return;
    await pass.attempt({ ...key }, () => askAgain(uid, key, pass));
  }
  await noteUnheld(held, pass);
  for (const [uid, { key, sinceMs }] of [...memory.unheld].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (pass.isOver()) return;
    if (pass.monotonicMs - sinceMs < oldMs || !memory.jobLooks.take(uid)) continue;
    await pass.attempt({ ...key }, () => mend(uid, key, pass));
  }
}

/** Since when each job has been seen without a hold, pass after pass. */
async function noteUnheld(held: ReadonlySet<string>, pass: Pass): Promise<void> {
  const { deps, memory, monotonicMs } = pass;
  const unheld: typeof memory.unheld = new Map();
  let looked = 0;
  for (const job of deps.jobs.openJobs()) {
    const { uid, namespace, name } = job.metadata;
    if (isToBeHeld(job) && !held.has(jobIdOf(job)) && !memory.uncharged.has(uid)) {
      unheld.set(uid, memory.unheld.get(uid) ?? { key: { namespace, name }, sinceMs: monotonicMs });
    }
    if ((looked += 1) % chunk === 0) await pass.pause();
  }
  memory.unheld = unheld;
}

/** The hold of one that is being deleted is closed before its object goes. */
function isToBeHeld({ metadata, status }: AdJob): boolean {
  return metadata.deletionTimestamp === undefined && isConditionTrue(status?.conditions, 'Admitted');
}

/** Guarantee: a hold is made again only for a job that goes on by a live look, and only where the ledger knows nothing of it. */
async function mend(uid: string, key: ObjectKey, pass: Pass): Promise<void> {
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
    metrics.mended('restored');
    logger.warn({ jobId, account, credits }, 'made the lost hold of a job again');
  } else {
    const message = 'The job goes on, but the ledger has closed its hold.';
    pass.findings.push({ kind: 'contradiction', account, jobId, message });
  }
}

/** Settling changes nothing where there is no entry, and is right where there is an open one. */
async function checkCharge(job: AdJob, pass: Pass): Promise<void> {
  const { uid, namespace, name } = job.metadata;
  const jobId = jobIdOf(job);
  if ((await pass.deps.ledger.settle(jobId, uid)) !== 'unknown') {
    pass.memory.uncharged.delete(uid);
    return;
  }
  pass.memory.uncharged.set(uid, { namespace, name });
  const message = 'The job has succeeded, but the ledger does not know it.';
  pass.findings.push({ kind: 'uncharged', account: accountOf(job), jobId, message });
}

async function askAgain(uid: string, key: ObjectKey, pass: Pass): Promise<void> {
  const job = await pass.deps.store.get(adJobKind, key);
  if (job?.metadata.uid === uid && isToBeHeld(job)) await checkCharge(job, pass);
  else pass.memory.uncharged.delete(uid);
}
