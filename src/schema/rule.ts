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
  /** CEL with camelCase names. Evaluated only if the pattern matches. */
  cel?: string;
}

/** A condition that a value must meet, and the message if it does not. */
export interface Rule<T> {
  type: IssueType;
  msg: string;
  holds: (value: T) => boolean;
  crd: CrdForm;
}

/** A rule about several fields of an object. It always receives snake_case keys, also for a camelCase schema. */
export type ObjectRule = Rule<Readonly<Record<string, unknown>>> & {
  /** Snake_case field at which the issue is reported. Absent: the object itself. */
  field?: string;
};

/** Rules of each schema. The emitters use them to verify that no rule is lost. */
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
 * Adds rules about several fields to an object schema. They are checked even if single fields are invalid, so that one
 * response contains all issues. `names` converts between the names of the schema and snake_case.
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
