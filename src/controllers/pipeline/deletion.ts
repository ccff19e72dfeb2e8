import { setCondition } from '../../domain/conditions.ts';
import { archivedAnnotation, cleanupFinalizer, retiredAtAnnotation } from '../../domain/labels.ts';
import { isCallbackClosed } from '../../domain/retention.ts';
import { writeRetirement } from '../../domain/retirement.ts';
import type { AdJobStatus } from '../../schema/adjob.ts';
import { closeHold, generation } from './ending.ts';
import type { Action, Decision, Seen, SeenRetirement } from './seen.ts';

/** Asked again in case nobody tells us that a stage has ended. */
const recheckMs = 5_000;
/** What is over is forgotten by being stopped. */
const forgottenMs = 50;
/** How often it is looked whether the account remembers the charge. */
const copiedMs = 500;

/**
 * What a deleted job still needs, one after the other: stages stopped, an open callback abandoned, the hold closed, the
 * charge remembered by the account, files deleted unless the archive shows them, then the finalizer removed.
 *
 * Guarantee: the object is there until nothing of it is left. Of its status nothing but the delivery is written any more.
 */
export function decideDeletion(seen: Seen, now: Date): Decision {
  const { job, attempts, retirement } = seen;
  const status = job.status ?? {};
  // One that has ended may still have a pod that could start, until its launcher lists it no more.
  if (attempts.length > 0) {
    const isOver = attempts.every(({ state }) => state === 'ended');
    return { status, actions: [{ kind: 'stop' }], requeueAfterMs: isOver ? forgottenMs : recheckMs };
  }
  if (job.metadata.finalizers?.includes(cleanupFinalizer) !== true) {
    return { status, actions: [], requeueAfterMs: undefined };
  }
  if (retirement === undefined) return { status: abandon(seen, now), actions: closeLedger(seen), requeueAfterMs: 0 };
  return rememberOrErase(seen, retirement);
}

/** Nobody will be told of a job that was deleted before its callback was. */
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

function closeLedger(seen: Seen): Action[] {
  const { admission, job } = seen;
  const isCancelled = admission.kind === 'admitted' && admission.isCancelled;
  return [...(isCancelled ? [{ kind: 'drop-intent' } as const] : []), closeHold(job.status), { kind: 'retire' }];
}

function rememberOrErase({ job }: Seen, { at, isCopied, isConfirmed }: SeenRetirement): Decision {
  const status = job.status ?? {};
  const { annotations } = job.metadata;
  const confirm: Action[] = at === undefined || isConfirmed ? [] : [{ kind: 'confirm-note', at }];
  if (at !== undefined && annotations?.[retiredAtAnnotation] !== writeRetirement(at)) {
    return { status, actions: [{ kind: 'note-retirement', at }, ...confirm], requeueAfterMs: undefined };
  }
  if (!isCopied) return { status, actions: [...confirm, { kind: 'expect-copy' }], requeueAfterMs: copiedMs };
  const isArchived = annotations?.[archivedAnnotation] === 'true';
  const erase: Action[] = isArchived ? [] : [{ kind: 'delete-files' }];
  return { status, actions: [...confirm, ...erase, { kind: 'remove-finalizer' }], requeueAfterMs: undefined };
}
