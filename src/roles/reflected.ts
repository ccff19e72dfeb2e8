import type { Logger } from 'pino';
import type { Clock } from '../clock/port.ts';
import type { ResourceKind } from '../objects/resource-kind.ts';
import type { Probes } from '../observability/readiness.ts';
import type { CacheMetrics } from '../runtime/metrics.ts';
import { Reflector, type ReflectorOptions } from '../runtime/reflector.ts';
import type { ObjectStore } from '../store/port.ts';

const staleWarningSeconds = 30;

export interface ReflectedFrom {
  /** Name of the component that has the cache, in metrics. */
  component: 'api' | 'admin';
  store: ObjectStore;
  namespace: string | undefined;
  clock: Clock;
  logger: Logger;
  probes: Probes;
  caches: CacheMetrics;
}

/** Returns a reflector of all objects of a kind, which is observed. */
export function reflected<S, T, V>(
  kind: ResourceKind<S, T>,
  from: ReflectedFrom,
  how: Pick<ReflectorOptions<S, T, V>, 'transform' | 'asEntry' | 'pageSize'>,
): Reflector<S, T, V> {
  const { store, namespace, clock, logger } = from;
  const select = namespace === undefined ? {} : { namespace };
  const reflector = new Reflector({ store, kind, select, clock, logger, ...how });
  observe(kind, reflector, from);
  return reflector;
}

/** Reports the age of a cache in the metrics and in the readiness response. */
export function observe(
  kind: Pick<ResourceKind<unknown, unknown>, 'kind' | 'plural'>,
  reflector: { hasSynced: boolean; staleSeconds(): number },
  { component, probes, caches }: Pick<ReflectedFrom, 'component' | 'probes' | 'caches'>,
): void {
  caches({ cache: component, kind: kind.kind }, () => reflector.staleSeconds());
  probes.add(() => {
    const staleSeconds = Math.round(reflector.staleSeconds());
    const name = `watch of ${kind.plural}`;
    if (!reflector.hasSynced) return { name, state: 'failed', detail: 'no full list yet' };
    return staleSeconds > staleWarningSeconds
      ? { name, state: 'warning', detail: `stale for ${staleSeconds} s` }
      : { name, state: 'ok' };
  });
}
