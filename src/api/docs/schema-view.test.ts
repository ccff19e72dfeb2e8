import { expect, test } from '@jest/globals';
import type { SchemaNode } from './openapi-model.ts';
import { fieldsView, kindOf } from './schema-view.ts';

const schemas: Record<string, SchemaNode> = {
  Image: { type: 'object', required: ['url'], properties: { url: { type: 'string', maxLength: 2_048 } } },
  Tree: { type: 'object', properties: { branch: { $ref: '#/components/schemas/Tree' } } },
};
const image: SchemaNode = { $ref: '#/components/schemas/Image' };

test.each<[string, SchemaNode]>([
  ['string', { type: 'string' }],
  ['string or null', { type: ['string', 'null'] }],
  ['object', image],
  ['array of object', { type: 'array', items: image }],
  ['array of object or null', { anyOf: [{ type: 'array', items: image }, { type: 'null' }] }],
  ['string', { enum: ['a', 'b'] }],
  ['object', { properties: {} }],
  ['any', {}],
])('kindOf returns "%s" for the schema %j', (want, node) => {
  expect(kindOf(node, schemas)).toBe(want);
});

test('fieldsView shows whether a field is required and which values it accepts', () => {
  const page = fieldsView({ anyOf: [{ type: 'array', items: image }, { type: 'null' }] }, schemas).text;
  expect(page).toMatch(/url.*string.*required.*at most 2,048 characters/s);
});

test('fieldsView shows an empty string among the allowed values', () => {
  const page = fieldsView({ properties: { size: { enum: ['1K', '', null] } } }, schemas).text;
  expect(page).toContain('<code>1K</code>, <code>&quot;&quot;</code>, <code>null</code>');
});

test('fieldsView stops at a schema that refers to itself', () => {
  expect(fieldsView({ $ref: '#/components/schemas/Tree' }, schemas).text.length).toBeLessThan(10_000);
});
