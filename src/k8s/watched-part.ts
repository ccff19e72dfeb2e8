import { parseJson } from '../domain/json-text.ts';
import { withoutManagedFields } from './managed-fields.ts';

/** How the API server's own types begin and go on: their fields come in a fixed order, managedFields last of the metadata. */
const [beginning, managedFields, spec, status] = [
  '"metadata":{"name":"',
  ',"managedFields":[',
  '},"spec":{',
  '},"status":{',
] as const;

/**
 * An event of a watch or the answer to a create, cut before it is parsed: without managedFields, and of the spec only these
 * fields, whose values are numbers or booleans and whose names occur nowhere deeper. Of a pod or a Job that is two thirds of
 * the bytes. Undefined for what does not look as the API server writes one of its own types.
 *
 * Within a string the quotes of what is looked for would be escaped. Where the cut were wrong all the same, what is left
 * would not be JSON: its braces would not match.
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

/** What the API server has sent, cut where it can be and without managedFields where not; undefined where it is no JSON. */
export function parsedPart(text: string, specFields: readonly string[] | undefined): unknown {
  const part = specFields && watchedPart(text, specFields);
  return (part === undefined ? undefined : parseJson(part)) ?? parseJson(withoutManagedFields(text));
}
