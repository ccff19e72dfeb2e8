import type { ListOptions, ObjectList, ObjectStore, ResourceKind } from '../store/port.ts';

/**
 * All pages of a list that goes by job id, until one is empty: a short one is not the last where some of its entries have
 * just gone.
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

/** All pages of a list of a store, also where it has one alone. Throws `Expired` where the store has forgotten the list. */
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
