import { adJobKind } from '../../domain/kinds.ts';
import { isTerminal } from '../../domain/terminal.ts';
import type { Hold } from '../../ledger/port.ts';
import { pagesById } from '../../runtime/pages.ts';
import type { AdJob } from '../../schema/adjob.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import { oldMs, type Pass } from './pass.ts';

const pageSize = 500;

/** Audits every open hold. Returns the open holds by job id, or undefined if the audit was stopped early. */
export async function auditHolds(pass: Pass): Promise<ReadonlyMap<string, Hold> | undefined> {
  const { deps, memory } = pass;
  const held = new Map<string, Hold>();
  memory.holdLooks.begin();
  const { audit } = deps.ledger;
  for await (const holds of pagesById((page) => audit.listHolds(page), pageSize)) {
    for (const hold of holds) {
      if (pass.isOver()) return undefined;
      held.set(hold.jobId, hold);
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
 * Reads the AdJob of a hold from the API, and charges or releases the credits if necessary. Guarantee: a hold is
 * released only if this read, not the cache, shows that its AdJob does not exist, is another object, or has another job
 * id. The caller skips holds of accepted jobs whose AdJob is still to be created.
 */
async function lookAtObject(hold: Hold, key: ObjectKey, pass: Pass): Promise<void> {
  const job = await pass.deps.store.get(adJobKind, key);
  if (job !== undefined && isAnother(hold, job) && mayTakeOver(job)) return;
  if (job === undefined || isAnother(hold, job) || isStray(hold, job)) await release(hold, pass);
  else if (isObjectOf(hold, job) && isTerminal(job)) closeLate(hold, job, pass);
}

async function release({ jobId, account, credits, object }: Hold, { deps }: Pass): Promise<void> {
  if ((await deps.ledger.release(jobId, object?.uid)) !== 'done') return;
  deps.metrics.corrected('released');
  deps.logger.warn({ jobId, account, credits }, 'released the reserved credits of a job whose AdJob no longer exists');
}

/**
 * Makes the pipeline controller charge or release the credits that are still reserved for a finished job. Counts and
 * logs only jobs that finished at least `oldMs` ago. Until then, the pipeline controller is expected to do this without
 * the audit.
 */
function closeLate({ jobId, account, credits }: Hold, { metadata, status }: AdJob, pass: Pass): void {
  const { deps, memory, nowMs } = pass;
  const { namespace, name } = metadata;
  deps.closeHold({ namespace, name });
  const endMs = Date.parse(status?.completionTime ?? metadata.creationTimestamp);
  if (nowMs - endMs < oldMs || memory.counted.has(jobId)) return;
  memory.counted.add(jobId);
  deps.metrics.corrected('closed');
  deps.logger.warn(
    { jobId, account, credits },
    'the credits of a finished job are still reserved after 5 min; charging or releasing them',
  );
}

function objectKeyOf({ jobId, account, object }: Hold): ObjectKey {
  return object === undefined
    ? { namespace: account.namespace, name: jobId }
    : { namespace: object.namespace, name: object.name };
}

/**
 * Reports whether the AdJob of a hold has another job id than the hold. A rebuild of the ledger while a job is being
 * accepted may leave such a superfluous hold.
 */
function isStray(hold: Hold, job: AdJob): boolean {
  return isObjectOf(hold, job) && job.status?.jobId !== undefined && job.status.jobId !== hold.jobId;
}

function isObjectOf({ object }: Hold, { metadata }: AdJob): boolean {
  return object?.uid === metadata.uid;
}

/**
 * Reports whether a hold belongs to another AdJob than `job`. Returns false for a hold that belongs to no AdJob yet,
 * because any AdJob of its name may still get this hold.
 */
function isAnother({ object }: Hold, { metadata }: AdJob): boolean {
  return object !== undefined && object.uid !== metadata.uid;
}

/** Reports whether a restored AdJob may still take over the hold of an earlier AdJob of its name (see `findHold`). */
function mayTakeOver(job: AdJob): boolean {
  return job.status?.jobId === undefined && !isTerminal(job) && job.metadata.deletionTimestamp === undefined;
}
