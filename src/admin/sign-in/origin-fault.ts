/**
 * Reports why a sign-in would fail because of the address of the dashboard. `dropped`: browsers drop the cookie of a
 * session on plain http, except on loopback. `other-name`: the browser uses another name than the public address, so it
 * would come back from the identity provider under a name that has no cookie.
 */
export function originFault(publicUrl: string, host: string | undefined): 'dropped' | 'other-name' | undefined {
  const own = new URL(publicUrl);
  if (own.protocol === 'https:') return undefined;
  if (!isLoopback(own.hostname)) return 'dropped';
  const seen = URL.canParse(`http://${host ?? ''}`) ? new URL(`http://${host ?? ''}`).hostname : own.hostname;
  if (!isLoopback(seen)) return 'dropped';
  return seen === own.hostname ? undefined : 'other-name';
}

export function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
