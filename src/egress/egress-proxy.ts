import { readFile } from 'node:fs/promises';
import { parseNoProxy } from './no-proxy.ts';
import { EgressError } from './port.ts';
import type { EgressSettings } from './settings.ts';

export interface EgressProxy {
  url: URL;
  /** Reports whether `NO_PROXY` exempts the URL from the proxy. */
  isDirect(url: URL): boolean;
  /**
   * Returns the value of the header `Proxy-Authorization`, or undefined if no credentials are configured. Throws
   * `EgressError` if the credentials cannot be read.
   */
  authorization(): Promise<string | undefined>;
}

/**
 * Returns the proxy of the settings, or undefined if no proxy is configured. `noProxy` is the value of the environment
 * variable `NO_PROXY`.
 */
export function egressProxy(
  { proxy, proxyCredentialsFile }: Pick<EgressSettings, 'proxy' | 'proxyCredentialsFile'>,
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
 * Returns the header value for basic authentication. Reads the credentials file for each connection, so that rotated
 * credentials take effect at once and the process keeps no copy of them.
 */
async function basicAuthorization(file: string, host: string): Promise<string> {
  try {
    const credentials = (await readFile(file, 'utf8')).trim();
    return `Basic ${Buffer.from(credentials).toString('base64')}`;
  } catch (error) {
    throw new EgressError('proxy_error', host, 'the credentials of the proxy cannot be read', { cause: error });
  }
}
