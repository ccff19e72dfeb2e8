import type { Egress } from '../egress/port.ts';
import { programVersion } from '../version.ts';

/**
 * Returns an egress (the guarded access to the internet) that loads the HTTP client with the first fetch, so that
 * stages without a fetch start faster.
 */
export function lazyEgress(allow: string): Egress {
  let loading: Promise<Egress> | undefined;
  return {
    fetch: async (url, limits, signal) => (await (loading ??= load(allow))).fetch(url, limits, signal),
  };
}

async function load(allow: string): Promise<Egress> {
  const [{ Guard }, { GuardedEgress }, { parseAllowList }] = await Promise.all([
    import('../egress/guard.ts'),
    import('../egress/guarded-egress.ts'),
    import('../domain/address-rule.ts'),
  ]);
  return new GuardedEgress({ guard: new Guard({ allow: parseAllowList(allow) }), version: programVersion() });
}
