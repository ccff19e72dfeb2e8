import { isIP, type LookupFunction } from 'node:net';
import type { Client } from 'undici';
import { judgeAddress, judgeUrl, isPublicAddress, type AllowEntry } from '../domain/address-rule.ts';
import { EgressError } from './port.ts';
import { resolveName } from './resolve-name.ts';

/**
 * Returns all addresses of a host name, in the order in which they are dialled. Throws if the host name has no address.
 */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<string[]>;

/** Number of addresses of a host that are dialled at most. */
const addressesMax = 8;

export interface GuardOptions {
  allow: readonly AllowEntry[];
  /** Default: the hosts file and the name servers of the system. */
  resolve?: Resolve;
}

/** Checked addresses of a host. A connection may use these addresses and no others. */
export interface Route {
  addresses: readonly string[];
  /** False if the settings of the installation allow one of the addresses although it is not public. */
  isPublic: boolean;
}

/**
 * The protection against server-side request forgery (SSRF): decides which URLs and addresses users may make this
 * installation connect to. Pages, pictures and callbacks all pass here.
 *
 * Guarantee: a caller that dials only the addresses of a `Route` (see `connectTo`) reaches no forbidden address. The
 * host name is resolved once for each route, so that a second, different answer of the name server has no effect.
 */
export class Guard {
  readonly #options: GuardOptions;

  constructor(options: GuardOptions) {
    this.#options = options;
  }

  /**
   * Returns the normalised URL if the rules allow this URL; addresses are checked by `route`. A relative URL is resolved
   * against `base`. Throws `EgressError`.
   */
  judge(text: string, base?: URL): URL {
    const url = URL.parse(text, base?.href);
    if (url === null) throw new EgressError('url_not_allowed', base?.host ?? 'the URL', 'it is not a valid URL');
    const verdict = judgeUrl(url.href, this.#options.allow);
    // A URL without a host, such as a `file:` URL, is reported under the host that redirected to it.
    const host = url.host === '' && base !== undefined ? base.host : url.host;
    if (!verdict.allowed) throw new EgressError('url_not_allowed', host, verdict.why);
    if (url.username !== '' || url.password !== '') {
      throw new EgressError('url_not_allowed', url.host, 'the URL contains credentials');
    }
    return url;
  }

  /**
   * Resolves the host of a URL from `judge` and checks every address. Throws `EgressError`. Rejects when the signal
   * aborts.
   */
  async route(url: URL, signal: AbortSignal): Promise<Route> {
    signal.throwIfAborted();
    const { allow, resolve = resolveName } = this.#options;
    const hostname = url.hostname.replace(/^\[|\]$/g, '');
    const addresses = isIP(hostname) === 0 ? await resolved(url, resolve(hostname, signal), signal) : [hostname];
    const port = portOf(url);
    for (const address of addresses) {
      // The verdict's message contains the address. The caller knows only the name, so the address is not revealed.
      if (!judgeAddress(address, port, allow).allowed) {
        throw new EgressError('url_not_allowed', url.host, 'its address or port is not allowed');
      }
    }
    return { addresses: addresses.slice(0, addressesMax), isPublic: addresses.every(isPublicAddress) };
  }
}

export function portOf({ port, protocol }: URL): number {
  return Number(port || (protocol === 'https:' ? 443 : 80));
}

/** Returns the addresses that a resolution finds. Throws `EgressError` if it finds none. */
async function resolved(url: URL, resolution: Promise<string[]>, signal: AbortSignal): Promise<string[]> {
  const notResolved = (cause?: unknown) =>
    new EgressError('not_resolved', url.host, 'the name does not resolve', { cause });
  const addresses = await unlessAborted(resolution, signal).catch((error: unknown) => {
    throw signal.aborted ? error : notResolved(error);
  });
  if (addresses.length === 0) throw notResolved();
  return addresses;
}

/** Returns the options of an undici client that dials only the addresses of the route. */
export function connectTo(
  { addresses }: Route,
  timeoutMs: number,
): Pick<Client.Options, 'connect' | 'allowH2' | 'pipelining'> {
  const judged = addresses.map((address) => ({ address, family: isIP(address) }));
  const judgedOnly: LookupFunction = (_hostname, options, done) => {
    const [first] = judged;
    if (options.all === true) done(null, judged);
    else if (first !== undefined) done(null, first.address, first.family);
  };
  return { connect: { lookup: judgedOnly, timeout: timeoutMs }, allowH2: false, pipelining: 0 };
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
