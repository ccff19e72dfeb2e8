import { parseJson } from '../domain/json-text.ts';
import { withoutManagedFields } from './managed-fields.ts';

/**
 * Text that separates the fields of built-in types. The API server writes fields in a fixed order, with managedFields
 * last in the metadata.
 */
const [beginning, managedFields, spec, status] = [
  '"metadata":{"name":"',
  ',"managedFields":[',
  '},"spec":{',
  '},"status":{',
] as const;

/**
 * Returns the JSON text of a watch event or a response to a create, reduced before parsing: without managedFields, and
 * with only these fields of the spec, whose values are numbers or booleans and whose names do not occur at a deeper
 * level. This removes two thirds of the bytes of a pod or a Job. Returns undefined for text not in the form of a
 * built-in type.
 *
 * Within a string the quotes of the separators would be escaped. A wrong cut would not be valid JSON, since its braces
 * would not match.
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

/**
 * Parses text of the API server, reduced if possible, else without managedFields. Returns undefined if it is not JSON.
 */
export function parsedPart(text: string, specFields: readonly string[] | undefined): unknown {
  const part = specFields && watchedPart(text, specFields);
  return (part === undefined ? undefined : parseJson(part)) ?? parseJson(withoutManagedFields(text));
}
