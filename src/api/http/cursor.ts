import { createHash } from 'node:crypto';

const sealBytes = 12;
const shape = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{16})$/;

/**
 * Where the next page of a list begins, as clients hand it back. It is sealed for its scope (whose list of what), so that a
 * broken one and one of another list are told from a good one. No secret: every replica reads it, and it opens nothing that
 * the caller could not read anyway.
 */
export function encodeCursor(scope: string, position: string): string {
  return `${Buffer.from(position).toString('base64url')}.${seal(scope, position)}`;
}

/** The position; undefined for what `encodeCursor` never made for this scope. */
export function decodeCursor(scope: string, text: string): string | undefined {
  const [, encoded, sealed] = shape.exec(text) ?? [];
  if (encoded === undefined) return undefined;
  const position = Buffer.from(encoded, 'base64url').toString();
  return sealed === seal(scope, position) ? position : undefined;
}

function seal(scope: string, position: string): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([scope, position]))
    .digest();
  return digest.subarray(0, sealBytes).toString('base64url');
}
