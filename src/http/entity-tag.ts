import type { IncomingHttpHeaders } from 'node:http';

export function isUnchanged(headers: IncomingHttpHeaders, tag: string | undefined): boolean {
  const given = headers['if-none-match']?.trim();
  if (given === undefined || tag === undefined) return false;
  return given === '*' || given.split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
}

/**
 * Reports whether the header `If-Range` allows a partial response: it is absent or equals the entity tag. A date in
 * this header never matches, because responses have no modification time.
 */
export function mayUseRange(headers: IncomingHttpHeaders, tag: string | undefined): boolean {
  const given = headers['if-range'];
  return given === undefined || given === tag;
}
