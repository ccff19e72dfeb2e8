import ipaddr from 'ipaddr.js';
import {
  contains,
  isSingle,
  parseAddress,
  parseRange,
  rangeOf,
  unwrapped,
  type Address,
  type AddressRange,
} from './address-range.ts';

/**
 * Addresses and ports to which connections are allowed although the address is not public or the port is unusual, such
 * as `10.1.0.0/16`, `127.0.0.0/8:8080` or `127.0.0.0/8:*`.
 */
export interface AllowEntry extends AddressRange {
  /**
   * Ports that this entry of the allow list allows. `default`: ports 80 and 443; `any`: every port; a number: only that
   * port.
   */
  ports: 'default' | 'any' | number;
}

export type AllowList = readonly AllowEntry[];

/** Addresses and host names that are refused even if they are public or an exception allows them. */
export interface DenyList {
  ranges: readonly AddressRange[];
  /** Denied host names, in lower case and without a trailing dot. */
  hosts: ReadonlySet<string>;
}

/** Rules of an installation for the addresses to which it may connect. `deny` takes precedence over `allow`. */
export interface AddressRules {
  allow: AllowList;
  deny: DenyList;
}

export type Judgement = { allowed: true } | { allowed: false; why: string };

const allowed: Judgement = { allowed: true };
const refused = (why: string): Judgement => ({ allowed: false, why });

const defaultPorts = [80, 443];

const ranges = (...texts: string[]): AddressRange[] => texts.flatMap((text) => parseRange(text) ?? []);

/** IPv6 range from which all public unicast addresses come. */
const publicV6 = ipaddr.parseCIDR('2000::/3');
/**
 * Parts of the IPv6 range `publicV6` that are not public, for IETF protocols (Teredo, ORCHID), documentation, 6to4,
 * AS112.
 */
const specialV6 = ranges('2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20');
/**
 * Bits 64 to 95, in hexadecimal, by which an ISATAP address is recognised. ISATAP is a tunnel for IPv6 over IPv4; the
 * last 32 bits of the address are an IPv4 address.
 */
const isatapIdentifiers = ['00005efe', '02005efe'];
/** Addresses at which cloud providers serve metadata and credentials to their machines. */
const metadata = ranges(
  // Metadata addresses of AWS, Azure, Google, Oracle, IBM, DigitalOcean, Hetzner, OpenStack and others, and of tasks
  // and pods on AWS.
  ...['169.254.169.254/32', '169.254.170.2/32', '169.254.170.23/32', 'fd00:ec2::254/128', 'fd00:ec2::23/128'],
  // Further metadata addresses of Google, Azure, Alibaba, Oracle, Scaleway (two addresses), Tencent and Equinix.
  ...['fd20:ce::254/128', '168.63.129.16/32', '100.100.100.200/32', '192.0.0.192/32'],
  ...['169.254.42.42/32', 'fd00:42::42/128', '169.254.0.23/32', '192.80.8.124/32'],
);

/**
 * Parses the allow list, whose entries are separated by commas or white space. Throws an error that quotes an invalid
 * entry.
 */
export function parseAllowList(text: string): AllowList {
  return words(text).map(parseAllowEntry);
}

/**
 * Parses the deny list: ranges such as `10.1.0.0/16`, addresses and host names, separated by commas or white space.
 * Throws an error that quotes an invalid entry.
 */
export function parseDenyList(text: string): DenyList {
  const entries = words(text).map(parseDenyEntry);
  return {
    ranges: entries.filter((entry) => typeof entry !== 'string'),
    hosts: new Set(entries.filter((entry) => typeof entry === 'string')),
  };
}

/** Parses the allow and the deny list of an installation. Throws an error that quotes an invalid entry. */
export function parseAddressRules({ allow, deny }: { allow: string; deny: string }): AddressRules {
  return { allow: parseAllowList(allow), deny: parseDenyList(deny) };
}

/**
 * Decides whether a connection to this address and port is allowed. The deny list of the installation takes precedence.
 * Otherwise, public unicast addresses on ports 80 and 443, and the entries of the allow list, are allowed. An IPv6
 * address that contains an IPv4 address is treated as the IPv4 address, because the connection would reach the IPv4
 * address.
 */
export function judgeAddress(ip: string, port: number, { allow, deny }: AddressRules): Judgement {
  const given = parseAddress(ip);
  if (given === undefined) return refused(`${ip} is not an IP address`);
  const address = unwrapped(given);
  if (deny.ranges.some((range) => contains(range, address) || contains(range, given))) {
    return refused(`this installation denies the address ${ip}`);
  }
  const exceptions = exceptionsFor(ip, allow);
  if (exceptions.some(({ ports }) => allowsPort(ports, port))) return allowed;
  if (!isPublic(address) && exceptions.length === 0) return refused(`the address ${ip} is not public`);
  return isPublic(address) && defaultPorts.includes(port) ? allowed : refused(`port ${port} is not allowed`);
}

/**
 * Decides whether a URL is allowed before its host name is resolved. An IP address in the URL is treated like the
 * address of a connection (`0x7f.1` is 127.0.0.1). A host name is refused only if the deny list contains it, or if the
 * port of the URL is neither 80 nor 443 nor allowed by any entry of the allow list.
 */
export function judgeUrl(url: string, rules: AddressRules): Judgement {
  const parsed = URL.parse(url);
  if (parsed === null) return refused('the URL is invalid');
  if (!/^https?:$/.test(parsed.protocol)) return refused('only http and https are allowed');
  const port = portOf(parsed);
  const host = plainHost(parsed);
  if (parseAddress(host) !== undefined) return judgeAddress(host, port, rules);
  if (rules.deny.hosts.has(host)) return refused(`this installation denies the host ${host}`);
  const couldBeAllowed = ['default' as const, ...rules.allow.map(({ ports }) => ports)];
  const isPortAllowed = couldBeAllowed.some((ports) => allowsPort(ports, port));
  return isPortAllowed ? allowed : refused(`port ${port} is not allowed`);
}

