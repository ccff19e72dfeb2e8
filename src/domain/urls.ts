import { clipped } from './clipped.ts';

/**
 * Maximum length of a host name in a note to the client. A longer name is cut, so that the note has room for the
 * reason.
 */
const hostLengthMax = 80;

/** Returns the host and port of a URL, the only parts of a URL that notes to clients and Kubernetes Events show. */
export function hostOf(url: string): string {
  return clipped(URL.parse(url)?.host ?? 'an unreadable address', hostLengthMax);
}

/**
 * Returns a URL without its fragment. A client never sends the fragment to a server, so URLs that differ only in the
 * fragment name the same page.
 */
export function withoutFragment(url: string): string {
  return url.replace(/#.*$/, '');
}

export function bareHost(url: URL): string {
  return url.hostname.replace(/^www\./, '');
}
