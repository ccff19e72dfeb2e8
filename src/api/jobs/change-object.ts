import { adJobKind } from '../../domain/kinds.ts';
import type { AdJob } from '../../schema/adjob.ts';
import { isStoreError, StoreError, type ObjectKey, type ObjectStore } from '../../store/port.ts';

const triesMax = 8;

type Wanted = ObjectKey & { uid?: string; alsoDeleting?: boolean };

/**
 * Change one AdJob as it is now. `change` is given the object and writes with its resourceVersion, so that it never acts on
 * what it has not seen; it is called anew with what somebody else made of it meanwhile. `gone`: there is no such object, it
 * is another one of that name, or it is being deleted already and `alsoDeleting` is not set.
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
  throw new StoreError('Unavailable', `${namespace}/${name} changes too often.`);
}

function isWanted({ metadata }: AdJob, { uid, alsoDeleting }: Wanted): boolean {
  if (uid !== undefined && uid !== metadata.uid) return false;
  return alsoDeleting === true || metadata.deletionTimestamp === undefined;
}
