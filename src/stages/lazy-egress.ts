import type { Egress } from '../egress/port.ts';
import type { EgressSettings } from '../egress/settings.ts';
import { programVersion } from '../version.ts';

/**
 * Returns a client for guarded access to the internet. `noProxy` is the value of `NO_PROXY`. The client loads its HTTP
 * library at the first fetch, so that stages without a fetch start faster.
 */
export function lazyEgress(settings: EgressSettings, noProxy: string): Egress {
  let loading: Promise<Egress> | undefined;
  return {
    fetch: async (url, limits, signal) => (await (loading ??= load(settings, noProxy))).fetch(url, limits, signal),
  };
}

async function load(settings: EgressSettings, noProxy: string): Promise<Egress> {
  const [{ createGuard }, { GuardedEgress }] = await Promise.all([
    import('../egress/create-guard.ts'),
    import('../egress/guarded-egress.ts'),
  ]);
  return new GuardedEgress({ guard: createGuard(settings, noProxy), version: programVersion() });
}
