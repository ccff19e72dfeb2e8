import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { withoutManagedFields } from './managed-fields.ts';

const event = (metadata: object, rest: object = { spec: { size: 1 } }): string =>
  JSON.stringify({ type: 'MODIFIED', object: { kind: 'Widget', metadata, ...rest } });

const anything = fc.array(
  fc.oneof(fc.jsonValue(), fc.constant({ 'f:a': { 'k:{"x":"]"}': { '.': {}, 'v:["\\"]': {} } } }), fc.string()),
);

describe('withoutManagedFields', () => {
  test('withoutManagedFields removes managedFields anywhere in the metadata and whatever they contain', () => {
    fc.assert(
      fc.property(anything, fc.dictionary(fc.string(), fc.string()), (managedFields, annotations) => {
        const rest = { annotations, name: 'a' };
        expect(JSON.parse(withoutManagedFields(event({ managedFields, ...rest })))).toEqual(JSON.parse(event(rest)));
        expect(JSON.parse(withoutManagedFields(event({ ...rest, managedFields })))).toEqual(JSON.parse(event(rest)));
      }),
    );
  });

  test.each<[string, string]>([
    ['without managedFields', event({ name: 'a' })],
    ['whose spec has a field of that name', event({ name: 'a' }, { spec: { managedFields: [1] } })],
    [
      'whose annotation contains the text of managedFields',
      event({ name: 'a', annotations: { note: '"managedFields":[' } }),
    ],
    ['that is truncated', '{"object":{"metadata":{"managedFields":[{"a":"'],
    ['whose metadata contains managedFields alone', event({ managedFields: [] })],
    [
      'with several items',
      `{"items":[${event({ managedFields: [{}], name: 'a' })},${event({ managedFields: [{}] })}]}`,
    ],
  ])('withoutManagedFields does not change a line %s', (_, line) => {
    expect(withoutManagedFields(line)).toBe(line);
  });
});
