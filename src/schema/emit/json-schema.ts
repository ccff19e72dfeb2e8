import type { z } from 'zod';
import { stringRules } from '../rule.ts';

export type JsonSchema = Record<string, unknown>;

export function isJsonSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function stringLimits(schema: z.core.$ZodType): JsonSchema {
  const forms = (stringRules.get(schema)?.rules ?? []).map(({ crd: { minLength, maxLength, pattern, format } }) => ({
    minLength,
    maxLength,
    pattern,
    format,
  }));
  const limits = forms.flatMap((form) => Object.entries(form)).filter(([, limit]) => limit !== undefined);
  return Object.fromEntries(limits);
}

export function mapSchema(node: JsonSchema, change: (node: JsonSchema) => JsonSchema): JsonSchema {
  const inner = Object.entries(node).map(([keyword, value]): [string, unknown] => {
    if (mapsOfSchemas.includes(keyword) && isJsonSchema(value)) {
      const members = Object.entries(value).map(([name, member]) => [
        name,
        isJsonSchema(member) ? mapSchema(member, change) : member,
      ]);
      return [keyword, Object.fromEntries(members)];
    }
    if (listsOfSchemas.includes(keyword) && Array.isArray(value)) {
      return [keyword, value.map((member: unknown) => (isJsonSchema(member) ? mapSchema(member, change) : member))];
    }
    return [keyword, keyword === 'items' && isJsonSchema(value) ? mapSchema(value, change) : value];
  });
  return change(Object.fromEntries(inner));
}

const mapsOfSchemas = ['properties', '$defs'];
const listsOfSchemas = ['anyOf', 'oneOf', 'allOf'];

/**
 * Removes the smallest and largest safe integer as limits of a number in a JSON schema. zod adds them to every whole
 * number, and they carry no information.
 */
export function withoutSafeBounds(node: JsonSchema): JsonSchema {
  const { minimum, maximum, ...rest } = node;
  return {
    ...rest,
    ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? {} : { minimum }),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
  };
}

export function mapValues<T, U>(object: Readonly<Record<string, T>>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}
