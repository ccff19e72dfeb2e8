import { clipped } from './clipped.ts';

const hostLengthMax = 80;

/**
 * Returns the host and port of a URL. Notes to clients and Kubernetes Events show only these parts, because the rest
 * may contain secrets.
 */
export function hostOf(url: string): string {
  return clipped(URL.parse(url)?.host ?? 'an unreadable address', hostLengthMax);
}

export function withoutFragment(url: string): string {
  return url.replace(/#.*$/, '');
}

export function bareHost(url: URL): string {
  return url.hostname.replace(/^www\./, '');
}
