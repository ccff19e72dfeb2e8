/**
 * Returns the path of the dashboard to which the browser goes after a sign-in. An address of another site, and anything
 * else that is no path of this site, becomes undefined, so that a link to the sign-in page cannot lead to another site.
 */
export function returnPath(text: string | null | undefined): string | undefined {
  if (text == null || !/^\/(?![/\\])/.test(text) || !URL.canParse(text, anySite)) return undefined;
  const { origin, pathname, search } = new URL(text, anySite);
  const isSignIn = /^\/sign-(in|out)(\/|$)/.test(pathname);
  return origin !== anySite || pathname.startsWith('//') || isSignIn ? undefined : pathname + search;
}

/** Returns the path, below the base path, of the page that sent a form, or undefined if the browser sends none. */
export function pageOfForm(referer: string | undefined, publicUrl: string): string | undefined {
  const base = publicUrl.replace(/\/$/, '');
  return referer?.startsWith(`${base}/`) === true ? returnPath(referer.slice(base.length)) : undefined;
}

const anySite = 'http://site.invalid';
