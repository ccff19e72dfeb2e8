import { isIP } from 'node:net';
import {
  isInternalName,
  isPublicAddress,
  judgeAddress,
  judgeInternalAddress,
  judgeUnresolved,
  judgeUrl,
  plainHost,
  portOf,
  type AddressRules,
  type AllowList,
  type DenyList,
} from '../domain/address-rule.ts';
import type { EgressProxy } from './egress-proxy.ts';
import { EgressError } from './port.ts';
import { resolveName, type ResolvedName } from './resolve-name.ts';

/** Returns all addresses of a host name. Throws if the host name has no address. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<ResolvedName>;

/** Maximum number of addresses of one host to which a connection is tried. */
const addressesMax = 8;

export interface GuardOptions {
  allow: AllowList;
  /** Denied addresses and hosts. Default: none. */
  deny?: DenyList;
  /** Proxy for connections. Default: all connections are direct. */
  proxy?: EgressProxy | undefined;
  /** Resolver of host names. Default: a resolver that uses the hosts file and the name servers of the system. */
  resolve?: Resolve;
}

/**
 * Addresses or proxy by which a host may be reached, after the `Guard` has checked the host. A connection must not use
 * any other address or proxy.
 */
export interface Route {
  /** Checked addresses of the host. Empty if the host name could only be resolved by the proxy. */
  addresses: readonly string[];
  /**
   * True if the connection is direct and all addresses of the host are public. An address that is not public occurs
   * only if the settings of the installation allow it.
   */
  isPublic: boolean;
  /** Proxy that the connection uses; undefined for a direct connection. */
  proxy: EgressProxy | undefined;
}

const nothingDenied: DenyList = { ranges: [], hosts: new Set() };

/**
 * Protection against server-side request forgery (SSRF): decides to which URLs and addresses users may make this
 * installation connect. The guard checks the requests for pages, pictures and callbacks.
 *
 * Guarantee: a caller that connects only by a `Route` reaches no forbidden address. The host name is resolved only once
 * for each route, so a name server cannot return one address for the check and another address for the connection. A
 * proxy resolves the host name again, so the proxy must refuse forbidden addresses itself.
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
   * Parses a URL, and returns the normalised URL if the rules allow it. The addresses of the host are checked later, by
   * `route`. A relative URL is resolved against `base`. Throws `EgressError`.
   */
  judge(text: string, base?: URL): URL {
    const url = URL.parse(text, base?.href);
    if (url === null)
      throw new EgressError('url_not_allowed', base?.host ?? 'the URL', 'the address is not a valid URL');
    const verdict = judgeUrl(url.href, this.#rules);
    // The error for a URL without a host, such as a `file:` URL, names the host that redirected to this URL.
    const host = url.host === '' && base !== undefined ? base.host : url.host;
    if (!verdict.allowed) throw new EgressError('url_not_allowed', host, verdict.why);
    if (url.username !== '' || url.password !== '') {
      throw new EgressError('url_not_allowed', url.host, 'the URL contains credentials');
    }
    return url;
  }

  /**
   * Resolves the host of a URL that `judge` has returned, and checks every address. If the host name, or the name that
   * a search domain makes of it, is internal, the allow list must contain every address. If a public name does not
   * resolve here and a proxy is used, the proxy resolves the name. Throws `EgressError`. Rejects when the signal
   * aborts.
   */
  async route(url: URL, signal: AbortSignal): Promise<Route> {
    signal.throwIfAborted();
    const proxy = this.#proxy?.isDirect(url) === false ? this.#proxy : undefined;
    const { name, addresses } = await this.#resolved(url, proxy, signal);
    const isInternal = isInternalName(plainHost(url)) || isInternalName(name);
    const judge = isInternal ? judgeInternalAddress : judgeAddress;
    for (const address of addresses) {
      // The verdict's message is not used here, because it contains the address. A user knows only the host name, and
      // must not learn the address.
      if (!judge(address, portOf(url), this.#rules).allowed) {
        throw new EgressError('url_not_allowed', url.host, 'its name, address or port is not allowed');
      }
    }
    if (addresses.length === 0) judgeName(url, proxy);
    const isPublic = proxy === undefined && addresses.every(isPublicAddress);
    return { addresses: addresses.slice(0, addressesMax), isPublic, proxy };
  }

  async #resolved(url: URL, proxy: EgressProxy | undefined, signal: AbortSignal): Promise<ResolvedName> {
    const name = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(name) !== 0) return { name, addresses: [name] };
    try {
      return await unlessAborted(this.#resolve(name, signal), signal);
    } catch (error) {
      if (signal.aborted) throw error;
      if (proxy !== undefined) return { name, addresses: [] };
      throw notResolved(url, error);
    }
  }
}

/**
 * Checks a URL whose host name did not resolve. Throws `EgressError` if no proxy is used, or if the name or the port is
 * not allowed.
 */
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
