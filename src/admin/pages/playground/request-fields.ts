import { z } from 'zod';
import { fieldsOf } from '../../../schema/fields.ts';
import { innermost } from '../../../schema/read.ts';
import { stringRules } from '../../../schema/rule.ts';
import { isWebUrlSchema } from '../../../schema/text.ts';
import { fieldLabel } from '../../web/components/field-label.ts';

/** Kind of the input for the value of a field. */
export type Entry =
  | { kind: 'text' | 'url' | 'long' | 'number' | 'flag' }
  | { kind: 'choice'; options: readonly string[] }
  /** A list of texts, one in each line. */
  | { kind: 'lines' }
  /** A list of objects, one in each line: the value of the first field, a blank, and the value of the second field. */
  | { kind: 'objects'; first: string; second: string | undefined };

/** A field of the form, made from a field of the request. */
export interface RequestField {
  /** Name in the form: the path in the request, such as `brand_data.brand_url`. */
  name: string;
  label: string;
  /** Description from the schema, in Markdown. */
  description: string;
  entry: Entry;
  isOptional: boolean;
  /** Default of the schema, as text. */
  standard: string | undefined;
}

/** One of several texts that a list holds, each with a kind, such as the headline among the texts of an ad. */
export interface KindField {
  name: string;
  label: string;
  /** Values of an object of the list: its kind, and the name of the field with the text. */
  kindField: string;
  kind: string;
  textField: string;
}

/** Fields of one object of the request, such as `brand_data`. */
export interface FieldGroup {
  name: string;
  label: string;
  isOptional: boolean;
  fields: readonly RequestField[];
  /** If not empty, the group is a list of objects of these kinds, and has no other fields. */
  kinds: readonly KindField[];
}

const longCharactersMin = 500;

/**
 * Returns the fields of a form for a request. A form shows a list of objects with up to two of their fields; the other
 * fields can only be given as JSON.
 */
export function requestGroups(request: z.ZodObject): FieldGroup[] {
  const [groups, single]: [FieldGroup[], RequestField[]] = [[], []];
  for (const [name, schema] of fieldsOf(request)) {
    const inner = innermost(schema);
    const about = { name, label: fieldLabel(name), isOptional: isOptional(schema) };
    const kinds = kindsOf(name, inner);
    if (inner instanceof z.ZodObject)
      groups.push({
        ...about,
        kinds: [],
        fields: fieldsOf(inner).map(([field, of]) => fieldOf(field, of, `${name}.`)),
      });
    else if (kinds.length > 0) groups.push({ ...about, kinds, fields: [] });
    else single.push(fieldOf(name, schema, ''));
  }
  if (single.length === 0) return groups;
  return [...groups, { name: '', label: '', isOptional: true, fields: single, kinds: [] }];
}

function fieldOf(name: string, schema: z.ZodType, prefix: string): RequestField {
  return {
    ...{ name: prefix + name, label: fieldLabel(name), description: schema.description ?? '' },
    ...{ entry: entryOf(schema), isOptional: isOptional(schema), standard: standardOf(schema) },
  };
}

function entryOf(schema: z.ZodType): Entry {
  const inner = innermost(schema);
  if (inner instanceof z.ZodEnum) return { kind: 'choice', options: inner.options.map(String) };
  if (inner instanceof z.ZodBoolean) return { kind: 'flag' };
  if (inner instanceof z.ZodNumber) return { kind: 'number' };
  if (inner instanceof z.ZodArray) return listEntry(innermost(inner.element));
  if (isWebUrlSchema(inner)) return { kind: 'url' };
  return { kind: lengthOf(inner) >= longCharactersMin ? 'long' : 'text' };
}

function listEntry(element: z.core.$ZodType): Entry {
  if (!(element instanceof z.ZodObject)) return { kind: 'lines' };
  const [first = '', second] = fieldsOf(element)
    .filter(([, field]) => innermost(field) instanceof z.ZodString)
    .map(([name]) => name);
  return { kind: 'objects', first, second };
}

/** Returns a field for each kind, if the schema is a list of objects that begin with their kind and a text. */
function kindsOf(list: string, schema: z.core.$ZodType): KindField[] {
  const element = schema instanceof z.ZodArray ? innermost(schema.element) : undefined;
  if (!(element instanceof z.ZodObject)) return [];
  const [kind, text] = fieldsOf(element);
  if (kind === undefined || text === undefined) return [];
  const kinds = innermost(kind[1]);
  if (!(kinds instanceof z.ZodEnum)) return [];
  return kinds.options.map(String).map((one) => ({
    ...{ name: `${list}.${one}`, label: fieldLabel(one) },
    ...{ kindField: kind[0], kind: one, textField: text[0] },
  }));
}

function isOptional(schema: z.ZodType): boolean {
  return schema._zod.optin !== undefined;
}

function standardOf(schema: z.ZodType): string | undefined {
  return schema instanceof z.ZodDefault ? String(schema.def.defaultValue) : undefined;
}

function lengthOf(schema: z.core.$ZodType): number {
  const rules = stringRules.get(schema)?.rules ?? [];
  return Math.max(0, ...rules.map(({ crd }) => crd.maxLength ?? 0));
}
