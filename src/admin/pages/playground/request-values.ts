import type { Entry, FieldGroup, RequestField } from './request-fields.ts';

type Values = Record<string, string>;
type Body = Readonly<Record<string, unknown>>;

/**
 * Returns the fields of the form that stand for the body of a request, so that an address can fill them in. It is the
 * opposite of `bodyOf`. What the form has no field for, such as a third field of an object in a list, is left out.
 */
export function valuesOf(groups: readonly FieldGroup[], body: Body): Values {
  return Object.assign({}, ...groups.map((group) => groupValues(group, body))) as Values;
}

function groupValues({ name, fields, kinds }: FieldGroup, body: Body): Values {
  if (name === '') return fieldValues(fields, body);
  const held = body[name];
  if (kinds.length === 0) return fieldValues(fields, isBody(held) ? held : {});
  const texts = Array.isArray(held) ? held.filter(isBody) : [];
  const found = kinds.flatMap(({ name: field, kindField, kind, textField }) => {
    const text = texts.find((one) => one[kindField] === kind)?.[textField];
    return typeof text === 'string' ? [[field, text] as const] : [];
  });
  return Object.fromEntries(found);
}

function fieldValues(fields: readonly RequestField[], held: Body): Values {
  const found = fields.map(
    ({ name, entry }) => [name, textOf(entry, held[name.slice(name.lastIndexOf('.') + 1)])] as const,
  );
  return Object.fromEntries(found.flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const])));
}

function textOf(entry: Entry, value: unknown): string | undefined {
  if (Array.isArray(value)) return value.map((one) => lineOf(entry, one)).join('\n');
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}

function lineOf(entry: Entry, value: unknown): string {
  if (entry.kind !== 'objects' || !isBody(value)) return String(value);
  const parts = [entry.first, entry.second].map((name) => (name === undefined ? undefined : value[name]));
  return parts.filter((part) => typeof part === 'string').join(' ');
}

function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
