import type { IncomingHttpHeaders } from 'node:http';

/** Returns the value of a cookie of the request. Returns undefined if the request has no cookie of this name. */
export function cookieOf({ cookie }: IncomingHttpHeaders, name: string): string | undefined {
  const pairs = (cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
