import { z } from 'zod';

/** Returns the fields of an object schema in their order. */
export function fieldsOf(schema: z.ZodObject): [name: string, field: z.ZodType][] {
  return Object.entries(schema.shape).map(([name, field]) => [name, asType(field)]);
}

/**
 * Narrows a schema from a zod definition, which is typed as the core type or as unknown. Throws a `TypeError` for
 * others.
 */
export function asType(schema: unknown): z.ZodType {
  if (schema instanceof z.ZodType) return schema;
  throw new TypeError('not a zod schema');
}
