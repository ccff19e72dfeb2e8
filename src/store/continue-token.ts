import { z } from 'zod';
import { StoreError } from '../objects/store-error.ts';
import type { ObjectKey } from '../objects/object-key.ts';

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

export function decodeContinueToken(token: string): ListPosition {
  try {
    return Position.parse(JSON.parse(Buffer.from(token, 'base64url').toString()));
  } catch (error) {
    throw new StoreError('Invalid', 'The continue token does not belong to this store.', { cause: error });
  }
}
