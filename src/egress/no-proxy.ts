import { domainToASCII } from 'node:url';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

interface Target {
  /** Host name or address, in lower case, without brackets. */
  host: string;
  port: string;
  /** Parsed address of the host. Undefined if the host is a name. */
  address: Address | undefined;
}

type Exemption = (target: Target) => boolean;

/**
 * Parses the value of `NO_PROXY` and returns a function that reports whether a URL is requested without a proxy. The
 * rules are those of Go (`golang.org/x/net/http/httpproxy`), which kubectl follows. Entries are separated by commas:
 *
 * - `example.com` matches the host and its subdomains; `.example.com` and `*.example.com` match only the subdomains;
 * - `10.0.0.1` matches the address, and `10.0.0.0/8` the range; a host name is not resolved for this;
 * - a name or an address may have a port: `example.com:8443`, `[fd00::1]:6443`; a range may not;
 * - `*` matches everything.
 *
 * `localhost` and loopback addresses always match. An entry that is none of these is ignored.
 */
export function parseNoProxy(text: string): (url: URL) => boolean {
  const entries = text.split(',').map((entry) => entry.trim().toLowerCase());
  if (entries.includes('*')) return () => true;
  const exemptions = entries.flatMap((entry) => exemptionOf(entry) ?? []);
  return (url) => {
    const target = targetOf(url);
    return isLocal(target) || exemptions.some((matches) => matches(target));
  };
}

function targetOf({ hostname, port, protocol }: URL): Target {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return { host, port: port === '' ? (protocol === 'https:' ? '443' : '80') : port, address: addressOf(host) };
}

function isLocal({ host, address }: Target): boolean {
  return host === 'localhost' || address?.range() === 'loopback';
}

function addressOf(text: string): Address | undefined {
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
  return isAddress ? ipaddr.process(text) : undefined;
}

function exemptionOf(entry: string): Exemption | undefined {
  if (ipaddr.IPv4.isValidCIDRFourPartDecimal(entry) || ipaddr.IPv6.isValidCIDR(entry)) return ofRange(entry);
  const [host, port] = hostAndPort(entry);
  if (host === '') return undefined;
  const address = addressOf(host);
  const matchesHost = address === undefined ? ofName(host) : ofAddress(address);
  return (target) => matchesHost(target) && (port === '' || port === target.port);
}

function hostAndPort(entry: string): [host: string, port: string] {
  const [, bracketed, plain, port] = /^(?:\[([^[\]]*)\]|([^:[\]]*)):([^:[\]]*)$/.exec(entry) ?? [];
  return port === undefined ? [entry, ''] : [bracketed ?? plain ?? '', port];
}

function ofRange(range: string): Exemption {
  const [network, prefixLength] = ipaddr.parseCIDR(range);
  return ({ address }) => address?.kind() === network.kind() && address.match(network, prefixLength);
}

function ofAddress(exempt: Address): Exemption {
  return ({ address }) => address?.toString() === exempt.toString();
}

function ofName(name: string): Exemption {
  const [, onlyBelow = '', plain = ''] = /^(\*?\.)?(.*)$/.exec(name) ?? [];
  const domain = domainToASCII(plain) || plain;
  return ({ host, address }) =>
    address === undefined && (host.endsWith(`.${domain}`) || (onlyBelow === '' && host === domain));
}
