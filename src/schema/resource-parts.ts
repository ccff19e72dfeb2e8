import { z } from 'zod';
import { ruled, type Rule } from './rule.ts';
import { atMost } from './text.ts';

export function words(max: number): z.ZodString {
  return ruled(z.string(), atMost(max));
}

const hourAndMinute = '([01]\\d|2[0-3]):[0-5]\\d';
const rfc3339 = `^\\d{4}-\\d\\d-\\d\\dT${hourAndMinute}:[0-5]\\d(\\.\\d+)?(Z|[+-]${hourAndMinute})$`;

/** Reports whether a date exists. The check is needed because JavaScript parses 30 February as 2 March. */
function isDay(date: string): boolean {
  const time = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(date);
}

export const Timestamp = ruled(z.string(), {
  type: 'bad_format',
  msg: 'Give a time as RFC 3339, such as 2026-11-21T09:30:00Z.',
  holds: (text) => new RegExp(rfc3339).test(text) && isDay(text.slice(0, 10)),
  crd: { format: 'date-time', pattern: rfc3339 },
});

const subdomain: Rule<string> = {
  type: 'bad_format',
  msg: 'Give a name of lower-case letters, digits, "-" and ".", beginning and ending with a letter or digit.',
  holds: (text) => /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(text),
  crd: { pattern: '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$' },
};

export const ObjectName = ruled(z.string(), subdomain, atMost(253));

export const LabelledName = ruled(z.string(), subdomain, atMost(63));

export const ObjectRef = z.strictObject({ name: ObjectName.describe('Name of an object in the same namespace.') });
export type ObjectRef = z.infer<typeof ObjectRef>;

export function count(max = 2_147_483_647): z.ZodNumber {
  return z.int().min(0).max(max);
}

/**
 * Schema for a list whose items are identified by their field `key`. No two items may have the same key. The API server
 * merges such lists item by item (server-side apply).
 */
export function listMap<T extends z.ZodObject>(item: T, key: keyof z.output<T> & string, max: number) {
  const isUnique = (items: z.output<T>[]) => new Set(items.map((one) => one[key])).size === items.length;
  return z
    .array(item)
    .max(max)
    .refine(isUnique, { error: `No two items may have the same ${key}.`, params: { type: 'bad_value' } })
    .meta({ 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': [key] });
}

export const Condition = z.object({
  type: words(316).describe('Type of the condition in CamelCase.'),
  status: z.enum(['True', 'False', 'Unknown']).describe('Status of the condition.'),
  reason: words(1_024).describe('Reason for the status as a constant in CamelCase.'),
  message: words(32_768).describe('Reason for the status, for people.'),
  lastTransitionTime: Timestamp.describe('Time of the last change of status.'),
  observedGeneration: z.int().min(0).optional().describe('The metadata.generation that the condition is based on.'),
});
export type Condition = z.infer<typeof Condition>;

export const Conditions = listMap(Condition, 'type', 32);

/** The generation that a status describes. -1, which the CRD sets, means that the controller has not seen the object. */
export const ObservedGeneration = z
  .int()
  .min(-1)
  .optional()
  .describe('The metadata.generation that the status describes; -1 until the controller has seen the object.');
