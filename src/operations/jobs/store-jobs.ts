import { adJobKind } from '../../domain/kinds.ts';
import { pagesOf } from '../../runtime/pages.ts';
import type { AdJob } from '../../schema/adjob.ts';
import type { ObjectStore } from '../../store/port.ts';
import { foundResource, type JobFinder } from './found-job.ts';

const pageSize = 500;

/**
 * Returns at most `limit` matching jobs of a namespace, newest first. Reads all pages, because the store lists jobs by
 * name and not by age. Only one page and the result are in memory at a time.
 */
export async function newestJobs(
  store: Pick<ObjectStore, 'list'>,
  namespace: string,
  { limit, isWanted, fieldSelector }: { limit: number; isWanted: (job: AdJob) => boolean; fieldSelector?: string },
): Promise<AdJob[]> {
  let newest: AdJob[] = [];
  const select = { namespace, limit: pageSize, ...(fieldSelector !== undefined && { fieldSelector }) };
  for await (const { items } of pagesOf(store, adJobKind, select)) {
    newest = [...newest, ...items.filter(isWanted)].sort(byAge).slice(0, limit);
  }
  return newest;
}

/**
 * Returns a finder that reads the AdJobs of a namespace, for a program that keeps no index of jobs. It finds a job by
 * the name of its AdJob or by the uid, which is the job id of an AdJob that was created with kubectl. It also finds
 * AdJobs that are being deleted, but no jobs without an AdJob.
 */
export function storeJobs(store: Pick<ObjectStore, 'get' | 'list'>, namespace: string): JobFinder {
  return {
    find: async (jobId) => {
      const id = jobId.toLowerCase();
      const isName = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/.test(id);
      const byName = isName ? await store.get(adJobKind, { namespace, name: id }) : undefined;
      const object = byName ?? (await jobByUid(store, namespace, id));
      return object && foundResource(object);
    },
  };
}

export async function jobByUid(
  store: Pick<ObjectStore, 'list'>,
  namespace: string,
  uid: string,
): Promise<AdJob | undefined> {
  for await (const { items } of pagesOf(store, adJobKind, { namespace, limit: pageSize })) {
    const job = items.find(({ metadata, status }) => metadata.uid === uid || status?.jobId === uid);
    if (job !== undefined) return job;
  }
  return undefined;
}

function byAge({ metadata: one }: AdJob, { metadata: other }: AdJob): number {
  return compareText(other.creationTimestamp + other.name, one.creationTimestamp + one.name);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
