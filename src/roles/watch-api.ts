import { followJobs, followKeys } from '../api/jobs/follow.ts';
import { JobIndex } from '../api/jobs/job-index.ts';
import { createKeyDirectory } from '../api/keys/key-directory.ts';
import { KeyTable } from '../api/keys/key-table.ts';
import { KeyUses } from '../api/keys/key-uses.ts';
import type { KeyDirectory } from '../api/keys/callers.ts';
import { JobReader } from '../api/jobs/job-reader.ts';
import { ResponseCache } from '../api/jobs/response-cache.ts';
import { createSlimmer } from '../api/jobs/slim-job.ts';
import type { Archive } from '../archive/port.ts';
import { adAccountKind, adJobKind, apiKeyKind } from '../domain/kinds.ts';
import type { Intents } from '../ledger/port.ts';
import { aborted } from '../runtime/aborted.ts';
import type { ObjectCache } from '../runtime/object-cache.ts';
import type { AdAccount } from '../schema/adaccount.ts';
import type { ApiKey } from '../schema/apikey.ts';
import { reflected, type ReflectedFrom } from './reflected.ts';

/**
 * Number of AdJobs that are read in one page. It is small, because AdJobs are large and a page is in memory several
 * times while it is read.
 */
const jobsPageSize = 100;

interface Wanted extends Omit<ReflectedFrom, 'component'> {
  archive: Pick<Archive, 'get'>;
  intents: Pick<Intents, 'get'>;
  cacheBytesMax?: number;
}

interface Watched {
  keys: KeyDirectory;
  keyUses: KeyUses;
  jobs: JobReader;
  /** Caches of the accounts and API keys themselves. */
  objects: WatchedObjects;
}

export interface WatchedObjects {
  accounts: ObjectCache<AdAccount>;
  keys: ObjectCache<ApiKey>;
}

/**
 * Starts the caches of the API, which Kubernetes watches keep current until the signal aborts. Resolves once the caches
 * have their first full lists. If the signal aborts earlier, resolves at once, so that a stop does not wait for the
 * lists. Also starts to record the uses of API keys.
 */
export async function watchForApi(wanted: Wanted, stop: AbortSignal): Promise<Watched> {
  const { store, namespace, clock, logger, archive, intents } = wanted;
  const from: ReflectedFrom = { ...wanted, component: 'api' };
  const [table, index] = [new KeyTable(), new JobIndex()];
  const [keys, accounts, adJobs] = [
    reflected(apiKeyKind, from, { transform: (key: ApiKey) => key }),
    reflected(adAccountKind, from, { transform: (account: AdAccount) => account }),
    reflected(adJobKind, from, { transform: createSlimmer(), asEntry: (_, job) => job, pageSize: jobsPageSize }),
  ];
  followKeys(table, keys.cache, accounts.cache);
  followJobs(index, adJobs.cache);
  for (const reflector of [keys, accounts, adJobs]) void reflector.run(stop);
  const synced = Promise.all([keys.whenSynced(), accounts.whenSynced(), adJobs.whenSynced()]);
  await Promise.race([synced, aborted(stop)]);
  const cache = new ResponseCache(wanted.cacheBytesMax);
  const staleSeconds = (): number => adJobs.staleSeconds();
  const jobs = new JobReader({ index, cache, store, namespace, intents, archive, clock, staleSeconds, stop });
  const keyUses = new KeyUses({ store, watched: (key) => keys.cache.get(key), clock, logger });
  void keyUses.run(stop);
  const objects = { accounts: accounts.cache, keys: keys.cache };
  return { keys: createKeyDirectory(table, store, namespace, clock), keyUses, jobs, objects };
}
