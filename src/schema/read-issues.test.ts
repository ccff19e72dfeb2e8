import { expect, test } from '@jest/globals';
import { z } from 'zod';
import type { Issue } from './issue.ts';
import { read } from './read.ts';
import { ruled } from './rule.ts';
import { freeText, WebUrl } from './text.ts';

const Colour = ruled(z.string(), {
  type: 'bad_format',
  msg: 'Give a colour.',
  holds: (text) => text === 'red',
  crd: {},
});
const Thing = z.strictObject({
  name: freeText(5_000).optional(),
  size: z.int().min(1).max(9).optional(),
  weight: z.number().min(10, 'Give a weight from 10 to 15.').optional(),
  isNew: z.boolean().optional(),
  kind: z.enum(['ad', 'film']).optional(),
  parts: z
    .array(z.strictObject({ colour: Colour }))
    .min(1)
    .max(2)
    .optional(),
  code: z.string().min(1).max(3).optional(),
  id: z.string().regex(/^\d+$/).optional(),
  page: WebUrl.optional(),
  note: z
    .unknown()
    .refine(() => false, 'Give no note.')
    .optional(),
  deep: z.strictObject({ required: z.string() }).optional(),
});

/** Returns the issues as `path: sentence [type]`. */
function issuesOf(value: unknown): string[] {
  const reading = read(Thing, value, ['body'], 'resource');
  return reading.ok ? [] : reading.issues.map(({ loc, msg, type }) => `${loc.join('.')}: ${msg} [${type}]`);
}

test.each<[unknown, string]>([
  [[], 'body: Give an object, not a list. [wrong_type]'],
  ['x', 'body: Give an object, not a string. [wrong_type]'],
  [7, 'body: Give an object. [wrong_type]'],
  [null, 'body: Give an object, not null. [wrong_type]'],
  [undefined, 'body: This field is required. [missing]'],
  [{ name: 7 }, 'body.name: Give a string. [wrong_type]'],
  [{ name: {} }, 'body.name: Give a string, not an object. [wrong_type]'],
  [{ name: ' ' }, 'body.name: Give text that is not only whitespace. [blank]'],
  [{ name: 'x'.repeat(5_001) }, 'body.name: Use at most 5,000 characters. [too_long]'],
  [{ size: '1' }, 'body.size: Give a number, not a string. [wrong_type]'],
  [{ size: 1.5 }, 'body.size: Give a whole number. [wrong_type]'],
  [{ size: 0 }, 'body.size: Give a number of at least 1. [out_of_range]'],
  [{ size: 10 }, 'body.size: Give a number of at most 9. [out_of_range]'],
  [{ weight: 9 }, 'body.weight: Give a weight from 10 to 15. [out_of_range]'],
  [{ isNew: 'true' }, 'body.isNew: Give true or false, not a string. [wrong_type]'],
  [{ kind: 'page' }, 'body.kind: Give one of ad, film. [not_one_of]'],
  [{ parts: {} }, 'body.parts: Give a list, not an object. [wrong_type]'],
  [{ parts: [1, 2, 3] }, 'body.parts: Give a list with a length of at most 2. [too_many]'],
  [{ parts: [{ colour: 'blue' }] }, 'body.parts.0.colour: Give a colour. [bad_format]'],
  [{ parts: [{}] }, 'body.parts.0.colour: This field is required. [missing]'],
  [{ code: '' }, 'body.code: This must not be empty. [blank]'],
  [{ code: 'abcd' }, 'body.code: Use at most 3 characters. [too_long]'],
  [{ id: 'x' }, 'body.id: Give text that matches the pattern /^\\d+$/. [bad_format]'],
  [{ note: 1 }, 'body.note: Give no note. [bad_value]'],
  [{ deep: {} }, 'body.deep.required: This field is required. [missing]'],
])('the value %j is refused with the right sentence', (value, line) => {
  expect(issuesOf(value)).toContain(line);
});

test('every unknown field is an issue of its own', () => {
  expect(issuesOf({ one: 1, two: 2 })).toEqual([
    'body.one: This field does not exist; remove it. [unknown_field]',
    'body.two: This field does not exist; remove it. [unknown_field]',
  ]);
});

test.each<[string, z.ZodType, unknown, Omit<Issue, 'loc'>]>([
  [
    'an empty list',
    z.array(z.string()).min(1),
    [],
    { type: 'too_few', msg: 'Give a list with a length of at least 1.' },
  ],
  [
    'a value that a rule requires',
    z.unknown().refine(() => false, 'Give a note.'),
    undefined,
    { type: 'bad_value', msg: 'Give a note.' },
  ],
])('%s is refused with the right sentence', (_, schema, value, issue) => {
  expect(read(schema, value, ['body'])).toMatchObject({ ok: false, issues: [{ loc: ['body'], ...issue }] });
});
