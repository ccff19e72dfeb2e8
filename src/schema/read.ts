import { z } from 'zod';
import { issuesOf } from './read-issues.ts';
import { fieldsOf } from './fields.ts';
import type { Issue } from './issue.ts';

export type Reading<T> = { ok: true; value: T } | { ok: false; issues: Issue[] };

/**
 * Origin of a value that is validated. In a `request`, an optional field with blank text counts as absent. In a
 * `resource` (a Kubernetes object), blank text is a value, because the API server treats it as one.
 */
export type Form = 'request' | 'resource';

/**
 * Validates a value from outside the program. First removes values that mean absent, such as null. Returns all
 * validation errors at once; the path `loc` of each error starts with `root`.
 */
export function read<S extends z.ZodType>(
  schema: S,
  value: unknown,
  root: Issue['loc'],
  form: Form = 'request',
): Reading<z.output<S>> {
  const result = schema.safeParse(withoutAbsent(schema, value, form), { reportInput: true });
  if (result.success) return { ok: true, value: result.data };
  return { ok: false, issues: result.error.issues.flatMap((issue) => issuesOf(issue, root)) };
}

/**
 * Returns a value without its optional fields that count as absent: null, an empty list, or blank text. A value of a
 * wrong type is kept, so that the schema can report it.
 */
export function withoutAbsent(schema: z.core.$ZodType, value: unknown, form: Form = 'request'): unknown {
  const inner = innermost(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((item) => withoutAbsent(inner.element, item, form));
  }
  if (!(inner instanceof z.ZodObject) || !isRecord(value)) return value;
  const fields = new Map(fieldsOf(inner));
  const kept = Object.entries(value).flatMap(([name, held]): [string, unknown][] => {
    const field = fields.get(name);
    if (field === undefined) return [[name, held]];
    return isOptional(field) && isAbsent(field, held, form) ? [] : [[name, withoutAbsent(field, held, form)]];
  });
  return Object.fromEntries(kept); // defines `__proto__` as a field like any other
}

export function placesOf(
  schema: z.core.$ZodType,
  value: unknown,
  wanted: (leaf: z.core.$ZodType) => boolean,
  path: Issue['loc'] = [],
): { path: Issue['loc']; value: unknown }[] {
  const inner = innermost(schema);
  if (wanted(inner)) return [{ path, value }];
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value.flatMap((item, index) => placesOf(inner.element, item, wanted, [...path, index]));
  }
  if (!(inner instanceof z.ZodObject) || !isRecord(value)) return [];
  return fieldsOf(inner).flatMap(([name, field]) =>
    Object.hasOwn(value, name) ? placesOf(field, value[name], wanted, [...path, name]) : [],
  );
}

export function innermost(schema: z.core.$ZodType): z.core.$ZodType {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodNullable
  ) {
    return innermost(schema.def.innerType);
  }
  return schema instanceof z.ZodPipe ? innermost(schema.def.in) : schema;
}

function isOptional(schema: z.core.$ZodType): boolean {
  return schema._zod.optin !== undefined;
}

function isAbsent(schema: z.core.$ZodType, value: unknown, form: Form): boolean {
  if (value === null || value === undefined) return true;
  const inner = innermost(schema);
  if (Array.isArray(value)) return value.length === 0 && inner instanceof z.ZodArray;
  const isText = inner instanceof z.ZodString || inner instanceof z.ZodEnum;
  return form === 'request' && isText && typeof value === 'string' && value.trim() === '';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
