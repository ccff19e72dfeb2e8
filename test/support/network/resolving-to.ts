import type { Resolve } from '../../../src/egress/guard.ts';

/** Returns a resolver that resolves every host name to these addresses. */
export function resolvingTo(...addresses: string[]): Resolve {
  return (name) => Promise.resolve({ name, addresses });
}
