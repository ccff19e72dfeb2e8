import { z } from 'zod';
import { StoreError, type ObjectKey } from './port.ts';

/** Where a list goes on: at the version it began with, after the last object of the page before. */
export interface ListPosition {
  version: number;
  after: ObjectKey;
}

const Position = z.strictObject({
  version: z.number().int().positive(),
  after: z.strictObject({ namespace: z.string(), name: z.string() }),
});

export function encodeContinueToken(position: ListPosition): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/** Throws `StoreError('Invalid')` for anything this store did not make. */
export function decodeContinueToken(token: string): ListPosition {
  try {
    return Position.parse(JSON.parse(Buffer.from(token, 'base64url').toString()));
  } catch (error) {
    throw new StoreError('Invalid', 'The continue token is none of this store.', { cause: error });
  }
}
