import { adJobKind } from '../../domain/kinds.ts';
import type { AdJob } from '../../schema/adjob.ts';
import type { ObjectStore } from '../../store/port.ts';
import { isStoreError, StoreError } from '../../objects/store-error.ts';
import type { ObjectKey } from '../../objects/object-key.ts';

const triesMax = 8;

type Wanted = ObjectKey & { uid?: string; alsoDeleting?: boolean };

/**
 * Reads an AdJob and calls `change`, which writes it. `change` must use the resourceVersion of the object that it
 * receives. After a write conflict, `change` is called again with the new state of the AdJob.
 *
 * Returns `gone` if the AdJob does not exist or has another uid. Also returns `gone` for an AdJob that is being
 * deleted, unless `alsoDeleting` is set. Throws `StoreError('Unavailable')` after `triesMax` conflicts.
 */
export async function changeJob<R>(
  store: Pick<ObjectStore, 'get'>,
  which: Wanted,
  change: (job: AdJob) => Promise<R>,
): Promise<R | 'gone'> {
  const { namespace, name } = which;
  for (let tries = 0; tries < triesMax; tries += 1) {
    const job = await store.get(adJobKind, { namespace, name });
    if (job === undefined || !isWanted(job, which)) return 'gone';
    try {
      return await change(job);
    } catch (error) {
      if (isStoreError(error, 'NotFound')) return 'gone';
      if (!isStoreError(error, 'Conflict')) throw error;
    }
  }
  throw new StoreError('Unavailable', `AdJob ${namespace}/${name} had ${triesMax} write conflicts in a row.`);
}

function isWanted({ metadata }: AdJob, { uid, alsoDeleting }: Wanted): boolean {
  if (uid !== undefined && uid !== metadata.uid) return false;
  return alsoDeleting === true || metadata.deletionTimestamp === undefined;
}
