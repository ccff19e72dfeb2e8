import { z } from 'zod';
import { asType, fieldsOf } from './fields.ts';
import { objectRules, ruledObject, stringRules } from './rule.ts';

type CamelName<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelName<Tail>>}`
  : S;

export type CamelKeys<T> = T extends readonly (infer Item)[]
  ? CamelKeys<Item>[]
  : T extends object
    ? { [K in keyof T as K extends string ? CamelName<K> : K]: CamelKeys<T[K]> }
    : T;

export function camelName(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

export function snakeName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function camelKeys<T>(value: T): CamelKeys<T>;
export function camelKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => camelKeys(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [camelName(name), camelKeys(inner)]));
}

/** Returns a request as the REST API takes it, from the form that an AdJob contains. */
export function snakeKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => snakeKeys(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [snakeName(name), snakeKeys(inner)]));
}

/**
 * Derives the schema with camelCase keys (for AdJobs) from a schema with snake_case keys (for requests). Both have the
 * same rules, limits, defaults and descriptions.
 *
 * The derived schema validates text before it trims the text, because an API server validates untrimmed text.
 */
export function camelSchema<S extends z.ZodType>(schema: S): z.ZodType<CamelKeys<z.output<S>>>;
export function camelSchema(schema: z.core.$ZodType): z.ZodType {
  const renamed = renameSchema(schema);
  const description = z.globalRegistry.get(schema);
  return description === undefined ? renamed : renamed.meta(description);
}

function renameSchema(schema: z.core.$ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) return renameObject(schema);
  if (schema instanceof z.ZodArray) {
    return z.core.clone(schema, { ...schema.def, element: camelSchema(asType(schema.def.element)) });
  }
  if (schema instanceof z.ZodOptional) return camelSchema(asType(schema.def.innerType)).optional();
  if (schema instanceof z.ZodNullable) return camelSchema(asType(schema.def.innerType)).nullable();
  if (schema instanceof z.ZodDefault) {
    return camelSchema(asType(schema.def.innerType)).default(camelKeys(schema.def.defaultValue));
  }
  if (schema instanceof z.ZodPrefault) {
    return camelSchema(asType(schema.def.innerType)).prefault(camelKeys(schema.def.defaultValue));
  }
  if (schema instanceof z.ZodPipe) return camelSchema(asType(schema.def.in)).pipe(asType(schema.def.out));
  return schema instanceof z.ZodString ? judgedFirst(schema) : asType(schema);
}

function judgedFirst(schema: z.ZodString): z.ZodString {
  const checks = schema.def.checks ?? [];
  const changes = checks.filter((check) => check._zod.def.check === 'overwrite');
  if (changes.length === 0) return schema;
  const judgements = checks.filter((check) => !changes.includes(check));
  const copy = z.core.clone(schema, { ...schema.def, checks: [...judgements, ...changes] });
  const rules = stringRules.get(schema);
  return rules === undefined ? copy : copy.register(stringRules, rules);
}

function renameObject(schema: z.ZodObject): z.ZodType {
  const names = new Set(fieldsOf(schema).map(([name]) => name));
  const fields = fieldsOf(schema).map(([name, field]) => {
    const renamed = camelSchema(field);
    const { description } = renamed;
    return [
      camelName(name),
      description === undefined ? renamed : renamed.describe(camelWords(description, names)),
    ] as const;
  });
  const rules = (objectRules.get(schema)?.rules ?? []).map((rule) => ({ ...rule, msg: camelWords(rule.msg, names) }));
  return ruledObject(z.strictObject(Object.fromEntries(fields)), rules, { toSnake: snakeTop, fromSnake: camelName });
}

function camelWords(text: string, names: ReadonlySet<string>): string {
  return text.replaceAll(/\b[a-z]+(?:_[a-z]+)+\b/g, (word) => (names.has(word) ? camelName(word) : word));
}

function snakeTop(value: object): object {
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [snakeName(name), inner]));
}
