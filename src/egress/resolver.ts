import { lookup } from 'node:dns/promises';

/** All addresses of a name, as the system would dial them. Throws when there are none. */
export type Resolve = (hostname: string) => Promise<string[]>;

export const resolveBySystem: Resolve = async (hostname) => {
  const found = await lookup(hostname, { all: true, order: 'verbatim' });
  return found.map((entry) => entry.address);
};
