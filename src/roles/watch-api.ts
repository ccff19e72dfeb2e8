import type { Logger } from 'pino';
import { followJobs, followKeys } from '../api/follow.ts';
import { JobIndex } from '../api/job-index.ts';
import { createKeyDirectory } from '../api/key-directory.ts';
import { KeyTable } from '../api/key-table.ts';
import type { KeyDirectory } from '../api/callers.ts';
import type { JobReader } from '../api/job-reader.ts';
import type { CacheMetrics } from '../observability/cache-metrics.ts';
import type { Probes } from '../observability/readiness.ts';
import type { Clock } from '../clock/port.ts';
import { adAccountKind, adJobKind, apiKeyKind } from '../domain/kinds.ts';
import { aborted } from '../runtime/aborted.ts';
import { Reflector } from '../runtime/reflector.ts';
import type { ObjectStore, ResourceKind } from '../store/port.ts';

/** After so long without its watch, a cache is shown as a warning. */
const staleWarningSeconds = 30;

interface Wanted {
  store: ObjectStore;
  /** Absent: all of them. */
  namespace: string | undefined;
  clock: Clock;
  logger: Logger;
  probes: Probes;
  caches: CacheMetrics;
}

/**
 * What the API reads from memory, kept current by watches until the signal aborts. Resolves with the first full lists, or
 * with the abort: a stop does not wait for them.
 */
export async function watchForApi(wanted: Wanted, stop: AbortSignal): Promise<{ keys: KeyDirectory; jobs: JobReader }> {
  const { store, namespace, clock } = wanted;
  const [table, jobs] = [new KeyTable(), new JobIndex(store, namespace)];
  const [keys, accounts, adJobs] = [
    reflect(apiKeyKind, wanted),
    reflect(adAccountKind, wanted),
    reflect(adJobKind, wanted),
  ];
  followKeys(table, keys.cache, accounts.cache);
  followJobs(jobs, adJobs.cache);
  for (const reflector of [keys, accounts, adJobs]) void reflector.run(stop);
  const synced = Promise.all([keys.whenSynced(), accounts.whenSynced(), adJobs.whenSynced()]);
  await Promise.race([synced, aborted(stop)]);
  return { keys: createKeyDirectory(table, store, namespace, clock), jobs };
}

function reflect<S, T>(kind: ResourceKind<S, T>, { store, namespace, clock, logger, probes, caches }: Wanted) {
  const select = namespace === undefined ? {} : { namespace };
  const reflector = new Reflector({ store, kind, select, transform: (object) => object, clock, logger });
  caches({ cache: 'api', kind: kind.kind }, () => reflector.staleSeconds());
  probes.add(() => {
    const staleSeconds = Math.round(reflector.staleSeconds());
    const name = `watch of ${kind.plural}`;
    if (!reflector.hasSynced) return { name, state: 'failed', detail: 'no full list yet' };
    return staleSeconds > staleWarningSeconds
      ? { name, state: 'warning', detail: `cut for ${staleSeconds} s` }
      : { name, state: 'ok' };
  });
  return reflector;
}
