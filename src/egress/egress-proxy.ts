import { readFile } from 'node:fs/promises';
import type { EgressConfig } from '../config/egress-config.ts';
import { parseNoProxy } from './no-proxy.ts';
import { EgressError } from './port.ts';

/** HTTP proxy through which pages, pictures and callbacks are requested. */
export interface EgressProxy {
  url: URL;
  /** Reports whether a URL is requested without the proxy, by `NO_PROXY`. */
  isDirect(url: URL): boolean;
  /** Returns the header `Proxy-Authorization`; undefined without credentials. Throws `EgressError`. */
  authorization(): Promise<string | undefined>;
}

/** Returns the proxy of the settings; undefined without one. `noProxy` is the value of `NO_PROXY`. */
export function egressProxy(
  { proxy, proxyCredentialsFile }: Pick<EgressConfig, 'proxy' | 'proxyCredentialsFile'>,
  noProxy: string,
): EgressProxy | undefined {
  if (proxy === undefined) return undefined;
  const url = new URL(proxy);
  return {
    url,
    isDirect: parseNoProxy(noProxy),
    authorization: async () =>
      proxyCredentialsFile === undefined ? undefined : basicAuthorization(proxyCredentialsFile, url.host),
  };
}

/**
 * Reads the file for each connection, so that rotated credentials take effect at once and the process keeps no copy of
 * them.
 */
async function basicAuthorization(file: string, host: string): Promise<string> {
  try {
    const credentials = (await readFile(file, 'utf8')).trim();
    return `Basic ${Buffer.from(credentials).toString('base64')}`;
  } catch (error) {
    throw new EgressError('unreachable', host, 'the credentials of the proxy cannot be read', { cause: error });
  }
}
