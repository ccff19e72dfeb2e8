import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { readForm, utcTime } from './read-form.ts';

const schema = z.object({
  namespace: z.string(),
  name: z.string().min(2),
  weight: z.int().min(1).exactOptional(),
  isRequired: z.boolean().nullable().exactOptional(),
  limits: z.object({ reads: z.int().max(9).optional(), creates: z.int().nullable().optional() }).exactOptional(),
});
const read = (form: Record<string, string>) => readForm(schema, new URLSearchParams(form), { namespace: 'default' });

test.each<[string, Record<string, string>, object]>([
  ['numbers and booleans are converted', { weight: '3', isRequired: 'false' }, { weight: 3, isRequired: false }],
  ['blanks around a value are dropped', { name: ' shop ' }, { name: 'shop' }],
  ['an empty field is absent', { weight: '' }, {}],
  ['an empty field is null if the operation allows null', { isRequired: '' }, { isRequired: null }],
  ['nested fields have dots in their names', { 'limits.reads': '4' }, { limits: { reads: 4 } }],
  ['an empty nested field is null if allowed', { 'limits.creates': '' }, { limits: { creates: null } }],
  ['fields that the operation does not have are ignored', { form_id: 'x', namespace: 'other' }, {}],
])('%s', (_, form, want) => {
  expect(read({ name: 'acme', ...form })).toEqual({
    kind: 'input',
    input: { namespace: 'default', name: 'acme', ...want },
  });
});

test.each<[string, Record<string, string>, string, RegExp]>([
  ['a missing field', { name: '' }, 'name', /required/],
  ['a number that is too small', { weight: '0' }, 'weight', /at least 1/],
  ['a text instead of a number', { weight: 'many' }, 'weight', /Give a whole number/],
  ['a fraction instead of a whole number', { weight: '1.5' }, 'weight', /Give a whole number/],
  ['a nested number that is too large', { 'limits.reads': '10' }, 'limits.reads', /at most 9/],
])('%s is reported at its field', (_, form, name, fault) => {
  expect(read({ name: 'acme', ...form })).toEqual({ kind: 'wrong', faults: { [name]: expect.stringMatching(fault) } });
});

test.each([
  ['2026-12-01T10:30', '2026-12-01T10:30:00Z'],
  ['2026-12-01T10:30:05', '2026-12-01T10:30:05Z'],
  ['2026-12-01T10:30:05.123', '2026-12-01T10:30:05.123Z'],
  ['2026-12-01T10:30:00Z', '2026-12-01T10:30:00Z'],
  ['tomorrow', 'tomorrow'],
  ['  ', undefined],
  [null, undefined],
])('the time %j is read as %j', (text, want) => {
  expect(utcTime(text)).toBe(want);
});
