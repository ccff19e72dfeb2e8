import { z } from 'zod';

/** The fields of an object's schema, in their order. */
export function fieldsOf(schema: z.ZodObject): [name: string, field: z.ZodType][] {
  return Object.entries(schema.shape).map(([name, field]) => [name, asType(field)]);
}

/** Every schema made with `z` is a `ZodType`; definitions only promise the core of one, or less. */
export function asType(schema: unknown): z.ZodType {
  if (schema instanceof z.ZodType) return schema;
  throw new TypeError('Only schemas of zod itself can be taken apart.');
}
