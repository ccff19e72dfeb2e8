import { setCondition } from '../../domain/conditions.ts';
import { hasUnfiledRow } from '../../domain/audit-annotation.ts';
import { hasRunBefore } from '../../domain/earlier-run.ts';
import { hasCleanupFinalizer, isMarkedArchived, retiredAtAnnotation } from '../../domain/labels.ts';
import { afterAbandonment, unsent } from '../../domain/delivery.ts';
import { isCallbackClosed } from '../../domain/retention.ts';
import { writeRetirement } from '../../domain/retirement.ts';
import type { AdJobStatus } from '../../schema/adjob.ts';
import { decision, type Decision, type Money } from './decision.ts';
import { closeOf, generation } from './ending.ts';
import type { DecisionInput, SeenRetirement } from './decision-input.ts';

const recheckMs = 5_000;
/**
 * Delay in milliseconds before the next reconcile after an ended attempt was stopped. By then, the launcher usually
 * does not list the attempt any more.
 */
const unlistedMs = 50;
/**
 * Interval in milliseconds at which the controller checks whether the account's status already includes the charge of
 * the deleted job.
 */
const copiedMs = 500;

/**
 * Returns the next step in the deletion of a job: stop its stages, abandon an undelivered callback, charge or release
 * its reserved credits, wait until the account's status includes the charge and the audit log has the rows of its
 * annotations, delete the files unless the job is archived, and remove the finalizer.
 *
 * Guarantee: the AdJob stays until everything else of the job is gone. During the deletion, the only change of its
 * status is that an undelivered callback is marked as abandoned.
 */
export function decideDeletion(input: DecisionInput, now: Date): Decision {
  const { job, attempts, retirement } = input;
  const status = job.status ?? {};
  // The pod of an attempt can start as long as the stage launcher lists the attempt, even an ended one. The deletion
  // therefore waits until the list is empty.
  if (attempts.length > 0) {
    const isOver = attempts.every(({ state }) => state === 'ended');
    return decision({ status, stops: {}, requeueAfterMs: isOver ? unlistedMs : recheckMs });
  }
  if (!hasCleanupFinalizer(job.metadata)) return decision({ status });
  if (retirement === undefined) {
    return decision({ status: abandon(input, now), money: closeAndRetire(input), requeueAfterMs: 0 });
  }
  return recordOrDelete(input, retirement);
}

function abandon(input: DecisionInput, now: Date): AdJobStatus {
  const { spec, status = {} } = input.job;
  if (hasRunBefore(input.job) || isMarkedArchived(input.job) || isCallbackClosed(spec.callbackUrl, status.delivery))
    return status;
  const conditions = setCondition(
    status.conditions,
    {
      type: 'CallbackDelivered',
      status: 'False',
      reason: 'Abandoned',
      message: 'The job was deleted before its callback was delivered.',
      ...generation(input),
    },
    now,
  );
  return { ...status, delivery: afterAbandonment(status.delivery ?? unsent), conditions };
}

function closeAndRetire({ admission, job }: DecisionInput): Money {
  const isCancelled = admission.kind === 'admitted' && admission.isCancelled;
  return { close: closeOf(job.status), ...(isCancelled && { dropIntent: true }), retire: true };
}

function recordOrDelete({ job }: DecisionInput, { at, isCopied, isConfirmed }: SeenRetirement): Decision {
  const status = job.status ?? {};
  const { annotations } = job.metadata;
  const confirm: Money = at === undefined || isConfirmed ? {} : { confirmRetirement: at };
  if (at !== undefined && annotations?.[retiredAtAnnotation] !== writeRetirement(at))
    return decision({ status, patch: { retiredAt: at }, money: confirm });
  if (!isCopied) return decision({ status, money: { ...confirm, expectCopy: true }, requeueAfterMs: copiedMs });
  if (hasUnfiledRow(job.metadata)) return decision({ status, money: confirm, requeueAfterMs: recheckMs });
  return decision({
    status,
    money: confirm,
    deletion: isMarkedArchived(job) ? {} : { files: true },
    finalizer: 'remove',
  });
}
