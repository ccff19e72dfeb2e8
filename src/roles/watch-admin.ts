import { adAccountKind, adJobKind, apiKeyKind } from '../domain/kinds.ts';
import { aborted } from '../runtime/aborted.ts';
import type { AdAccount } from '../schema/adaccount.ts';
import type { ApiKey } from '../schema/apikey.ts';
import { observe, reflected, type ReflectedFrom } from './reflected.ts';
import type { WatchedObjects } from './watch-api.ts';
import { watchJobs, type WatchedJobs } from './watch-jobs.ts';

interface Watched {
  objects: WatchedObjects;
  watchedJobs: WatchedJobs;
}

/**
 * Starts the caches of the dashboard, one watch for each kind. Resolves once they have their first full lists, or if the
 * signal aborts.
 */
export async function watchForAdmin(from: ReflectedFrom, stop: AbortSignal): Promise<Watched> {
  const { store, namespace, clock, logger } = from;
  const accounts = reflected(adAccountKind, from, { transform: (account: AdAccount) => account });
  const keys = reflected(apiKeyKind, from, { transform: (key: ApiKey) => key });
  for (const reflector of [accounts, keys]) void reflector.run(stop);
  const jobs = watchJobs(
    {
      ...{ store, namespace, clock, logger },
      observe: (watch) => {
        observe(adJobKind, watch, from);
      },
    },
    stop,
  );
  await Promise.race([Promise.all([accounts.whenSynced(), keys.whenSynced()]), aborted(stop)]);
  return { objects: { accounts: accounts.cache, keys: keys.cache }, watchedJobs: await jobs };
}
