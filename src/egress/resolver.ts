import { lookup } from 'node:dns/promises';

/**
 * Returns all addresses of a host name, in the order in which the operating system lists them. Throws if the host name
 * has no address.
 */
export type Resolve = (hostname: string) => Promise<string[]>;

export const resolveBySystem: Resolve = async (hostname) => {
  const found = await lookup(hostname, { all: true, order: 'verbatim' });
  return found.map((entry) => entry.address);
};