/** Top-level domains that belong to a machine, a local network or a cluster. */
const internalDomains = ['localhost', 'local', 'internal', 'svc'];

/**
 * Reports whether a host name belongs to a machine, a local network or a cluster: a name without a dot, or a name such
 * as `redis.ads.svc.cluster.local`. False for an IP address.
 */
export function isInternalName(host: string): boolean {
  if (parseAddress(host) !== undefined) return false;
  const labels = host.toLowerCase().replace(/\.+$/, '').split('.');
  return labels.length === 1 || internalDomains.includes(labels.at(-1) ?? '');
}

/**
 * Decides whether a connection to an address of an internal host name (`isInternalName`) is allowed. Even a public
 * address must be in a range of the allow list, because Services and pods of an IPv6 cluster have public addresses.
 */
export function judgeInternalAddress(ip: string, port: number, rules: AddressRules): Judgement {
  const verdict = judgeAddress(ip, port, rules);
  if (!verdict.allowed || exceptionsFor(ip, rules.allow).some(({ ports }) => allowsPort(ports, port))) return verdict;
  return refused('its name is not public');
}

/**
 * Decides whether a request to a URL is allowed if a proxy, and not this process, resolves the host name. Requires that
 * `judgeUrl` has allowed the URL. Refuses internal names (`isInternalName`), and ports other than 80 and 443.
 */
export function judgeUnresolved(url: URL): Judgement {
  if (isInternalName(plainHost(url))) return refused('its name is not public');
  const port = portOf(url);
  return defaultPorts.includes(port) ? allowed : refused(`port ${port} is not allowed`);
}

/** Returns the host of a URL: an address without brackets, or a name in lower case without a trailing dot. */
export function plainHost({ hostname }: URL): string {
  return hostname
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.+$/, '')
    .toLowerCase();
}

export function portOf({ port, protocol }: URL): number {
  return Number(port || (protocol === 'https:' ? 443 : 80));
}

export function isPublicAddress(ip: string): boolean {
  const address = parseAddress(ip);
  return address !== undefined && isPublic(unwrapped(address));
}

function isPublic(address: Address): boolean {
  if (isMetadata(address)) return false;
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast';
  const isSpecial = specialV6.some((range) => contains(range, address)) || isIsatap(address);
  return address.match(publicV6) && !isSpecial;
}

function isMetadata(address: Address): boolean {
  return metadata.some((range) => contains(range, address));
}

/**
 * Reports whether an IPv6 address is an ISATAP address. A tunnel would send its packets to the IPv4 address in its last
 * 32 bits.
 */
function isIsatap(address: ipaddr.IPv6): boolean {
  return isatapIdentifiers.includes(Buffer.from(address.toByteArray().slice(8, 12)).toString('hex'));
}

/** Returns the entries of the allow list that apply to an address, for any port. */
function exceptionsFor(ip: string, allow: AllowList): AllowEntry[] {
  const given = parseAddress(ip);
  if (given === undefined) return [];
  const address = unwrapped(given);
  return allow.filter((entry) => contains(entry, address) && mayExcept(entry, address));
}

/**
 * Reports whether an entry of the allow list applies to an address in its range. The address of a cloud's metadata
 * service must be an entry by itself. A wide range such as `fd00::/8` contains such an address only by accident.
 */
function mayExcept(entry: AllowEntry, address: Address): boolean {
  return isSingle(entry) || !isMetadata(address);
}

function allowsPort(ports: AllowEntry['ports'], port: number): boolean {
  return ports === 'any' || ports === port || (ports === 'default' && defaultPorts.includes(port));
}

function words(text: string): string[] {
  return text.split(/[\s,]+/).filter((entry) => entry !== '');
}

function parseAllowEntry(text: string): AllowEntry {
  // Accepts both forms in which users write an IPv6 range with a port: [fd00::]/8:9000 and [fd00::/8]:9000.
  const plain = text.replace(/^\[(.*)(\/\d{1,3})\]/, '[$1]$2');
  const match = /^(.+\/\d{1,3})(?::(\*|\d{1,5}))?$/.exec(plain);
  const range = parseRange(match?.[1]?.replace(/^\[(.*)\](?=\/)/, '$1') ?? '');
  const ports = allowedPorts(match?.[2]);
  if (range === undefined || ports === undefined) {
    throw new Error(`"${text}" is not a valid address range. Write 10.1.0.0/16, 127.0.0.0/8:8080 or 127.0.0.0/8:*.`);
  }
  return { ...range, ports };
}

/** Pattern of a host name. Its last label must have a letter, because an IPv4 address has none. */
const hostName = /^([a-z0-9_-]+\.)*[a-z0-9_-]*[a-z][a-z0-9_-]*$/;

function parseDenyEntry(text: string): AddressRange | string {
  const address = parseAddress(text);
  if (address !== undefined) return rangeOf(unwrapped(address));
  const range = parseRange(text);
  if (range !== undefined) return range;
  const host = text.toLowerCase().replace(/\.$/, '');
  if (hostName.test(host)) return host;
  throw new Error(`"${text}" is not a valid address range or host name. Write 10.1.0.0/16 or fd00:1::/64.`);
}

function allowedPorts(text: string | undefined): AllowEntry['ports'] | undefined {
  if (text === undefined) return 'default';
  if (text === '*') return 'any';
  const port = Number(text);
  return port >= 1 && port <= 65_535 ? port : undefined;
}
