import { isIP } from 'node:net';
import {
  isPublicAddress,
  judgeAddress,
  judgeUnresolved,
  judgeUrl,
  portOf,
  type AddressRules,
  type AllowList,
  type DenyList,
} from '../domain/address-rule.ts';
import type { EgressProxy } from './egress-proxy.ts';
import { EgressError } from './port.ts';
import { resolveName } from './resolve-name.ts';

/**
 * Returns all addresses of a host name, in the order in which they are dialled. Throws if the host name has no address.
 */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<string[]>;

/** Number of addresses of a host that are dialled at most. */
const addressesMax = 8;

export interface GuardOptions {
  allow: AllowList;
  /** Default: nothing is denied. */
  deny?: DenyList;
  /** Default: all connections are direct. */
  proxy?: EgressProxy | undefined;
  /** Default: the hosts file and the name servers of the system. */
  resolve?: Resolve;
}

/** Checked way to a host. A connection may use this way and no other. */
export interface Route {
  /** Checked addresses of the host. Empty if only the proxy can resolve the host name. */
  addresses: readonly string[];
  /**
   * True if a connection provably ends at a public address. False if the settings of the installation allow one of the
   * addresses although it is not public, or if a proxy connects.
   */
  isPublic: boolean;
  /** Proxy that the connection uses; undefined for a direct connection. */
  proxy: EgressProxy | undefined;
}

const nothingDenied: DenyList = { ranges: [], hosts: new Set() };

/**
 * The protection against server-side request forgery (SSRF): decides which URLs and addresses users may make this
 * installation connect to. Pages, pictures and callbacks all pass here.
 *
 * Guarantee: a caller that connects only by a `Route` reaches no forbidden address. The host name
 * is resolved once for each route, so that a second, different answer of the name server has no effect. Behind a proxy
 * the proxy resolves the name again, so the proxy too must refuse forbidden addresses.
 */
export class Guard {
  readonly #rules: AddressRules;
  readonly #proxy: EgressProxy | undefined;
  readonly #resolve: Resolve;

  constructor({ allow, deny = nothingDenied, proxy, resolve = resolveName }: GuardOptions) {
    this.#rules = { allow, deny };
    this.#proxy = proxy;
    this.#resolve = resolve;
  }

  /**
   * Returns the normalised URL if the rules allow this URL; addresses are checked by `route`. A relative URL is resolved
   * against `base`. Throws `EgressError`.
   */
  judge(text: string, base?: URL): URL {
    const url = URL.parse(text, base?.href);
    if (url === null) throw new EgressError('url_not_allowed', base?.host ?? 'the URL', 'it is not a valid URL');
    const verdict = judgeUrl(url.href, this.#rules);
    // A URL without a host, such as a `file:` URL, is reported under the host that redirected to it.
    const host = url.host === '' && base !== undefined ? base.host : url.host;
    if (!verdict.allowed) throw new EgressError('url_not_allowed', host, verdict.why);
    if (url.username !== '' || url.password !== '') {
      throw new EgressError('url_not_allowed', url.host, 'the URL contains credentials');
    }
    return url;
  }

  /**
   * Resolves the host of a URL from `judge` and checks every address. A name that does not resolve is left to the proxy,
   * if one is used, unless the name is not public. Throws `EgressError`. Rejects when the signal aborts.
   */
  async route(url: URL, signal: AbortSignal): Promise<Route> {
    signal.throwIfAborted();
    const proxy = this.#proxy?.isDirect(url) === false ? this.#proxy : undefined;
    const addresses = await this.#addressesOf(url, proxy, signal);
    for (const address of addresses) {
      // The verdict's message contains the address. The caller knows only the name, so the address is not revealed.
      if (!judgeAddress(address, portOf(url), this.#rules).allowed) {
        throw new EgressError('url_not_allowed', url.host, 'its address or port is not allowed');
      }
    }
    if (addresses.length === 0) judgeName(url, proxy);
    const isPublic = proxy === undefined && addresses.every(isPublicAddress);
    return { addresses: addresses.slice(0, addressesMax), isPublic, proxy };
  }

  async #addressesOf(url: URL, proxy: EgressProxy | undefined, signal: AbortSignal): Promise<string[]> {
    const hostname = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(hostname) !== 0) return [hostname];
    try {
      return await unlessAborted(this.#resolve(hostname, signal), signal);
    } catch (error) {
      if (signal.aborted) throw error;
      if (proxy !== undefined) return [];
      throw notResolved(url, error);
    }
  }
}

/** Throws `EgressError` unless a proxy may resolve the host name of a URL. */
function judgeName(url: URL, proxy: EgressProxy | undefined): void {
  if (proxy === undefined) throw notResolved(url);
  const verdict = judgeUnresolved(url);
  if (!verdict.allowed) throw new EgressError('url_not_allowed', url.host, verdict.why);
}

function notResolved(url: URL, cause?: unknown): EgressError {
  return new EgressError('not_resolved', url.host, 'the name does not resolve', { cause });
}

/** Returns the result of `work`, or rejects when the signal aborts. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const stop = (): void => {
      reject(new Error('aborted'));
    };
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', stop);
    });
  });
}
