import { jsonText, parseJson } from './json-text.ts';
import { clipped } from './clipped.ts';
import type { ObjectKey } from '../objects/object-key.ts';
import { AuditRow } from '../schema/audit-row.ts';

const tooLong = '(too long to record)';
/** Maximum number of characters of one text in a row. */
const textMax = 1_000;
const itemsMax = 100;

/** Returns a row as JSON of at most `bytesMax` bytes. Shortens long texts and lists, and leaves out large values. */
export function rowText(row: AuditRow, bytesMax: number): string {
  const whole = jsonText(shortened(row));
  if (Buffer.byteLength(whole) <= bytesMax) return whole;
  const { before, after, actor, ...rest } = row;
  const { groups: _, ...person } = actor;
  return jsonText(shortened({ ...rest, actor: person, before: hidden(before), after: hidden(after) }));
}

/** Returns the row that `rowText` returned as text. Returns undefined for any other text. */
export function parseRow(json: string): AuditRow | undefined {
  return AuditRow.safeParse(parseJson(json)).data;
}

/** Returns the account that the target of a row is or belongs to. */
export function accountOfRow({ target }: Pick<AuditRow, 'target'>): ObjectKey | undefined {
  if (target === undefined) return undefined;
  const name = target.account ?? (target.kind === 'AdAccount' ? target.name : undefined);
  return name === undefined ? undefined : { namespace: target.namespace, name };
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return clipped(value, textMax);
  if (Array.isArray(value)) return value.slice(0, itemsMax).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner)]));
}

function hidden(values: AuditRow['before']): AuditRow['before'] {
  return values && Object.fromEntries(Object.keys(values).map((name) => [name, tooLong]));
}
