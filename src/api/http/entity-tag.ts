import type { IncomingHttpHeaders } from 'node:http';

/** `If-None-Match` names this strong tag, weakly compared, or anything at all. */
export function isUnchanged(headers: IncomingHttpHeaders, tag: string | undefined): boolean {
  const given = headers['if-none-match']?.trim();
  if (given === undefined || tag === undefined) return false;
  return given === '*' || given.split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
}

/** `If-Range` is absent or holds this very tag. A date never does: no modification time is told. */
export function mayUseRange(headers: IncomingHttpHeaders, tag: string | undefined): boolean {
  const given = headers['if-range'];
  return given === undefined || given === tag;
}
