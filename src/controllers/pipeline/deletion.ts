import { cleanupFinalizer, type Decision, type Seen } from './seen.ts';

/** Asked again in case nobody tells us that a stage has ended. */
const recheckMs = 5_000;

/**
 * What a job that somebody deleted still needs: stages stopped, then files deleted, then the finalizer removed.
 *
 * Guarantee: the object is there until nothing of it is left, and its status is not written any more.
 */
export function decideDeletion({ job, attempts }: Seen): Decision {
  const status = job.status ?? {};
  if (attempts.length > 0) return { status, actions: [{ kind: 'stop' }], requeueAfterMs: recheckMs };
  if (job.metadata.finalizers?.includes(cleanupFinalizer) !== true) {
    return { status, actions: [], requeueAfterMs: undefined };
  }
  return { status, actions: [{ kind: 'delete-files' }, { kind: 'remove-finalizer' }], requeueAfterMs: undefined };
}
