import { z } from 'zod';
import { fieldsOf } from '../../schema/fields.ts';
import { issuesOf } from '../../schema/read-issues.ts';
import { texts } from '../texts/texts.ts';

/** Faults of the values of a form, by the name of the field. The name of a nested field has dots. */
export type Faults = Readonly<Record<string, string>>;

export function hasFaults(faults: object): boolean {
  return Object.keys(faults).length > 0;
}

/** HTTP status of a page with a form: 422 if the form has faults. */
export function formStatus(faults: Faults): 200 | 422 {
  return hasFaults(faults) ? 422 : 200;
}

/**
 * Reads a form as the input of an operation. The names of the fields are those of the schema, with dots for nested
 * objects, such as `limits.jobReadsPerMinute`. An empty field is null if its schema allows null, and absent otherwise.
 * `given` are values that do not come from the form, such as those of the path.
 */
export function readForm<S extends z.ZodObject>(
  schema: S,
  form: URLSearchParams,
  given: Record<string, unknown> = {},
): { kind: 'input'; input: z.output<S> } | { kind: 'wrong'; faults: Faults } {
  const read = schema.safeParse({ ...valuesOf(schema, form, ''), ...given }, { reportInput: true });
  if (read.success) return { kind: 'input', input: read.data };
  const issues = read.error.issues.flatMap((issue) => issuesOf(issue, []));
  const found = issues.map(({ loc, msg, type }): [string, string] => [
    loc.join('.'),
    type === 'wrong_type' ? texts.forms.notNumber : msg,
  ]);
  // If a field has several faults, the first one counts.
  return { kind: 'wrong', faults: Object.fromEntries(found.toReversed()) };
}

function valuesOf(schema: z.ZodObject, form: URLSearchParams, prefix: string): Record<string, unknown> {
  const values = fieldsOf(schema).map(([name, field]) => [name, valueOf(field, form, prefix + name)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

function valueOf(field: z.ZodType, form: URLSearchParams, name: string): unknown {
  const { type, isNullable } = unwrapped(field);
  if (type instanceof z.ZodObject) {
    const values = valuesOf(type, form, `${name}.`);
    return Object.keys(values).length === 0 ? undefined : values;
  }
  const text = form.get(name)?.trim();
  if (text === '') return isNullable ? null : undefined;
  return text === undefined ? undefined : converted(type, text);
}

/** Returns the value that the text stands for. Text that stands for no value is kept, so that the schema reports it. */
function converted(type: z.core.$ZodType, text: string): unknown {
  if (type instanceof z.ZodNumber) return /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  if (type instanceof z.ZodBoolean) return { true: true, false: false }[text] ?? text;
  return text;
}

function unwrapped(field: z.core.$ZodType): { type: z.core.$ZodType; isNullable: boolean } {
  if (field instanceof z.ZodNullable) return { ...unwrapped(field.def.innerType), isNullable: true };
  const isWrapper =
    field instanceof z.ZodOptional || field instanceof z.ZodExactOptional || field instanceof z.ZodDefault;
  return isWrapper ? unwrapped(field.def.innerType) : { type: field, isNullable: false };
}

/**
 * Reads a time from a field of the type `datetime-local`, which has no time zone, as a time in UTC. Returns other text
 * as it is, so that the schema of the operation reports it.
 */
export function utcTime(text: string | null): string | undefined {
  const given = text?.trim() ?? '';
  if (given === '') return undefined;
  const [, local, seconds = ':00'] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d(?:\.\d+)?)?$/.exec(given) ?? [];
  return local === undefined ? given : `${local}${seconds}Z`;
}
