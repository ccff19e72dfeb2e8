import { adJobKind } from '../../domain/kinds.ts';
import { isTerminal } from '../../domain/terminal.ts';
import type { Hold } from '../../ledger/port.ts';
import { pagesById } from '../../runtime/pages.ts';
import type { AdJob } from '../../schema/adjob.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import { oldMs, type Pass } from './pass.ts';

const pageSize = 500;

/** Audits every open hold. Returns the job ids of the open holds, or undefined if the pass was stopped early. */
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
 * Reads the AdJob of the hold from the API, and releases or closes the hold if necessary.
 *
 * Guarantee: a hold is released only if this read shows that its AdJob is gone or has another id. The cache is not
 * enough. A hold with an intent is never released, because the intent may still lead to an AdJob.
 */
async function lookAtObject(hold: Hold, key: ObjectKey, pass: Pass): Promise<void> {
  const job = await pass.deps.store.get(adJobKind, key);
  if (job === undefined || isAnother(hold, job) || isStray(hold, job)) await release(hold, pass);
  else if (isObjectOf(hold, job) && isTerminal(job)) closeLate(hold, job, pass);
}

async function release({ jobId, account, credits, object }: Hold, { deps }: Pass): Promise<void> {
  if ((await deps.ledger.release(jobId, object?.uid)) !== 'done') return;
  deps.metrics.mended('released');
  deps.logger.warn({ jobId, account, credits }, 'released the reserved credits of a job whose AdJob no longer exists');
}

/**
 * Makes the pipeline close the hold of a finished job. Counts and logs the hold only if the job finished at least
 * `oldMs` ago: before that, the pipeline is expected to close the hold without the audit.
 */
function closeLate({ jobId, account, credits }: Hold, { metadata, status }: AdJob, pass: Pass): void {
  const { deps, memory, nowMs } = pass;
  const { namespace, name } = metadata;
  deps.closeHold({ namespace, name });
  const endMs = Date.parse(status?.completionTime ?? metadata.creationTimestamp);
  if (nowMs - endMs < oldMs || memory.counted.has(jobId)) return;
  memory.counted.add(jobId);
  deps.metrics.mended('closed');
  deps.logger.warn(
    { jobId, account, credits },
    'the credits of a finished job are still reserved after 5 min; closing the hold',
  );
}

/**
 * Returns the key of the hold's AdJob. If no AdJob is bound to the hold, returns the key under which the API creates
 * the AdJob.
 */
function objectKeyOf({ jobId, account, object }: Hold): ObjectKey {
  return object === undefined
    ? { namespace: account.namespace, name: jobId }
    : { namespace: object.namespace, name: object.name };
}

/**
 * Reports whether the AdJob of the hold has another job id than the hold. A rebuild during an admission may leave such
 * a second hold.
 */
function isStray(hold: Hold, job: AdJob): boolean {
  return isObjectOf(hold, job) && job.status?.jobId !== undefined && job.status.jobId !== hold.jobId;
}

function isObjectOf({ object }: Hold, { metadata }: AdJob): boolean {
  return object?.uid === metadata.uid;
}

/**
 * Reports whether the hold is bound to another AdJob than `job`. A hold that is not bound yet may still be bound to any
 * AdJob of that name.
 */
function isAnother({ object }: Hold, { metadata }: AdJob): boolean {
  return object !== undefined && object.uid !== metadata.uid;
}
