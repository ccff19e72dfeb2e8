import { createHash } from 'node:crypto';

/** Held until a job's stages are stopped and what else depends on it is closed. */
export const cleanupFinalizer = 'adwright.dev/cleanup';

/** On an AdJob, `true`: its record is in the archive, and what deletes it now is its age. Its files stay. */
export const archivedAnnotation = 'adwright.dev/archived';

/** On an AdJob that is being deleted: from where in the ledger on its charge counts as retired. See retirement.ts. */
export const retiredAtAnnotation = 'adwright.dev/retired-at';

/** On an AdJob: who asked for it, for `kubectl get adjobs -l`. What counts is in the spec. */
export const apiKeyLabel = 'adwright.dev/api-key';
export const accountLabel = 'adwright.dev/account';

/** Kubernetes allows 253 characters in a name and 63 in a label's value. */
const labelCharactersMax = 63;

/** The name, or where it is too long for a label the first 160 bits of its SHA-256 as hex. */
export function labelValue(name: string): string {
  if (name.length <= labelCharactersMax) return name;
  return createHash('sha256').update(name).digest('hex').slice(0, 40);
}
