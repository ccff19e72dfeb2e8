import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

export interface AddressRange {
  network: Address;
  prefixLength: number;
}

/** IPv6 prefix by which NAT64 translates to IPv4 (RFC 6052). The last 32 bits are the IPv4 address. */
const translatedV6 = ipaddr.parseCIDR('64:ff9b::/96');
/** Number of bits before the IPv4 address in an IPv4-mapped IPv6 address (`::ffff:a.b.c.d`). */
const mappedBits = 96;

/** Parses an IP address in its standard notation. Returns undefined for any other text. */
export function parseAddress(text: string): Address | undefined {
  const version = isIP(text);
  if (version === 0) return undefined;
  return version === 4 ? ipaddr.IPv4.parse(text) : ipaddr.IPv6.parse(text);
}

/**
 * Returns the address that packets to `address` reach. This differs only for an IPv6 address that contains an IPv4
 * address (IPv4-mapped, or translated by NAT64): the result is the IPv4 address.
 */
export function unwrapped(address: Address): Address {
  if (address instanceof ipaddr.IPv4) return address;
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  return address.match(translatedV6) ? new ipaddr.IPv4(address.toByteArray().slice(12)) : address;
}

/**
 * Parses a range in CIDR notation. Returns undefined for any other text. A range of IPv4-mapped addresses
 * (`::ffff:10.0.0.0/104`) counts as the IPv4 range.
 */
export function parseRange(text: string): AddressRange | undefined {
  if (!ipaddr.IPv4.isValidCIDRFourPartDecimal(text) && !ipaddr.IPv6.isValidCIDR(text)) return undefined;
  const [network, prefixLength] = ipaddr.parseCIDR(text);
  if (network instanceof ipaddr.IPv4 || !network.isIPv4MappedAddress() || prefixLength < mappedBits) {
    return { network, prefixLength };
  }
  return { network: network.toIPv4Address(), prefixLength: prefixLength - mappedBits };
}

/** Returns the range that contains only the given address. */
export function rangeOf(address: Address): AddressRange {
  return { network: address, prefixLength: address.toByteArray().length * 8 };
}

export function contains({ network, prefixLength }: AddressRange, address: Address): boolean {
  return network.kind() === address.kind() && address.match(network, prefixLength);
}

export function isSingle({ network, prefixLength }: AddressRange): boolean {
  return prefixLength === network.toByteArray().length * 8;
}
