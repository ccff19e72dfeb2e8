import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { AuditSource } from '../../audit-log/port.ts';
import { parseAddress, unwrapped } from '../../domain/address-range.ts';
import { firstUnits } from '../../domain/whole-characters.ts';
import { contextOf } from '../../http/context.ts';

/** Properties of a request that show where it came from. */
export interface Arrived {
  headers: IncomingHttpHeaders;
  remoteAddress: string | undefined;
  requestId: string;
}

export type IsTrustedProxy = (address: string) => boolean;

const userAgentMax = 300;

export function arrived(request: IncomingMessage): Arrived {
  const { headers, socket } = request;
  return { headers, remoteAddress: socket.remoteAddress, requestId: contextOf(request).requestId };
}

/** Returns where a request came from, for the audit log. Looks behind proxies that the settings name, and no others. */
export function sourceOf({ headers, remoteAddress, requestId }: Arrived, isTrusted: IsTrustedProxy): AuditSource {
  const agent = headers['user-agent'];
  return {
    ip: clientAddress(remoteAddress, headers['x-forwarded-for'], isTrusted),
    userAgent: agent === undefined ? undefined : firstUnits(agent, userAgentMax),
    requestId,
  };
}

/**
 * Returns the address of the client: the last address that no trusted proxy has. A client can write anything before the
 * addresses that the proxies add, so the search begins at the end.
 */
function clientAddress(
  remote: string | undefined,
  forwarded: string | string[] | undefined,
  isTrusted: IsTrustedProxy,
): string | undefined {
  let client = plainAddress(remote);
  const hops = [forwarded ?? ''].flat().join(',').split(',');
  for (const hop of hops.toReversed()) {
    if (client === undefined || !isTrusted(client)) return client;
    client = plainAddress(hop.trim()) ?? client;
  }
  return client;
}

function plainAddress(text: string | undefined): string | undefined {
  const address = text?.replace(/^::ffff:(?=\d+\.)/i, '');
  return address !== undefined && isIP(address) !== 0 ? address : undefined;
}

/**
 * Returns the network by which requests of one source are counted: an IPv4 address, or the first 64 bits of an IPv6
 * address, because one connection to the internet usually has all addresses behind them.
 */
export function networkOf(ip: string | undefined): string {
  const address = parseAddress(ip ?? '');
  if (address === undefined) return '';
  const plain = unwrapped(address);
  return plain.kind() === 'ipv4' ? plain.toString() : plain.toNormalizedString().split(':').slice(0, 4).join(':');
}

/** Returns a function that reports whether an address is in one of these ranges, such as `10.0.0.0/8` or `10.0.0.1`. */
export function trustedProxies(ranges: readonly string[]): IsTrustedProxy {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
