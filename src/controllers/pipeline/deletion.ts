import { setCondition } from '../../domain/conditions.ts';
import { archivedAnnotation, hasCleanupFinalizer, retiredAtAnnotation } from '../../domain/labels.ts';
import { isCallbackClosed } from '../../domain/retention.ts';
import { writeRetirement } from '../../domain/retirement.ts';
import type { AdJobStatus } from '../../schema/adjob.ts';
import { decision, type Decision, type Money } from './decision.ts';
import { closeOf, generation } from './ending.ts';
import type { Seen, SeenRetirement } from './seen.ts';

/** Interval at which a deletion is rechecked if the launcher sends no event. */
const recheckMs = 5_000;
/**
 * Delay before the next pass after an ended attempt was stopped; by then the launcher usually does not list the attempt
 * any more.
 */
const unlistedMs = 50;
/** Interval at which the controller checks whether the account's status includes the charge of the job. */
const copiedMs = 500;

/**
 * Returns the next step of a deletion: stop the attempts, abandon an open callback, close the hold, wait until the
 * account's status includes the charge, delete the files unless the job is in the archive, remove the finalizer.
 *
 * Guarantee: the AdJob stays until everything else of the job is gone. The only part of its status that is still
 * written is the delivery.
 */
export function decideDeletion(seen: Seen, now: Date): Decision {
  const { job, attempts, retirement } = seen;
  const status = job.status ?? {};
  // The pod of an ended attempt could still start, as long as the launcher lists the attempt.
  if (attempts.length > 0) {
    const isOver = attempts.every(({ state }) => state === 'ended');
    return decision({ status, stops: {}, requeueAfterMs: isOver ? unlistedMs : recheckMs });
  }
  if (!hasCleanupFinalizer(job.metadata)) return decision({ status });
  if (retirement === undefined) {
    return decision({ status: abandon(seen, now), money: closeAndRetire(seen), requeueAfterMs: 0 });
  }
  return recordOrDelete(seen, retirement);
}

/**
 * Returns the status in which an open callback is marked as abandoned, because the callback of a deleted job is not
 * sent.
 */
function abandon(seen: Seen, now: Date): AdJobStatus {
  const { spec, status = {} } = seen.job;
  if (isCallbackClosed(spec.callbackUrl, status.delivery)) return status;
  const { nextAttemptTime: _none, ...delivery } = status.delivery ?? {};
  const conditions = setCondition(
    status.conditions,
    {
      type: 'CallbackDelivered',
      status: 'False',
      reason: 'Abandoned',
      message: 'The job was deleted before its callback was delivered.',
      ...generation(seen),
    },
    now,
  );
  return { ...status, delivery: { ...delivery, state: 'abandoned' }, conditions };
}

function closeAndRetire({ admission, job }: Seen): Money {
  const isCancelled = admission.kind === 'admitted' && admission.isCancelled;
  return { close: closeOf(job.status), ...(isCancelled && { dropIntent: true }), retire: true };
}

function recordOrDelete({ job }: Seen, { at, isCopied, isConfirmed }: SeenRetirement): Decision {
  const status = job.status ?? {};
  const { annotations } = job.metadata;
  const confirm: Money = at === undefined || isConfirmed ? {} : { confirmRetirement: at };
  if (at !== undefined && annotations?.[retiredAtAnnotation] !== writeRetirement(at))
    return decision({ status, patch: { retiredAt: at }, money: confirm });
  if (!isCopied) return decision({ status, money: { ...confirm, expectCopy: true }, requeueAfterMs: copiedMs });
  const isArchived = annotations?.[archivedAnnotation] === 'true';
  return decision({ status, money: confirm, deletion: isArchived ? {} : { files: true }, finalizer: 'remove' });
}
