import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { adJobDefinition, resourceDefinitions } from '../resource-definitions.ts';
import { jobTypes } from '../adjob.ts';
import { ruled } from '../rule.ts';
import { crdSchema } from './crd-schema.ts';
import { crd } from './crds.ts';
import { isJsonSchema, type JsonSchema } from './json-schema.ts';

/** Returns every node of a schema with its path, as the API server visits them. */
function nodes(node: unknown, path = ''): [path: string, node: JsonSchema][] {
  if (!isJsonSchema(node)) return [];
  const { properties, items } = node;
  const members = isJsonSchema(properties) ? Object.entries(properties) : [];
  return [
    [path, node],
    ...members.flatMap(([name, member]) => nodes(member, `${path}.${name}`)),
    ...(items === undefined ? [] : nodes(items, `${path}[]`)),
  ];
}

const all = resourceDefinitions.flatMap(({ kind, spec, status }) => [
  ...nodes(crdSchema(spec), `${kind}.spec`),
  ...nodes(crdSchema(status), `${kind}.status`),
]);

describe('structural schemas', () => {
  const keywords = new Set([
    'type',
    'description',
    'properties',
    'required',
    'items',
    'enum',
    'default',
    'nullable',
    'format',
    'pattern',
    'minimum',
    'maximum',
    'minLength',
    'maxLength',
    'maxItems',
    'x-kubernetes-validations',
    'x-kubernetes-list-type',
    'x-kubernetes-list-map-keys',
    'x-kubernetes-preserve-unknown-fields',
  ]);
  test.each(all)('the schema of %s is structural', (path, node) => {
    expect(Object.keys(node).filter((keyword) => !keywords.has(keyword))).toEqual([]);
    expect(['object', 'array', 'string', 'integer', 'number', 'boolean']).toContain(node['type']);
    if (node['type'] === 'array') expect(node['maxItems']).toBeGreaterThan(0);
    const isBounded = node['maxLength'] !== undefined || node['enum'] !== undefined || node['format'] === 'date-time';
    if (node['type'] === 'string') expect(`${path} bounded: ${isBounded}`).toBe(`${path} bounded: true`);
  });

  test.each(all.flatMap(([path, { pattern }]) => (typeof pattern === 'string' ? [[path, pattern] as const] : [])))(
    'the pattern of %s is valid in Go',
    (_, pattern) => {
      expect(pattern).not.toMatch(/\(\?[=!<]|\\p\{|\\u|\\x/);
      expect(() => new RegExp(pattern, 'u')).not.toThrow();
    },
  );
});

test.each(all.filter(([path]) => !path.endsWith(']')))('the field %s has a description', (_, { description }) => {
  expect(description).toMatch(/^.{8,250}\.$/s);
});

describe('rules in the CRDs', () => {
  test('crdSchema refuses a check that CEL cannot express', () => {
    const schema = z.strictObject({
      a: z
        .string()
        .max(3)
        .refine(() => true),
    });
    expect(() => crdSchema(schema)).toThrow('a validation rule cannot');
  });

  test('crdSchema refuses a string or an array without a bound', () => {
    expect(() => crdSchema(z.strictObject({ a: z.string() }))).toThrow('properties.a');
    const item = ruled(z.string(), { type: 'blank', msg: '', holds: () => true, crd: { maxLength: 1 } });
    expect(() => crdSchema(z.strictObject({ a: z.array(item) }))).toThrow('maxItems');
  });

  test.each([
    ['AdJob.spec', 'has(self.image)'],
    ['AdJob.spec.image.brandData', 'has(self.brandUrl)'],
    ['AdJob.spec.image.generationMetadata.aspectRatios', 'self.split'],
    ['AdJob.spec.video.productMetadata', 'size(self.productImages)'],
  ])('%s has its rule in CEL', (path, rule) => {
    const validations = all.find(([place]) => place === path)?.[1]['x-kubernetes-validations'];
    expect(validations).toEqual([expect.objectContaining({ rule: expect.stringContaining(rule) })]);
  });

  test('a pattern is expressed in CEL, with the message of its rule and in the syntax of Go', () => {
    const name = all.find(([place]) => place === 'AdJob.spec.image.brandData.brandName')?.[1];
    expect(name).not.toHaveProperty('pattern');
    expect(name?.['x-kubernetes-validations']).toEqual([
      { rule: expect.stringContaining('\\pZ'), message: 'Give text that is not only whitespace.' },
    ]);
  });

  test('names in CEL and in descriptions are camelCase', () => {
    const words = all.flatMap(([, node]) => [node['description'], JSON.stringify(node['x-kubernetes-validations'])]);
    const snake = words.flatMap((text) => (typeof text === 'string' ? (text.match(/[a-z]+_[a-z_]+/g) ?? []) : []));
    const meant = ['brand_unreadable', 'gave_up', 'job_id', 'snake_case', 'timed_out', ...jobTypes];
    expect([...new Set(snake)].toSorted()).toEqual(meant.toSorted());
  });
});

describe('the kinds', () => {
  test('AdJob has its columns, names and status subresource', () => {
    expect(crd(adJobDefinition)).toMatchObject({
      metadata: { name: 'adjobs.adwright.dev' },
      spec: {
        scope: 'Namespaced',
        names: { shortNames: ['adj'], categories: ['adwright'] },
        versions: [
          {
            name: 'v1alpha1',
            subresources: { status: {} },
            selectableFields: [{ jsonPath: '.status.phase' }, { jsonPath: '.status.delivery.state' }],
          },
        ],
      },
    });
    expect(adJobDefinition.columns.filter(({ priority }) => priority === undefined).map(({ name }) => name)).toEqual([
      'Type',
      'Phase',
      'Stage',
      'Waiting',
      'Account',
      'Credits',
      'Age',
    ]);
  });

  test('only three fields of an AdJob may change', () => {
    const { spec, transitions } = adJobDefinition;
    const fields = Object.keys(nodes(crdSchema(spec))[0]?.[1]['properties'] ?? {});
    const fixed = fields.filter((field) => transitions.some(({ cel }) => cel?.includes(`self.${field}) == has(`)));
    expect(fields.filter((field) => !fixed.includes(field))).toEqual(['cancel', 'suspend', 'ttlSecondsAfterFinished']);
  });
});
