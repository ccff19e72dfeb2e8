import type { Resolve } from '../../src/egress/guard.ts';

/** Returns a resolver that gives these addresses to every host name. */
export function resolvingTo(...addresses: string[]): Resolve {
  return (name) => Promise.resolve({ name, addresses });
}
