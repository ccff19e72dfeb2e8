import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { withoutManagedFields } from './managed-fields.ts';

const event = (metadata: object, rest: object = { spec: { size: 1 } }): string =>
  JSON.stringify({ type: 'MODIFIED', object: { kind: 'Widget', metadata, ...rest } });

const anything = fc.array(
  fc.oneof(fc.jsonValue(), fc.constant({ 'f:a': { 'k:{"x":"]"}': { '.': {}, 'v:["\\"]': {} } } }), fc.string()),
);

describe('withoutManagedFields', () => {
  test('takes them out, wherever they stand in the metadata and whatever they hold', () => {
    fc.assert(
      fc.property(anything, fc.dictionary(fc.string(), fc.string()), (managedFields, annotations) => {
        const rest = { annotations, name: 'a' };
        expect(JSON.parse(withoutManagedFields(event({ managedFields, ...rest })))).toEqual(JSON.parse(event(rest)));
        expect(JSON.parse(withoutManagedFields(event({ ...rest, managedFields })))).toEqual(JSON.parse(event(rest)));
      }),
    );
  });

  test.each<[string, string]>([
    ['none', event({ name: 'a' })],
    ['a spec that has a field of that name', event({ name: 'a' }, { spec: { managedFields: [1] } })],
    ['a text that speaks of them', event({ name: 'a', annotations: { note: '"managedFields":[' } })],
    ['no end', '{"object":{"metadata":{"managedFields":[{"a":"'],
    ['nothing beside them', event({ managedFields: [] })],
    ['many items', `{"items":[${event({ managedFields: [{}], name: 'a' })},${event({ managedFields: [{}] })}]}`],
  ])('leaves as it is what has %s', (_, line) => {
    expect(withoutManagedFields(line)).toBe(line);
  });
});
