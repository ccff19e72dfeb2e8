import { createHash } from 'node:crypto';

const sealBytes = 12;
const shape = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{16})$/;

/**
 * Returns the cursor with which a client requests the next page of a list. The cursor contains the position in the
 * list, and a checksum of the position, the owner and the kind of the list. The checksum detects damaged cursors and
 * cursors of other lists. It needs no secret, because a client with a forged cursor can read only its own list.
 */
export function encodeCursor(scope: string, position: string): string {
  return `${Buffer.from(position).toString('base64url')}.${seal(scope, position)}`;
}

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
