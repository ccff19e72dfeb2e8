import { z } from 'zod';

/** Returns the fields of an object schema with their names, in their order. */
export function fieldsOf(schema: z.ZodObject): [name: string, field: z.ZodType][] {
  return Object.entries(schema.shape).map(([name, field]) => [name, asType(field)]);
}

/**
 * Narrows a schema that was taken out of another zod schema, where its type is unknown. Throws a `TypeError` if the
 * value is not a zod schema.
 */
export function asType(schema: unknown): z.ZodType {
  if (schema instanceof z.ZodType) return schema;
  throw new TypeError('not a zod schema');
}
