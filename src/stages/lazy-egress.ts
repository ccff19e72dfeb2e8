import type { EgressConfig } from '../config/egress-config.ts';
import type { Egress } from '../egress/port.ts';
import { programVersion } from '../version.ts';

/**
 * Returns a client for guarded access to the internet. The client loads its HTTP library at the first fetch, so that
 * stages without a fetch start faster.
 */
export function lazyEgress(settings: EgressConfig): Egress {
  let loading: Promise<Egress> | undefined;
  return {
    fetch: async (url, limits, signal) => (await (loading ??= load(settings))).fetch(url, limits, signal),
  };
}

async function load(settings: EgressConfig): Promise<Egress> {
  const [{ createGuard }, { GuardedEgress }] = await Promise.all([
    import('../egress/create-guard.ts'),
    import('../egress/guarded-egress.ts'),
  ]);
  return new GuardedEgress({ guard: createGuard(settings), version: programVersion() });
}
