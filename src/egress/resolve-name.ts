import { Resolver } from 'node:dns/promises';
import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { hasErrorCode } from '../files/error-code.ts';
import { parseHosts, parseResolvConf, searchedNames } from './resolver-files.ts';

/**
 * Time limits of one query: a name server gets two seconds, and every name server is asked twice. Both are below the
 * time limits of fetches and callbacks.
 */
const queryLimits = { timeout: 2_000, maxTimeout: 2_000, tries: 2 };

/** Errors after which the next name of the search list is tried, as the C library does. */
const nextNameCodes = ['ENOTFOUND', 'ENODATA', 'ESERVFAIL'];

export interface ResolverFiles {
  hosts: string;
  resolvConf: string;
  /** Name servers instead of those in `resolvConf`, as `address:port`. */
  servers?: readonly string[];
}

const systemFiles: ResolverFiles = { hosts: '/etc/hosts', resolvConf: '/etc/resolv.conf' };

/**
 * Returns all addresses of a host name, IPv4 and IPv6 in turn, from the hosts file or else from the name servers, with
 * the search domains. Throws if the name has no address or no name server responds. Cancels its queries when the signal
 * aborts.
 *
 * Guarantee: a name whose name server does not respond delays no other name. `dns.lookup` does not guarantee this: it
 * blocks one of the two threads of the process that are left to name resolution, for 10 s and more
 * (docs/adr/0023-names-are-resolved-without-threads.md).
 */
export async function resolveName(
  hostname: string,
  signal: AbortSignal,
  files: ResolverFiles = systemFiles,
): Promise<string[]> {
  const listed = hostsIn(files.hosts)(hostname);
  if (listed.length > 0) return inTurn(listed);
  // A resolver of its own for each name: cancelling it affects no other name, and it reads the current configuration.
  const resolver = new Resolver(queryLimits);
  if (files.servers !== undefined) resolver.setServers(files.servers);
  const cancel = (): void => {
    resolver.cancel();
  };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return inTurn(await firstAnswer(resolver, searchedNames(hostname, searchIn(files.resolvConf)), signal));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** Returns the addresses of the first name that has any. */
async function firstAnswer(resolver: Resolver, names: readonly string[], signal: AbortSignal): Promise<string[]> {
  let cause: unknown;
  for (const name of names) {
    signal.throwIfAborted();
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = [ipv4, ipv6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length > 0) return found;
    cause = ipv4.status === 'rejected' ? ipv4.reason : undefined;
    if (!hasErrorCode(cause, ...nextNameCodes)) break;
  }
  throw new Error(`failed to resolve ${names.join(', ')}`, { cause });
}

/** Alternates IPv4 and IPv6, so that the first two addresses work on a network with one of them alone. */
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

/** Returns a function that reads and parses a file, again only after the file has changed. A missing file is empty. */
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
