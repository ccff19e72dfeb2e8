import { z } from 'zod';
import type { IssueType } from './issue.ts';

/**
 * Form of a rule in schemas, which cannot contain code. In a CRD, a pattern becomes CEL, so that `kubectl` shows the
 * message of the rule. `crd-exceptions.ts` lists rules that have no such form; the controller enforces them.
 */
export interface CrdForm {
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  /** `pattern` in Go's syntax, if Go interprets it differently: `\s` is ASCII in Go. Must not contain quotes. */
  re2?: string;
  format?: string;
  /** The rule as a CEL expression with camelCase names. It is evaluated only if the pattern matches. */
  cel?: string;
}

/** A condition that a value must meet, and the message to show if the value does not meet it. */
export interface Rule<T> {
  type: IssueType;
  msg: string;
  holds: (value: T) => boolean;
  crd: CrdForm;
}

/**
 * A rule about several fields of an object. Its check always receives an object with snake_case keys, also if the keys
 * of the schema are in camelCase.
 */
export type ObjectRule = Rule<Readonly<Record<string, unknown>>> & {
  /**
   * Name of the field, in snake_case, at which the issue is reported. Absent: the issue is reported at the object
   * itself.
   */
  field?: string;
};

/** Rules of each string schema or object schema. The emitters use this registry to verify that no rule is lost. */
export const stringRules = z.registry<{ rules: readonly Rule<string>[] }>();
export const objectRules = z.registry<{ rules: readonly ObjectRule[] }>();

/** Adds rules to a string schema. All rules are checked, and each violated rule is reported. */
export function ruled(schema: z.ZodString, ...rules: Rule<string>[]): z.ZodString {
  const checked = rules.reduce(
    (so, { type, msg, holds }) => so.refine(holds, { error: msg, params: { type } }),
    schema,
  );
  return checked.register(stringRules, { rules });
}

/**
 * Adds rules about several fields to an object schema. These rules are checked even if single fields are invalid, so
 * that one response contains all issues. `names` converts between the names of the schema and snake_case.
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
