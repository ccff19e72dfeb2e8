import type { Logger } from 'pino';
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
import type { Probes } from '../observability/readiness.ts';
import type { Clock } from '../clock/port.ts';
import { adAccountKind, adJobKind, apiKeyKind } from '../domain/kinds.ts';
import type { Intents } from '../ledger/port.ts';
import { aborted } from '../runtime/aborted.ts';
import type { CacheMetrics } from '../runtime/metrics.ts';
import { Reflector, type ReflectorOptions } from '../runtime/reflector.ts';
import type { AdAccount } from '../schema/adaccount.ts';
import type { ApiKey } from '../schema/apikey.ts';
import type { ObjectStore } from '../store/port.ts';
import type { ResourceKind } from '../objects/resource-kind.ts';

const staleWarningSeconds = 30;

/**
 * Number of AdJobs that are read in one page. It is small, because AdJobs are large and a page is in memory several
 * times while it is read.
 */
const jobsPageSize = 100;

interface Wanted {
  store: ObjectStore;
  archive: Pick<Archive, 'get'>;
  intents: Pick<Intents, 'get'>;
  cacheBytesMax?: number;
  namespace: string | undefined;
  clock: Clock;
  logger: Logger;
  probes: Probes;
  caches: CacheMetrics;
}

interface Watched {
  keys: KeyDirectory;
  keyUses: KeyUses;
  jobs: JobReader;
}

/**
 * Starts the caches of the API, which Kubernetes watches keep current until the signal aborts. Resolves once the caches
 * have their first full lists. If the signal aborts earlier, resolves at once, so that a stop does not wait for the
 * lists. Also starts to record the uses of API keys.
 */
export async function watchForApi(wanted: Wanted, stop: AbortSignal): Promise<Watched> {
  const { store, namespace, clock, logger, archive, intents } = wanted;
  const [table, index] = [new KeyTable(), new JobIndex()];
  const [keys, accounts, adJobs] = [
    reflect(apiKeyKind, wanted, { transform: (key: ApiKey) => key }),
    reflect(adAccountKind, wanted, { transform: (account: AdAccount) => account }),
    reflect(adJobKind, wanted, { transform: createSlimmer(), asEntry: (_, job) => job, pageSize: jobsPageSize }),
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
  return { keys: createKeyDirectory(table, store, namespace, clock), keyUses, jobs };
}

function reflect<S, T, V>(
  kind: ResourceKind<S, T>,
  { store, namespace, clock, logger, probes, caches }: Wanted,
  how: Pick<ReflectorOptions<S, T, V>, 'transform' | 'asEntry' | 'pageSize'>,
): Reflector<S, T, V> {
  const select = namespace === undefined ? {} : { namespace };
  const reflector = new Reflector({ store, kind, select, clock, logger, ...how });
  caches({ cache: 'api', kind: kind.kind }, () => reflector.staleSeconds());
  probes.add(() => {
    const staleSeconds = Math.round(reflector.staleSeconds());
    const name = `watch of ${kind.plural}`;
    if (!reflector.hasSynced) return { name, state: 'failed', detail: 'no full list yet' };
    return staleSeconds > staleWarningSeconds
      ? { name, state: 'warning', detail: `stale for ${staleSeconds} s` }
      : { name, state: 'ok' };
  });
  return reflector;
}
