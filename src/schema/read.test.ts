import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { placesOf, withoutAbsent } from './read.ts';

const Thing = z.strictObject({
  must: z.string(),
  may: z.string().optional(),
  preset: z.enum(['a', 'b']).default('a'),
  list: z.array(z.strictObject({ may: z.string().optional() })).optional(),
  mustList: z.array(z.string()),
  nullable: z
    .array(z.string())
    .nullable()
    .transform((list) => list ?? []),
  count: z.number().optional(),
});

test('null, blank text and an empty list mean that an optional field of a request is absent', () => {
  const absent = { may: ' \t', preset: '', list: [], count: null };
  expect(withoutAbsent(Thing, { must: 'x', mustList: ['x'], ...absent })).toEqual({ must: 'x', mustList: ['x'] });
});

test('blank text in a resource is a value, and null is still absent', () => {
  expect(withoutAbsent(Thing, { may: ' ', preset: '', count: null }, 'resource')).toEqual({ may: ' ', preset: '' });
});

test('required fields stay, so that the schema can report them', () => {
  const value = { must: ' ', mustList: [], nullable: null };
  expect(withoutAbsent(Thing, value)).toEqual(value);
});

test('absent fields are removed in the items of a list', () => {
  expect(withoutAbsent(Thing, { list: [{ may: '' }, { may: 'x' }] })).toEqual({ list: [{}, { may: 'x' }] });
});

test.each([null, undefined, 7, 'x', [], true])('a value that does not fit the schema stays: %j', (value) => {
  expect(withoutAbsent(Thing, value)).toEqual(value);
  expect(withoutAbsent(Thing, { list: value ?? 7 })).toEqual(Array.isArray(value) ? {} : { list: value ?? 7 });
});

test('unknown fields stay, also __proto__', () => {
  const value: unknown = JSON.parse('{"extra":null,"__proto__":""}');
  expect(Object.keys(withoutAbsent(Thing, value) as object)).toEqual(['extra', '__proto__']);
});

test('placesOf finds every matching value with its path, through optional fields and lists', () => {
  const isText = (schema: z.core.$ZodType) => schema instanceof z.ZodString;
  const value = { must: 'a', may: 7, list: [{}, { may: 'b' }], mustList: ['c'], nullable: null };
  expect(placesOf(Thing, value, isText)).toEqual([
    { path: ['must'], value: 'a' },
    { path: ['may'], value: 7 },
    { path: ['list', 1, 'may'], value: 'b' },
    { path: ['mustList', 0], value: 'c' },
  ]);
});

test('placesOf ignores what an object inherits', () => {
  expect(
    placesOf(z.strictObject({ valueOf: z.string().optional() }), {}, (leaf) => leaf instanceof z.ZodString),
  ).toEqual([]);
});
