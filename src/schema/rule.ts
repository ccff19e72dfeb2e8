import { z } from 'zod';
import type { IssueType } from './issue.ts';

/**
 * How a validation rule is expressed in a CRD or JSON schema, which cannot contain code. In a CRD, a pattern becomes a
 * CEL expression, so that `kubectl` shows the message of the rule.
 *
 * `crd-exceptions.ts` lists the rules that have no such form. Only the controller enforces those rules.
 */
export interface CrdForm {
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  /**
   * The regular expression `pattern` in Go syntax, needed if Go interprets `pattern` differently: `\s` is only ASCII in
   * Go. Must not contain quotes.
   */
  re2?: string;
  format?: string;
  /** The rule as a CEL expression over camelCase names. It is evaluated only if the text matches `pattern`. */
  cel?: string;
}

export interface Rule<T> {
  type: IssueType;
  msg: string;
  holds: (value: T) => boolean;
  crd: CrdForm;
}

/**
 * A validation rule about several fields of an object. `holds` always receives an object with snake_case keys, even if
 * the keys of the schema are in camelCase.
 */
export type ObjectRule = Rule<Readonly<Record<string, unknown>>> & {
  /**
   * Name of the field, in snake_case, at which a violation of the rule is reported. If absent, it is reported at the
   * object itself.
   */
  field?: string;
};

/**
 * Validation rules of each string schema and each object schema. The generators of CRDs and of the OpenAPI document use
 * this registry to check that no rule is lost.
 */
export const stringRules = z.registry<{ rules: readonly Rule<string>[] }>();
export const objectRules = z.registry<{ rules: readonly ObjectRule[] }>();

export function ruled(schema: z.ZodString, ...rules: Rule<string>[]): z.ZodString {
  const checked = rules.reduce(
    (so, { type, msg, holds }) => so.refine(holds, { error: msg, params: { type } }),
    schema,
  );
  return checked.register(stringRules, { rules });
}

/**
 * Adds validation rules about several fields to an object schema. The rules are checked even if single fields are
 * invalid, so that one response contains all errors. `names` converts between the field names of the schema and
 * snake_case.
 */
export function ruledObject<T extends z.core.$ZodShape>(
  schema: z.ZodObject<T, z.core.$strict>,
  rules: readonly ObjectRule[],
  names: { toSnake: (value: object) => object; fromSnake: (field: string) => string } = asTheyAre,
): z.ZodObject<T, z.core.$strict> {
  const checked = rules.reduce(
    (so, { type, msg, holds, field }) =>
      so.refine((value) => holds({ ...names.toSnake(value) }), {
        error: msg,
        params: { type },
        path: field === undefined ? [] : [names.fromSnake(field)],
        when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
      }),
    schema,
  );
  return checked.register(objectRules, { rules });
}

const asTheyAre = { toSnake: (value: object) => value, fromSnake: (field: string) => field };
