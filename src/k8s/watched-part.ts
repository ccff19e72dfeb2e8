import { parseJson } from '../domain/json-text.ts';
import { withoutManagedFields } from './managed-fields.ts';

/**
 * Texts that separate the parts of an object of a built-in kind (such as Pod) in its JSON. The API server writes the
 * fields of such kinds in a fixed order, with managedFields as the last field of the metadata.
 */
const [beginning, managedFields, spec, status] = [
  '"metadata":{"name":"',
  ',"managedFields":[',
  '},"spec":{',
  '},"status":{',
] as const;

/**
 * Removes fields that this program does not read from the JSON text of an object: the managedFields, and all fields of
 * the spec except `specFields`. A pod or a Job loses two thirds of its bytes, so the text is parsed faster.
 *
 * The text is an event of a Kubernetes watch, or the response to the creation of an object. The values of `specFields`
 * must be numbers or booleans, and their names must not occur at a deeper level of the spec. Returns undefined if the
 * text does not have the form of a built-in kind (such as Pod).
 *
 * The function looks for separators between fields, such as `},"spec":{`. A string value cannot contain a separator,
 * because quotes within a string are escaped. A cut at the separator of a nested object leaves braces that do not
 * match. The result is then not valid JSON, and `parsedPart` parses the original text instead.
 */
export function watchedPart(line: string, specFields: readonly string[]): string | undefined {
  const metadataAt = line.indexOf(beginning);
  const specAt = line.indexOf(spec, metadataAt);
  const statusAt = line.lastIndexOf(status);
  if (metadataAt === -1 || specAt === -1 || statusAt < specAt) return undefined;
  const managedAt = line.indexOf(managedFields, metadataAt);
  const hasManaged = managedAt !== -1 && managedAt < specAt;
  if (hasManaged && line[specAt - 1] !== ']') return undefined;
  const metadata = line.slice(0, hasManaged ? managedAt : specAt);
  const kept = specFields.flatMap((name) => fieldOf(line, name, { from: specAt, to: statusAt })).join(',');
  return `${metadata}${spec}${kept}${line.slice(statusAt)}`;
}

const plainValue = /(?:true|false|\d+)(?=[,}])/y;

function fieldOf(line: string, name: string, { from, to }: { from: number; to: number }): string[] {
  const key = `"${name}":`;
  const at = line.indexOf(key, from);
  if (at === -1 || at > to) return [];
  plainValue.lastIndex = at + key.length;
  const value = plainValue.exec(line)?.[0];
  return value === undefined ? [] : [key + value];
}

export interface Parsed {
  value: unknown;
  isFallback: boolean;
}

export function parsedPart(text: string, specFields: readonly string[] | undefined): Parsed {
  const part = specFields && watchedPart(text, specFields);
  const value = part === undefined ? undefined : parseJson(part);
  if (value !== undefined) return { value, isFallback: false };
  return { value: parseJson(withoutManagedFields(text)), isFallback: specFields !== undefined };
}
