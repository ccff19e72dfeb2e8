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
  const { element, fields } = shapeOf(schema);
  if (element !== undefined && Array.isArray(value)) return value.map((item) => withoutAbsent(element, item, form));
  if (fields === undefined || !isRecord(value)) return value;
  const kept = Object.entries(value).flatMap(([name, held]): [string, unknown][] => {
    const field = fields.get(name);
    if (field === undefined) return [[name, held]];
    return shapeOf(field).isOptional && isAbsent(field, held, form) ? [] : [[name, withoutAbsent(field, held, form)]];
  });
  return Object.fromEntries(kept); // `Object.fromEntries` makes `__proto__` an ordinary field
}

/**
 * Properties of a schema that `withoutAbsent` uses. They are cached, because every read of a stored object needs them.
 */
interface Shape {
  inner: z.core.$ZodType;
  isOptional: boolean;
  element: z.core.$ZodType | undefined;
  fields: ReadonlyMap<string, z.core.$ZodType> | undefined;
}

const shapes = new WeakMap<z.core.$ZodType, Shape>();

function shapeOf(schema: z.core.$ZodType): Shape {
  const known = shapes.get(schema);
  if (known !== undefined) return known;
  const inner = innermost(schema);
  const shape = {
    inner,
    // A field with a default counts as optional too.
    isOptional: schema._zod.optin !== undefined,
    element: inner instanceof z.ZodArray ? inner.element : undefined,
    fields: inner instanceof z.ZodObject ? new Map(fieldsOf(inner)) : undefined,
  };
  shapes.set(schema, shape);
  return shape;
}

/** Returns each part of `value` whose schema satisfies `wanted`, together with the path to this part. */
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

/** Returns the schema inside the zod wrappers for optional, default, nullable and transformed values. */
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

function isAbsent(schema: z.core.$ZodType, value: unknown, form: Form): boolean {
  if (value === null || value === undefined) return true;
  const { inner, element } = shapeOf(schema);
  if (Array.isArray(value)) return value.length === 0 && element !== undefined;
  if (form !== 'request' || typeof value !== 'string' || value.trim() !== '') return false;
  return inner instanceof z.ZodString || inner instanceof z.ZodEnum;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
