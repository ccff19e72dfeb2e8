import { closest, distance } from 'fastest-levenshtein';
import { z } from 'zod';

/** Maximum number of changed letters at which an unknown field counts as a misspelt one. */
const editsMax = 3;

const types: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'a map of fields',
  record: 'a map of fields',
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
};

type Issue = z.core.$ZodRawIssue;

/**
 * Returns the message of a problem in the file with models, as the part of a sentence that follows the field. Undefined:
 * the message of zod says what is wrong. The value is never a part of it, because it may be a key.
 */
export const fieldMessage: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined) return 'is missing';
  switch (issue.code) {
    case 'unrecognized_keys':
      return unknownFields(issue);
    case 'invalid_type':
      return `must be ${types[issue.expected] ?? issue.expected}`;
    case 'invalid_key':
      return issue.issues.map(({ message }) => message).join('; ');
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_big':
      return issue.origin === 'array' ? `must have at most ${issue.maximum} entries` : undefined;
    default:
      return undefined;
  }
};

function unknownFields({ keys, inst }: Extract<Issue, { code: 'unrecognized_keys' }>): string {
  const known = inst instanceof z.ZodObject ? Object.keys(inst.shape) : [];
  return keys.map((key) => `has the unknown field "${key}"${remedy(key, known)}`).join('; ');
}

function remedy(key: string, known: readonly string[]): string {
  if (known.length === 0) return '';
  const nearest = closest(key, known);
  return distance(key.toLowerCase(), nearest.toLowerCase()) <= Math.min(editsMax, nearest.length / 2)
    ? `; did you mean ${nearest}?`
    : `; the fields are ${known.join(', ')}`;
}
