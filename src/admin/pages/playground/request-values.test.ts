import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { bodyOf } from './request-body.ts';
import { requestGroups } from './request-fields.ts';
import { valuesOf } from './request-values.ts';

const groups = requestGroups(
  z.object({
    brand: z.object({ name: z.string(), notes: z.array(z.string()).optional() }),
    copies: z.array(z.object({ kind: z.enum(['headline', 'cta']), text: z.string() })).optional(),
    pictures: z.object({
      files: z.array(z.object({ url: z.string(), label: z.string().optional(), tags: z.array(z.string()).optional() })),
    }),
    sound: z.boolean().optional(),
    seconds: z.number().optional(),
  }),
);
const brand = { name: 'Verdane' };

test.each([
  ['a text', { brand, pictures: { files: [] } }],
  ['a list of texts', { brand: { ...brand, notes: ['one', 'two words'] }, pictures: { files: [] } }],
  ['texts of some kinds', { brand, copies: [{ kind: 'cta', text: 'Try it' }], pictures: { files: [] } }],
  ['a list of objects', { brand, pictures: { files: [{ url: 'https://a.example/1', label: 'a pack' }] } }],
  ['a number and a flag', { brand, pictures: { files: [] }, sound: false, seconds: 12 }],
])('the form that stands for a request with %s stands for the same request', (_, body) => {
  expect(bodyOf(groups, new URLSearchParams(valuesOf(groups, body)))).toEqual(body);
});
