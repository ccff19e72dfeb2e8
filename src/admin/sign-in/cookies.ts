/**
 * Cookies of the dashboard. A browser accepts a name with `__Host-` only for this host, over https or on loopback, so
 * no other site and no subdomain can set such a cookie. `Lax` lets the cookie come along when the identity provider
 * sends the browser back.
 */
const sessionName = '__Host-adwright-session';
const draftName = '__Host-adwright-draft';
const attemptPrefix = '__Host-adwright-attempt-';

export const cookieNames = { session: sessionName, draft: draftName };

/** Name of the cookie of one attempt to sign in. Each attempt has its own, so that two tabs can sign in at once. */
export function attemptCookieName(attemptId: string): string {
  return attemptPrefix + attemptId;
}

/** Returns the value of a `Set-Cookie` header. Without a lifetime, the cookie ends with the browser. */
export function setCookie(name: string, value: string, lifetimeMs?: number): Record<string, string> {
  const age = lifetimeMs === undefined ? '' : `; Max-Age=${Math.floor(lifetimeMs / 1_000)}`;
  return { 'Set-Cookie': `${name}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax${age}` };
}

export function clearCookie(name: string): Record<string, string> {
  return setCookie(name, '', 0);
}
