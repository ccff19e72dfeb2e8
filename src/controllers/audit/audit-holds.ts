import { adJobKind } from '../../domain/kinds.ts';
import { isTerminal } from '../../domain/terminal.ts';
import type { Hold } from '../../ledger/port.ts';
import { pagesById } from '../../runtime/pages.ts';
import type { AdJob } from '../../schema/adjob.ts';
import type { ObjectKey } from '../../store/port.ts';
import { oldMs, type Pass } from './pass.ts';

const pageSize = 500;

/** Look at every open hold. Returns the ids of their jobs, or undefined where it was stopped before it had seen all. */
export async function auditHolds(pass: Pass): Promise<ReadonlySet<string> | undefined> {
  const { deps, memory } = pass;
  const held = new Set<string>();
  memory.holdLooks.begin();
  const { audit } = deps.ledger;
  for await (const holds of pagesById((page) => audit.listHolds(page), pageSize)) {
    for (const hold of holds) {
      if (pass.isOver()) return undefined;
      held.add(hold.jobId);
      const { jobId, account } = hold;
      await pass.attempt({ jobId, account }, () => auditHold(hold, pass));
    }
    await pass.pause();
  }
  memory.counted = memory.counted.intersection(held);
  return held;
}

async function auditHold(hold: Hold, pass: Pass): Promise<void> {
  const { jobs, closeHold } = pass.deps;
  const key = objectKeyOf(hold);
  const known = jobs.get(key);
  if (known !== undefined && isObjectOf(hold, known)) {
    if (isTerminal(known)) closeHold(key);
    else if (!isStray(hold, known)) return;
  }
  if (isOld(hold, pass) && pass.memory.holdLooks.take(hold.jobId)) await lookAtObject(hold, key, pass);
}

function isOld({ hasIntent, createdTime }: Hold, { nowMs }: Pass): boolean {
  return !hasIntent && nowMs - Date.parse(createdTime) >= oldMs;
}

/**
 * Guarantee: a hold is released only when its object is gone or has another id by a live look, never by the cache, and never
 * while an intent may still make that object.
 */
async function lookAtObject(hold: Hold, key: ObjectKey, pass: Pass): Promise<void> {
  const job = await pass.deps.store.get(adJobKind, key);
  if (job === undefined || isAnother(hold, job) || isStray(hold, job)) await release(hold, pass);
  else if (isObjectOf(hold, job) && isTerminal(job)) closeLate(hold, job, pass);
}

async function release({ jobId, account, credits, object }: Hold, { deps }: Pass): Promise<void> {
  if ((await deps.ledger.release(jobId, object?.uid)) !== 'done') return;
  deps.metrics.mended('released');
  deps.logger.warn({ jobId, account, credits }, 'released the hold of a job that is gone');
}

/** The pipeline repeats what failed, and a job that has just ended needs no help: that is not counted. */
function closeLate({ jobId, account, credits }: Hold, { metadata, status }: AdJob, pass: Pass): void {
  const { deps, memory, nowMs } = pass;
  const { namespace, name } = metadata;
  deps.closeHold({ namespace, name });
  const endMs = Date.parse(status?.completionTime ?? metadata.creationTimestamp);
  if (nowMs - endMs < oldMs || memory.counted.has(jobId)) return;
  memory.counted.add(jobId);
  deps.metrics.mended('closed');
  deps.logger.warn({ jobId, account, credits }, 'the hold of a job that ended minutes ago was still open');
}

/** One that nobody has seen is where the API would have made it. */
function objectKeyOf({ jobId, account, object }: Hold): ObjectKey {
  return object === undefined
    ? { namespace: account.namespace, name: jobId }
    : { namespace: object.namespace, name: object.name };
}

/** Its object has another id: books that were made again while it was admitted may hold for it twice. */
function isStray(hold: Hold, job: AdJob): boolean {
  return isObjectOf(hold, job) && job.status?.jobId !== undefined && job.status.jobId !== hold.jobId;
}

function isObjectOf({ object }: Hold, { metadata }: AdJob): boolean {
  return object?.uid === metadata.uid;
}

/** Of a hold that belongs to no object yet, every one may become its own. */
function isAnother({ object }: Hold, { metadata }: AdJob): boolean {
  return object !== undefined && object.uid !== metadata.uid;
}
