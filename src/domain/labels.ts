import { createHash } from 'node:crypto';

/**
 * Finalizer of AdJobs and AdAccounts. The controller removes it after an object's stages have stopped, its credits are
 * charged or released, and its callback is no longer pending.
 */
export const cleanupFinalizer = 'adwright.dev/cleanup';

/**
 * Annotation of an AdJob. The value `true` means that the archive has a record of the job. The AdJob is then deleted,
 * and the files of the job are kept.
 */
export const archivedAnnotation = 'adwright.dev/archived';

/**
 * Annotation of an AdJob that is being deleted. Its value is the ledger position (sequence number
 * of a change) from which on the account's total of charges of deleted jobs includes the charge of
 * the job. See retirement.ts.
 */
export const retiredAtAnnotation = 'adwright.dev/retired-at';

/**
 * Labels of an AdJob with the names of its API key and its account, for `kubectl get adjobs -l`. The names in its spec
 * are authoritative.
 */
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

export function hasCleanupFinalizer({ finalizers }: { finalizers?: readonly string[] }): boolean {
  return finalizers?.includes(cleanupFinalizer) === true;
}
