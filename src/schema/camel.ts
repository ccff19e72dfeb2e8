import { z } from 'zod';

type CamelName<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelName<Tail>>}`
  : S;

/** `T` with every key in camelCase, all the way down. */
export type CamelKeys<T> = T extends readonly (infer Item)[]
  ? CamelKeys<Item>[]
  : T extends object
    ? { [K in keyof T as K extends string ? CamelName<K> : K]: CamelKeys<T[K]> }
    : T;

export function camelName(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

export function snakeName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The value with every key in camelCase, all the way down. Values are not touched. */
export function camelKeys<T>(value: T): CamelKeys<T>;
export function camelKeys(value: unknown): unknown {
  return renameKeys(value, camelName);
}

/** The way back: for every name of this API `snakeName(camelName(name)) === name`. */
export function snakeKeys(value: unknown): unknown {
  return renameKeys(value, snakeName);
}

/** The same schema for camelCase keys, derived and never written twice. */
export function camelSchema<S extends z.ZodType>(schema: S): z.ZodType<CamelKeys<z.output<S>>>;
export function camelSchema(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodObject) {
    const shape = Object.entries(schema.shape).map(([name, field]) => [camelName(name), camelSchema(field)] as const);
    return z.strictObject(Object.fromEntries(shape));
  }
  return schema;
}

function renameKeys(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renameKeys(item, rename));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [rename(name), renameKeys(inner, rename)]));
}
