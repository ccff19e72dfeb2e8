import { Resolver } from 'node:dns/promises';
import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { hasErrorCode } from '../files/error-code.ts';
import { parseHosts, parseResolvConf, searchedNames } from './resolver-files.ts';

/**
 * Limits of one DNS query. A name server has 2,000 milliseconds to answer, and each name server is asked at most twice.
 * These times are below the time limits of fetches and callbacks.
 */
const queryLimits = { timeout: 2_000, maxTimeout: 2_000, tries: 2 };

/** Error codes of a DNS query after which the next name of the search list is looked up, as in the C library. */
const nextNameCodes = ['ENOTFOUND', 'ENODATA', 'ESERVFAIL'];

/** Addresses of a host, in the order in which connections to them are tried. */
export interface ResolvedName {
  /** Full name that has the addresses: the host name, or the host name with a search domain of this system. */
  name: string;
  addresses: readonly string[];
}

export interface ResolverFiles {
  hosts: string;
  resolvConf: string;
  /** Name servers that replace those in `resolvConf`, each as `address:port`. */
  servers?: readonly string[];
}

const systemFiles: ResolverFiles = { hosts: '/etc/hosts', resolvConf: '/etc/resolv.conf' };

/**
 * Returns all addresses of a host name, with IPv4 and IPv6 alternating, and the full name that has them. The addresses
 * come from the hosts file, or if it does not contain the name, from the name servers, which are also asked for the
 * name with each search domain. Throws if the name has no address or no name server responds. Cancels its queries when
 * the signal aborts.
 *
 * Guarantee: a name whose name server does not respond delays no other name. `dns.lookup` would not guarantee this:
 * such a name would block one of the only two threads for name resolution for 10 s or longer
 * (docs/adr/0023-names-are-resolved-without-threads.md).
 */
export async function resolveName(
  hostname: string,
  signal: AbortSignal,
  files: ResolverFiles = systemFiles,
): Promise<ResolvedName> {
  const listed = hostsIn(files.hosts)(hostname);
  if (listed.length > 0) return { name: hostname, addresses: inTurn(listed) };
  // Each name gets its own resolver, so that a cancellation affects no other name. A new resolver also uses the current
  // configuration of the system.
  const resolver = new Resolver(queryLimits);
  if (files.servers !== undefined) resolver.setServers(files.servers);
  const cancel = (): void => {
    resolver.cancel();
  };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await firstAnswer(resolver, searchedNames(hostname, searchIn(files.resolvConf)), signal);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** Looks the names up in order, and returns the first name that has an address. */
async function firstAnswer(resolver: Resolver, names: readonly string[], signal: AbortSignal): Promise<ResolvedName> {
  let cause: unknown;
  for (const name of names) {
    signal.throwIfAborted();
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = [ipv4, ipv6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length > 0) return { name, addresses: inTurn(found) };
    cause = ipv4.status === 'rejected' ? ipv4.reason : undefined;
    if (!hasErrorCode(cause, ...nextNameCodes)) break;
  }
  throw new Error(`failed to resolve ${names.join(', ')}`, { cause });
}

/**
 * Alternates IPv4 and IPv6 addresses. On a network that supports only one of the two, one of the first two addresses
 * then works.
 */
function inTurn(addresses: readonly string[]): string[] {
  const ofFamily = (family: number) => addresses.filter((address) => isIP(address) === family);
  const [ipv4, ipv6] = [ofFamily(4), ofFamily(6)];
  const longest = Math.max(ipv4.length, ipv6.length);
  return Array.from({ length: longest }, (_, n) => [ipv4[n], ipv6[n]])
    .flat()
    .filter((address) => address !== undefined);
}

const hostsIn = parsedFile(parseHosts);
const searchIn = parsedFile(parseResolvConf);

/**
 * Returns a function that reads and parses a file, and reuses the result until the file changes. A missing file is
 * treated as empty.
 */
function parsedFile<T>(parse: (text: string) => T): (path: string) => T {
  const parsed = new Map<string, { version: string; value: T }>();
  return (path) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    const version = stats === undefined ? '' : `${stats.mtimeMs} ${stats.size} ${stats.ino}`;
    const known = parsed.get(path);
    if (known?.version === version) return known.value;
    const value = parse(stats === undefined ? '' : readFileSync(path, 'utf8'));
    parsed.set(path, { version, value });
    return value;
  };
}
