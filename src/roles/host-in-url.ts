/** Returns the host of a URL for a server that listens on this address. */
export function hostInUrl(host: string): string {
  if (host === '::' || host === '0.0.0.0') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
