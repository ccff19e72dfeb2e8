import { clipped } from './clipped.ts';

/** Maximum length of a host name in a note. A longer name is cut, so that the reason also fits into the note. */
const hostLengthMax = 80;

/** Returns the host and port of a URL. Notes and Events show no other part of a URL. */
export function hostOf(url: string): string {
  return clipped(URL.parse(url)?.host ?? 'an unreadable address', hostLengthMax);
}

/** Returns a URL without its fragment. The fragment is never sent, so URLs that differ only in it name one page. */
export function withoutFragment(url: string): string {
  return url.replace(/#.*$/, '');
}

/** Returns the host name of a URL without `www.`. */
export function bareHost(url: URL): string {
  return url.hostname.replace(/^www\./, '');
}
