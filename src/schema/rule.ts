import { z } from 'zod';
import type { IssueType } from './issue.ts';

/**
 * How schemas say the same, for they cannot hold code. A pattern becomes CEL in a CRD, so that `kubectl` shows the rule's
 * own words. What cannot be said at all is in `crd-exceptions.ts`: it is judged when the object is read.
 */
export interface CrdForm {
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  /** The same in Go's syntax, where that reads the pattern otherwise: its `\s` is ASCII. Without quotes. */
  re2?: string;
  format?: string;
  /** CEL, in camelCase names. It is judged only where the pattern holds. */
  cel?: string;
}

/** One thing that must be true of a value, and what to tell a person when it is not. */
export interface Rule<T> {
  type: IssueType;
  msg: string;
  holds: (value: T) => boolean;
  crd: CrdForm;
}

/** A rule between the fields of an object. It sees snake_case keys, whatever the schema it hangs on. */
export type ObjectRule = Rule<Readonly<Record<string, unknown>>> & {
  /** Where the problem is shown: a snake_case field of the object, or the object itself. */
  field?: string;
};

/** The rules of a schema, by which the emitters can tell that none is lost. */
export const stringRules = z.registry<{ rules: readonly Rule<string>[] }>();
export const objectRules = z.registry<{ rules: readonly ObjectRule[] }>();

/** Add rules to a string; all of them are judged, each speaks for itself. */
export function ruled(schema: z.ZodString, ...rules: Rule<string>[]): z.ZodString {
  const checked = rules.reduce(
    (so, { type, msg, holds }) => so.refine(holds, { error: msg, params: { type } }),
    schema,
  );
  return checked.register(stringRules, { rules });
}

/**
 * Add rules between the fields of an object. They are judged also where a field is wrong by itself, so that one answer
 * holds every problem; `rename` leads from the schema's names to snake_case and back.
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
