/**
 * Parses the header `Retry-After` (RFC 9110, 10.2.3): a number of seconds or an HTTP date. Returns the delay in
 * milliseconds, at least 0; undefined if the header is missing, repeated or malformed.
 */
export function parseRetryAfter(value: string | string[] | undefined, now: Date): number | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1_000;
  const isDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /.test(text);
  const atMs = isDate ? Date.parse(text) : NaN;
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - now.getTime());
}
