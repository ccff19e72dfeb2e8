import { createHash } from 'node:crypto';

/**
 * Finalizer of AdJobs and AdAccounts. The controller removes the finalizer after the stages have stopped and the holds
 * and deliveries are closed.
 */
export const cleanupFinalizer = 'adwright.dev/cleanup';

/**
 * Annotation of an AdJob. The value `true` means that the record of the job is in the archive: retention then deletes
 * the AdJob, and the artifacts of the job are kept.
 */
export const archivedAnnotation = 'adwright.dev/archived';

/**
 * Annotation of an AdJob that is being deleted. Its value is the ledger position (sequence number of a change) from
 * which the charge of the job counts as retired. See retirement.ts.
 */
export const retiredAtAnnotation = 'adwright.dev/retired-at';

/**
 * Annotation of a finished AdJob that asks to send its callback again. Each new value counts once; the API writes a
 * time.
 */
export const replayAnnotation = 'adwright.dev/replay-callback';

/**
 * Annotations of an AdAccount: a request to send a sample callback, and the result of the sample that was sent last. See
 * callback-sample.ts.
 */
export const sampleAnnotation = 'adwright.dev/test-callback';
export const sampleResultAnnotation = 'adwright.dev/test-callback-result';

/** Labels of an AdJob that name its requester, for `kubectl get adjobs -l`. The spec is authoritative. */
export const apiKeyLabel = 'adwright.dev/api-key';
export const accountLabel = 'adwright.dev/account';

/** Kubernetes allows 253 characters in a name and 63 in a label's value. */
const labelCharactersMax = 63;

/** Returns the name, or the first 160 bits of its SHA-256 as hex if the name is too long for a label. */
export function labelValue(name: string): string {
  if (name.length <= labelCharactersMax) return name;
  return createHash('sha256').update(name).digest('hex').slice(0, 40);
}

/** Reports whether the object has the controller's finalizer. */
export function hasCleanupFinalizer({ finalizers }: { finalizers?: readonly string[] }): boolean {
  return finalizers?.includes(cleanupFinalizer) === true;
}
