import type { ListOptions, ObjectList, ObjectStore } from '../store/port.ts';
import type { ResourceKind } from '../objects/resource-kind.ts';

/**
 * Yields all pages of a list ordered by job id. Stops only at an empty page, because a page with fewer than `limit`
 * entries need not be the last one: entries may have been deleted during the read.
 */
export async function* pagesById<T extends { jobId: string }>(
  list: (page: { limit: number; after: string | undefined }) => Promise<T[]>,
  limit: number,
): AsyncGenerator<T[], void, undefined> {
  for (let after: string | undefined; ;) {
    const page = await list({ limit, after });
    after = page.at(-1)?.jobId;
    if (after === undefined) return;
    yield page;
  }
}

/**
 * Yields all pages of a list of API objects. Throws `Expired` if the API server has dropped the list before its last
 * page was read.
 */
export async function* pagesOf<S, T>(
  store: Pick<ObjectStore, 'list'>,
  kind: ResourceKind<S, T>,
  options: Omit<ListOptions, 'continueToken'>,
): AsyncGenerator<ObjectList<S, T>, void, undefined> {
  for (let continueToken: string | undefined; ;) {
    const page = await store.list(kind, { ...options, ...(continueToken !== undefined && { continueToken }) });
    yield page;
    continueToken = page.continueToken;
    if (continueToken === undefined) return;
  }
}
