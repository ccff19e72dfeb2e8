import { createHash } from 'node:crypto';

/**
 * Finalizer of AdJobs and AdAccounts. The controller removes it after an object's stages have stopped, its credits are
 * charged or released, and its callback is no longer pending.
 */
export const cleanupFinalizer = 'adwright.dev/cleanup';

/**
 * Annotation of an AdJob that a user applied: the uid of the object for which it is run first, and a hash of its request.
 * A copy of the object, such as from a backup, has another uid. See earlier-run.ts.
 */
export const runAnnotation = 'adwright.dev/run';

/**
 * Annotation of an AdJob. The value `true` means that the archive has a record of the job. The AdJob is then deleted,
 * and the files of the job are kept.
 */
export const archivedAnnotation = 'adwright.dev/archived';

/**
 * Annotation of an AdJob that is being deleted. The value is a position of the ledger. From this position on, the total
 * of charges of deleted jobs in the account's status includes the charge of the job, so the AdJob can be deleted. See
 * retirement.ts.
 */
export const retiredAtAnnotation = 'adwright.dev/retired-at';

/**
 * Annotation of a finished AdJob that asks to send its callback again. Each new value counts once; the API writes a
 * time.
 */
export const replayAnnotation = 'adwright.dev/replay-callback';

/**
 * Annotation of an AdJob: the span of the request that created it, in the format of the header `traceparent` of W3C
 * Trace Context. The spans of the job belong to the same trace.
 */
export const traceAnnotation = 'adwright.dev/traceparent';

/**
 * Annotations of a finished AdJob: the number of the redraw that an operator requests, and the state of the latest
 * redraw. See redraw.ts.
 */
export const redrawAnnotation = 'adwright.dev/redraw';
export const redrawStateAnnotation = 'adwright.dev/redraw-state';

/**
 * Annotations of an AdAccount: a request to send a sample callback, and the result of the sample that was sent last. See
 * callback-sample.ts.
 */
export const sampleAnnotation = 'adwright.dev/test-callback';
export const sampleResultAnnotation = 'adwright.dev/test-callback-result';

/** Labels of an AdJob that name its requester, for `kubectl get adjobs -l`. The spec is authoritative. */
export const apiKeyLabel = 'adwright.dev/api-key';
export const accountLabel = 'adwright.dev/account';

const labelCharactersMax = 63;

/**
 * Returns a name as a label's value. If the name is too long for a label, returns the first 160 bits of its SHA-256 in
 * hexadecimal.
 */
export function labelValue(name: string): string {
  if (name.length <= labelCharactersMax) return name;
  return createHash('sha256').update(name).digest('hex').slice(0, 40);
}

export function isMarkedArchived({
  metadata,
}: {
  metadata: { annotations?: Readonly<Record<string, string>> };
}): boolean {
  return metadata.annotations?.[archivedAnnotation] === 'true';
}

export function hasCleanupFinalizer({ finalizers }: { finalizers?: readonly string[] }): boolean {
  return finalizers?.includes(cleanupFinalizer) === true;
}
