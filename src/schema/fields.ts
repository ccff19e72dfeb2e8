import { z } from 'zod';

export function fieldsOf(schema: z.ZodObject): [name: string, field: z.ZodType][] {
  return Object.entries(schema.shape).map(([name, field]) => [name, asType(field)]);
}

export function asType(schema: unknown): z.ZodType {
  if (schema instanceof z.ZodType) return schema;
  throw new TypeError('not a zod schema');
}
