import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * A network and ports to which connections are allowed in addition to public addresses. In settings, it has the form
 * `10.1.0.0/16`, `127.0.0.0/8:8080` or `127.0.0.0/8:*`.
 */
export interface AllowEntry {
  network: Address;
  prefixLength: number;
  /** `default` allows the ports 80 and 443, `any` allows every port, and a number allows only that port. */
  ports: 'default' | 'any' | number;
}

export type AllowList = readonly AllowEntry[];

export type Judgement = { allowed: true } | { allowed: false; why: string };

const allowed: Judgement = { allowed: true };
const refused = (why: string): Judgement => ({ allowed: false, why });

const defaultPorts = [80, 443];

const publicV6 = ipaddr.parseCIDR('2000::/3');
const specialV6 = ['2001:db8::/32', '2002::/16', '2001::/23', '3fff::/20'].map((range) => ipaddr.parseCIDR(range));
/** Prefix of IPv6 addresses that contain an IPv4 address in their last 32 bits (NAT64, RFC 6052). */
const translatedV6 = ipaddr.parseCIDR('64:ff9b::/96');
/**
 * IPv4 addresses that clouds use for metadata and DNS services although they look public. Connections to them are
 * refused.
 */
const cloudMetadataV4 = ['168.63.129.16', '192.0.0.192'];

/**
 * Parses the list of allowed networks, whose entries are separated by commas or white space. Throws an error that
 * quotes an invalid entry.
 */
export function parseAllowList(text: string): AllowList {
  return text
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map(parseAllowEntry);
}

/**
 * Decides whether a connection to this address and port is allowed. Allowed are public unicast addresses on the ports
 * 80 and 443, and the exceptions in `allow`.
 *
 * An IPv6 address that contains an IPv4 address (mapped, translated) is judged as that IPv4 address, because the
 * connection would reach it.
 */
export function judgeAddress(ip: string, port: number, allow: AllowList): Judgement {
  const address = plainAddress(ip);
  if (address === undefined) return refused(`${ip} is not an IP address`);
  const exceptions = allow.filter((entry) => contains(entry, address));
  if (exceptions.some(({ ports }) => allowsPort(ports, port))) return allowed;
  if (!isPublic(address) && exceptions.length === 0) return refused(`the address ${ip} is not public`);
  return isPublic(address) && defaultPorts.includes(port) ? allowed : refused(`port ${port} is not allowed`);
}

/**
 * Decides whether a URL is allowed, without resolving its host name. A host name is judged only by
 * the port of the URL, which must be 80, 443 or a port that an exception allows. An IP address is
 * judged as the address to which a connection would go (`0x7f.1` is 127.0.0.1).
 */
export function judgeUrl(url: string, allow: AllowList): Judgement {
  if (!URL.canParse(url)) return refused('the URL is invalid');
  const { hostname, port, protocol } = new URL(url);
  const portNumber = portOf(port, protocol);
  if (portNumber === undefined) return refused('only http and https are allowed');
  const literal = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(literal) !== 0) return judgeAddress(literal, portNumber, allow);
  const couldBeAllowed = ['default' as const, ...allow.map(({ ports }) => ports)];
  const isPortAllowed = couldBeAllowed.some((ports) => allowsPort(ports, portNumber));
  return isPortAllowed ? allowed : refused(`port ${portNumber} is not allowed`);
}

function allowsPort(ports: AllowEntry['ports'], port: number): boolean {
  return ports === 'any' || ports === port || (ports === 'default' && defaultPorts.includes(port));
}

function portOf(port: string, protocol: string): number | undefined {
  if (protocol !== 'http:' && protocol !== 'https:') return undefined;
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}

function plainAddress(ip: string): Address | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(ip)) return ipaddr.IPv4.parse(ip);
  if (!ipaddr.IPv6.isValid(ip)) return undefined;
  const address = ipaddr.IPv6.parse(ip);
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  return address.match(translatedV6) ? new ipaddr.IPv4(address.toByteArray().slice(12)) : address;
}

function isPublic(address: Address): boolean {
  if (address instanceof ipaddr.IPv4) {
    return address.range() === 'unicast' && !cloudMetadataV4.includes(address.toString());
  }
  return address.match(publicV6) && !specialV6.some((range) => address.match(range));
}

function contains({ network, prefixLength }: AllowEntry, address: Address): boolean {
  return network.kind() === address.kind() && address.match(network, prefixLength);
}

function parseAllowEntry(text: string): AllowEntry {
  const match = /^(.+\/\d{1,3})(?::(\*|\d{1,5}))?$/.exec(text);
  const range = match?.[1]?.replace(/^\[(.*)\](?=\/)/, '$1') ?? '';
  const ports = allowedPorts(match?.[2]);
  if (!isRange(range) || ports === undefined) {
    throw new Error(`"${text}" is not a valid address range. Write 10.1.0.0/16, 127.0.0.0/8:8080 or 127.0.0.0/8:*.`);
  }
  const [network, prefixLength] = ipaddr.parseCIDR(range);
  return { network, prefixLength, ports };
}

function isRange(text: string): boolean {
  return ipaddr.IPv4.isValidCIDRFourPartDecimal(text) || ipaddr.IPv6.isValidCIDR(text);
}

function allowedPorts(text: string | undefined): AllowEntry['ports'] | undefined {
  if (text === undefined) return 'default';
  if (text === '*') return 'any';
  const port = Number(text);
  return port >= 1 && port <= 65_535 ? port : undefined;
}
