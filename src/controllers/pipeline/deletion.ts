import { cleanupFinalizer } from '../../domain/labels.ts';
import type { Action, Decision, Seen } from './seen.ts';

/** Asked again in case nobody tells us that a stage has ended. */
const recheckMs = 5_000;
/** What is over is forgotten by being stopped. */
const forgottenMs = 50;

/**
 * What a job that somebody deleted still needs: stages stopped, then files deleted, then the finalizer removed.
 *
 * Guarantee: the object is there until nothing of it is left, and its status is not written any more.
 */
export function decideDeletion({ job, attempts }: Seen): Decision {
  const status = job.status ?? {};
  // One that has ended may still have a pod that could start, until its launcher lists it no more.
  if (attempts.length > 0) {
    const isOver = attempts.every(({ state }) => state === 'ended');
    return { status, actions: [{ kind: 'stop' }], requeueAfterMs: isOver ? forgottenMs : recheckMs };
  }
  const isHeld = job.metadata.finalizers?.includes(cleanupFinalizer) === true;
  const erase: Action[] = isHeld ? [{ kind: 'delete-files' }, { kind: 'remove-finalizer' }] : [];
  return { status, actions: erase, requeueAfterMs: undefined };
}
