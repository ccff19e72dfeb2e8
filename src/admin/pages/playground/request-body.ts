import type { Issue } from '../../../schema/issue.ts';
import type { Entry, FieldGroup, RequestField } from './request-fields.ts';

type Values = Pick<URLSearchParams, 'get'>;

/** Returns the body of the request that a form stands for. Empty fields are absent. */
export function bodyOf(groups: readonly FieldGroup[], values: Values): Record<string, unknown> {
  const all = groups.flatMap((group): [string, unknown][] => {
    if (group.name === '') return given(group.fields, values);
    const value = group.kinds.length > 0 ? kindsIn(group, values) : objectIn(group, values);
    return value === undefined ? [] : [[group.name, value]];
  });
  return Object.fromEntries(all);
}

function objectIn({ fields, isOptional }: FieldGroup, values: Values): Record<string, unknown> | undefined {
  const held = given(fields, values);
  if (held.length === 0 && isOptional) return undefined;
  const lists = fields.filter(
    ({ name, isOptional: isAbsent, entry }) => !isAbsent && isList(entry) && isEmpty(values.get(name)),
  );
  const empty = lists.map(({ name }): [string, unknown] => [lastOf(name), []]);
  return Object.fromEntries([...empty, ...held]);
}

function kindsIn({ kinds }: FieldGroup, values: Values): Record<string, string>[] | undefined {
  const held = kinds.filter(({ name }) => !isEmpty(values.get(name)));
  if (held.length === 0) return undefined;
  return held.map(({ name, kindField, kind, textField }) => ({
    [kindField]: kind,
    [textField]: values.get(name)?.trim() ?? '',
  }));
}

/** Returns the fields that have a value. */
function given(fields: readonly RequestField[], values: Values): [string, unknown][] {
  return fields.flatMap(({ name, entry }): [string, unknown][] => {
    const text = values.get(name)?.trim() ?? '';
    return text === '' ? [] : [[lastOf(name), valueOf(entry, text)]];
  });
}

/** Returns the value of a text. Keeps a text that is not a number, so that the schema reports it. */
function valueOf(entry: Entry, text: string): unknown {
  switch (entry.kind) {
    case 'flag':
      return text === 'true';
    case 'number':
      return Number.isNaN(Number(text)) ? text : Number(text);
    case 'lines':
      return linesOf(text);
    case 'objects':
      return linesOf(text).map((line) => objectOf(entry, line));
    default:
      return text;
  }
}

function objectOf({ first, second }: Extract<Entry, { kind: 'objects' }>, line: string): Record<string, string> {
  const [, value = '', rest = ''] = /^(\S+)\s*(.*)$/.exec(line) ?? [];
  return second === undefined || rest === '' ? { [first]: value } : { [first]: value, [second]: rest };
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/**
 * Returns what is wrong, by the name of the field of the form. A fault that belongs to no field has the name of its
 * group, or an empty name.
 */
export function faultsOf(
  groups: readonly FieldGroup[],
  issues: readonly Issue[],
  values: Values,
): Record<string, string> {
  const faults = issues.map(({ loc, msg }): [string, string] => [placeOf(groups, loc.slice(1), values), msg]);
  return Object.fromEntries(faults.toReversed());
}

function placeOf(groups: readonly FieldGroup[], path: Issue['loc'], values: Values): string {
  const [top, next] = path.map(String);
  const group = groups.find(({ name }) => name === top);
  if (group === undefined)
    return groups.some(({ fields }) => fields.some(({ name }) => name === top)) ? (top ?? '') : '';
  const kinds = group.kinds.filter(({ name }) => !isEmpty(values.get(name)));
  if (group.kinds.length > 0) return kinds[Number(next)]?.name ?? group.name;
  const field = `${group.name}.${next ?? ''}`;
  return group.fields.some(({ name }) => name === field) ? field : group.name;
}

function isList({ kind }: Entry): boolean {
  return kind === 'lines' || kind === 'objects';
}

function isEmpty(text: string | null): boolean {
  return text === null || text.trim() === '';
}

function lastOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}
