import { isIP } from 'node:net';

/**
 * Search list of resolv.conf(5). A host name with fewer than `ndots` dots is first looked up with each of these domains
 * appended, and then without a domain.
 */
export interface SearchList {
  domains: readonly string[];
  ndots: number;
}

/** Maximum number of search domains, and maximum value of `ndots`, as in the C library. */
const [domainsMax, ndotsMax] = [32, 15];

/** Parses the text of a hosts(5) file. Returns a function that returns the addresses of a host name in this file. */
export function parseHosts(text: string): (hostname: string) => string[] {
  const addresses = new Map<string, string[]>();
  for (const [address = '', ...names] of lines(text)) {
    if (isIP(address) === 0 || address.includes('%')) continue;
    for (const name of names) addresses.set(plain(name), [...(addresses.get(plain(name)) ?? []), address]);
  }
  return (hostname) => addresses.get(plain(hostname)) ?? [];
}

/**
 * Parses the search list of resolv.conf(5). If there are several `search` or `domain` lines, the last of them applies.
 */
export function parseResolvConf(text: string): SearchList {
  let list: SearchList = { domains: [], ndots: 1 };
  for (const [keyword, ...values] of lines(text)) {
    if (keyword === 'search') list = { ...list, domains: values.slice(0, domainsMax) };
    if (keyword === 'domain') list = { ...list, domains: values.slice(0, 1) };
    if (keyword !== 'options') continue;
    const ndots = values.findLast((value) => /^ndots:\d+$/.test(value));
    if (ndots !== undefined) list = { ...list, ndots: Math.min(Number(ndots.slice('ndots:'.length)), ndotsMax) };
  }
  return list;
}

/**
 * Returns the names to look up for a host name, in order. Each returned name ends with a dot, so that a resolver
 * appends no search domain to it. If the host name itself ends with a dot, no search domain is tried.
 */
export function searchedNames(hostname: string, { domains, ndots }: SearchList): string[] {
  if (hostname.endsWith('.')) return [hostname];
  const dots = hostname.split('.').length - 1;
  const searched = domains.filter((domain) => plain(domain) !== '').map((domain) => `${hostname}.${plain(domain)}.`);
  const asGiven = `${hostname}.`;
  return dots >= ndots ? [asGiven, ...searched] : [...searched, asGiven];
}

function plain(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}

function lines(text: string): string[][] {
  return text
    .split('\n')
    .map((line) => line.replace(/[#;].*$/, '').trim())
    .filter((line) => line !== '')
    .map((line) => line.split(/\s+/));
}
