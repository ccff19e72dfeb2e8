import { z } from 'zod';

/** Returns the fields of an object schema in their order. */
export function fieldsOf(schema: z.ZodObject): [name: string, field: z.ZodType][] {
  return Object.entries(schema.shape).map(([name, field]) => [name, asType(field)]);
}

/**
 * Narrows a schema that comes from a zod definition, where its type is zod's core type or unknown. Throws a `TypeError`
 * if the value is not a schema.
 */
export function asType(schema: unknown): z.ZodType {
  if (schema instanceof z.ZodType) return schema;
  throw new TypeError('not a zod schema');
}
