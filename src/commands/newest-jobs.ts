import { adJobKind } from '../domain/kinds.ts';
import { pagesOf } from '../runtime/pages.ts';
import type { AdJob } from '../schema/adjob.ts';
import type { ObjectStore } from '../store/port.ts';

const pageSize = 500;

/**
 * Returns at most `limit` matching jobs of a namespace, newest first. Reads all pages, because the store lists jobs by
 * name and not by age. Only one page and the result are in memory at a time.
 */
export async function newestJobs(
  store: Pick<ObjectStore, 'list'>,
  namespace: string,
  { limit, isWanted }: { limit: number; isWanted: (job: AdJob) => boolean },
): Promise<AdJob[]> {
  let newest: AdJob[] = [];
  for await (const { items } of pagesOf(store, adJobKind, { namespace, limit: pageSize })) {
    newest = [...newest, ...items.filter(isWanted)].sort(byAge).slice(0, limit);
  }
  return newest;
}

export async function jobByUid(
  store: Pick<ObjectStore, 'list'>,
  namespace: string,
  uid: string,
): Promise<AdJob | undefined> {
  for await (const { items } of pagesOf(store, adJobKind, { namespace, limit: pageSize })) {
    const found = items.find(({ metadata }) => metadata.uid === uid);
    if (found !== undefined) return found;
  }
  return undefined;
}

function byAge({ metadata: one }: AdJob, { metadata: other }: AdJob): number {
  return compareText(other.creationTimestamp + other.name, one.creationTimestamp + one.name);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
