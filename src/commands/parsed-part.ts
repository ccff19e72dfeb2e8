import { z } from 'zod';
import { StoreError } from '../objects/store-error.ts';

/** Returns the spec or status of an object, as its schema reads it. Throws `StoreError('Invalid')`. */
export function parsed<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  throw new StoreError('Invalid', z.prettifyError(read.error));
}
