import { z } from 'zod';
import { adTypeOf } from '../ads/known-types.ts';
import { fieldsOf } from '../schema/fields.ts';
import { innermost } from '../schema/read.ts';

/**
 * Returns the `response` of a job of this type as the REST API guarantees it: with null for each missing member that may
 * be null. A stored `response` lacks such members, because merge patches (RFC 7396) and the API server drop null values.
 * All other members are returned unchanged.
 */
export function restoreNulls(type: string, response: Record<string, unknown>): Record<string, unknown> {
  const schema = adTypeOf(type)?.response;
  return schema === undefined ? response : restoreMembers(schema, response);
}

function restoreMembers(schema: z.ZodObject, members: Record<string, unknown>): Record<string, unknown> {
  const fields = fieldsOf(schema);
  const schemas = new Map(fields);
  const held = Object.entries(members).map(([name, value]) => [name, restoreWithin(schemas.get(name), value)] as const);
  const missing = fields.filter(([name, field]) => field instanceof z.ZodNullable && !(name in members));
  return Object.fromEntries<unknown>([...held, ...missing.map(([name]) => [name, null] as const)]);
}

function restoreWithin(schema: z.core.$ZodType | undefined, value: unknown): unknown {
  const inner = schema && innermost(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((item: unknown) => restoreWithin(inner.element, item));
  }
  return inner instanceof z.ZodObject && isObject(value) ? restoreMembers(inner, value) : value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
