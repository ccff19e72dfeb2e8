import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parsedPart, watchedPart } from './watched-part.ts';

interface Parts {
  metadata?: object;
  spec?: object;
  status?: object;
}

/** Writes the fields in the order in which the API server writes a pod. */
function event({ metadata = {}, spec = {}, status = {} }: Parts): string {
  const object = { kind: 'Pod', apiVersion: 'v1', metadata: { name: 'a', ...metadata }, spec, status };
  return JSON.stringify({ type: 'MODIFIED', object });
}

function cut(line: string, ...fields: string[]): unknown {
  const text = watchedPart(line, fields);
  return text === undefined ? undefined : JSON.parse(text);
}

const fields = fc.array(fc.record({ manager: fc.string(), fieldsV1: fc.jsonValue() }));
const strings = fc.dictionary(fc.string(), fc.string());

describe('watchedPart', () => {
  test('watchedPart keeps everything but managedFields and the spec, whatever they contain', () => {
    const tricky = fc.constantFrom('},"status":{', '},"spec":{', ',"managedFields":[', ']},"spec":{"');
    fc.assert(
      fc.property(fields, strings, fc.jsonValue(), tricky, (managedFields, annotations, phase, text) => {
        const metadata = { annotations: { ...annotations, text } };
        const status = { phase, text, conditions: [{ status: 'True' }] };
        const line = event({ metadata: { ...metadata, managedFields }, spec: { text, size: 1 }, status });
        expect(cut(line)).toEqual(JSON.parse(event({ metadata, status })));
      }),
      { examples: [[[], {}, null, '},"status":{']] },
    );
  });

  test('watchedPart keeps the requested fields of the spec', () => {
    const spec = { containers: [{ env: [{ value: '"suspend":false' }] }], activeDeadlineSeconds: 360, suspend: true };
    expect(cut(event({ spec }), 'suspend', 'activeDeadlineSeconds', 'missing')).toEqual(
      JSON.parse(event({ spec: { suspend: true, activeDeadlineSeconds: 360 } })),
    );
  });

  test('watchedPart takes no field of the status for a field of the spec', () => {
    expect(cut(event({ status: { suspend: true } }), 'suspend')).toEqual(
      JSON.parse(event({ status: { suspend: true } })),
    );
  });

  test.each<[string, string]>([
    [
      'a bookmark',
      '{"type":"BOOKMARK","object":{"kind":"Pod","metadata":{"resourceVersion":"7"},"spec":{},"status":{}}}',
    ],
    ['an object with sorted fields', '{"object":{"metadata":{"managedFields":[],"name":"a"},"spec":{},"status":{}}}'],
    [
      'managedFields that are not last',
      '{"object":{"metadata":{"name":"a","managedFields":[],"z":1},"spec":{},"status":{}}}',
    ],
    ['an object without a status', '{"type":"ADDED","object":{"metadata":{"name":"a"},"spec":{"a":1}}}'],
    ['an object without a spec', '{"type":"ADDED","object":{"metadata":{"name":"a"},"status":{}}}'],
  ])('watchedPart returns undefined for %s', (_, line) => {
    expect(watchedPart(line, [])).toBeUndefined();
  });
});

describe('parsedPart', () => {
  const [cuttable, sorted] = [event({ spec: { size: 1 } }), '{"spec":{"size":1},"metadata":{"name":"a"}}'];

  test.each<[string, string, string[] | undefined, boolean]>([
    ['a text that can be cut', cuttable, [], false],
    ['a text that cannot be cut', sorted, [], true],
    ['a text of a kind that is never cut', sorted, undefined, false],
    ['a text that is not JSON after the cut', `${cuttable}}`, [], true],
  ])('parsedPart reports whether it parsed %s whole', (_, text, fields, isFallback) => {
    expect(parsedPart(text, fields).isFallback).toBe(isFallback);
  });
});
