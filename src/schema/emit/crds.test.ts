import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { adAccountKind, adJobKind, apiKeyKind } from '../../domain/kinds.ts';
import { ruled } from '../rule.ts';
import { crdSchema } from './crd-schema.ts';
import { crd, crdKinds } from './crds.ts';
import { isJsonSchema, type JsonSchema } from './json-schema.ts';

/** Every node of a schema with its place, as the API server walks it. */
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

const all = crdKinds.flatMap((kind) => [
  ...nodes(crdSchema(kind.spec), `${kind.kind}.spec`),
  ...nodes(crdSchema(kind.status), `${kind.kind}.status`),
]);

describe('what a structural schema must be', () => {
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
  test.each(all)('%s', (path, node) => {
    expect(Object.keys(node).filter((keyword) => !keywords.has(keyword))).toEqual([]);
    expect(['object', 'array', 'string', 'integer', 'number', 'boolean']).toContain(node['type']);
    if (node['type'] === 'array') expect(node['maxItems']).toBeGreaterThan(0);
    const isBounded = node['maxLength'] !== undefined || node['enum'] !== undefined || node['format'] === 'date-time';
    if (node['type'] === 'string') expect(`${path} bounded: ${isBounded}`).toBe(`${path} bounded: true`);
  });

  test.each(all.flatMap(([path, { pattern }]) => (typeof pattern === 'string' ? [[path, pattern] as const] : [])))(
    'the pattern of %s is one that Go can read',
    (_, pattern) => {
      expect(pattern).not.toMatch(/\(\?[=!<]|\\p\{|\\u|\\x/);
      expect(() => new RegExp(pattern, 'u')).not.toThrow();
    },
  );
});

test.each(all.filter(([path]) => !path.endsWith(']')))('%s says what it is', (_, { description }) => {
  expect(description).toMatch(/^.{8,250}\.$/s);
});

describe('nothing is lost on the way', () => {
  test('a check without a form is refused', () => {
    const schema = z.strictObject({
      a: z
        .string()
        .max(3)
        .refine(() => true),
    });
    expect(() => crdSchema(schema)).toThrow('a check has no form');
  });

  test('a string or a list without a bound is refused', () => {
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

  test('a pattern speaks in CEL, in the words of its rule, and as Go reads it', () => {
    const name = all.find(([place]) => place === 'AdJob.spec.image.brandData.brandName')?.[1];
    expect(name).not.toHaveProperty('pattern');
    expect(name?.['x-kubernetes-validations']).toEqual([
      { rule: expect.stringContaining('\\pZ'), message: 'Give text that is not only whitespace.' },
    ]);
  });

  test('names in CEL and in words are those of the resource', () => {
    const words = all.flatMap(([, node]) => [node['description'], JSON.stringify(node['x-kubernetes-validations'])]);
    const snake = words.flatMap((text) => (typeof text === 'string' ? (text.match(/[a-z]+_[a-z_]+/g) ?? []) : []));
    const meant = ['brand_unreadable', 'gave_up', 'image_ad', 'job_id', 'snake_case', 'timed_out', 'video_ad'];
    expect([...new Set(snake)].toSorted()).toEqual(meant);
  });
});

describe('the kinds', () => {
  test.each([adJobKind, adAccountKind, apiKeyKind])('$kind is the same to the store and to the cluster', (stored) => {
    const kind = crdKinds.find((one) => one.kind === stored.kind);
    expect(kind).toMatchObject({ plural: stored.plural, selectableFields: stored.selectableFields });
  });

  test('AdJob has its columns, names and subresource', () => {
    const adJob = crdKinds.find(({ kind }) => kind === 'AdJob');
    expect(adJob && crd(adJob)).toMatchObject({
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
    expect(adJob?.columns.filter(({ priority }) => priority === undefined).map(({ name }) => name)).toEqual([
      'Type',
      'Phase',
      'Stage',
      'Account',
      'Credits',
      'Age',
    ]);
  });

  test('only three fields of an AdJob may change', () => {
    const adJob = crdKinds.find(({ kind }) => kind === 'AdJob');
    const fields = Object.keys(nodes(adJob && crdSchema(adJob.spec))[0]?.[1]['properties'] ?? {});
    const fixed = fields.filter((field) =>
      adJob?.transitions.some(({ rule }) => rule.includes(`self.${field}) == has(`)),
    );
    expect(fields.filter((field) => !fixed.includes(field))).toEqual(['cancel', 'suspend', 'ttlSecondsAfterFinished']);
  });
});
