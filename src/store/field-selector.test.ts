import { expect, test } from '@jest/globals';
import { fieldSelector } from './field-selector.ts';
import type { RawObject } from './object-shape.ts';

const fields = ['status.phase', 'spec.count', 'spec.note'];

function object(spec: unknown, status?: unknown): RawObject {
  const metadata = {
    name: 'one',
    namespace: 'default',
    uid: 'u',
    resourceVersion: '1',
    generation: 1,
    creationTimestamp: '2026-01-01T00:00:00Z',
  };
  return { apiVersion: 'v1', kind: 'Thing', metadata, spec, ...(status === undefined ? {} : { status }) };
}

test.each<[string, RawObject, boolean]>([
  ['', object({}), true],
  ['status.phase=RUN', object({}, { phase: 'RUN' }), true],
  ['status.phase==RUN', object({}, { phase: 'RUN' }), true],
  ['status.phase=RUN', object({}), false],
  ['status.phase!=RUN', object({}), true],
  ['status.phase=', object({}), true],
  ['status.phase!=', object({}, { phase: 'RUN' }), true],
  ['metadata.name=one,metadata.namespace=default', object({}), true],
  ['metadata.name=two', object({}), false],
  ['spec.count=3', object({ count: 3 }), true],
  ['spec.note=a\\,b\\=c\\\\', object({ note: 'a,b=c\\' }), true],
  ['status.phase!=DONE,status.phase!=FAILED', object({}, { phase: 'FAILED' }), false],
])('fieldSelector %j selects the right objects (case %#)', (selector, value, want) => {
  expect(fieldSelector(selector, fields)(value)).toBe(want);
});

test.each<[string, string]>([
  ['status.phase', 'Invalid field selector'],
  ['status.phase in (a)', 'Invalid field selector'],
  ['status.other=1', 'status.other is not a selectable field. Selectable fields: metadata.name'],
])('fieldSelector refuses %j', (selector, message) => {
  expect(() => fieldSelector(selector, fields)).toThrow(message);
});
