import type { IncomingHttpHeaders } from 'node:http';

/** Reports whether `If-None-Match` contains the tag (weak comparison) or `*`. */
export function isUnchanged(headers: IncomingHttpHeaders, tag: string | undefined): boolean {
  const given = headers['if-none-match']?.trim();
  if (given === undefined || tag === undefined) return false;
  return given === '*' || given.split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
}

/**
 * Reports whether `If-Range` is absent or equals the tag. A date never matches: responses have no modification time.
 */
export function mayUseRange(headers: IncomingHttpHeaders, tag: string | undefined): boolean {
  const given = headers['if-range'];
  return given === undefined || given === tag;
}
