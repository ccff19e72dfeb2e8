import { expect, test } from '@jest/globals';
import { checkKey, isLabelValue, isNamespaceName, isObjectName, isQualifiedName } from './name-rules.ts';

test.each<[string, boolean]>([
  ['a', true],
  ['0198d1c2-7e1b-7c3a-9d3e-3f1a2b4c5d6e', true],
  ['a.b-c.d', true],
  ['x'.repeat(253), true],
  ['x'.repeat(254), false],
  ['', false],
  ['A', false],
  ['-a', false],
  ['a-', false],
  ['a..b', false],
  ['a.-b', false],
  ['a_b', false],
  ['a/b', false],
  ['a\n', false],
])('isObjectName of %j is %s', (name, want) => {
  expect(isObjectName(name)).toBe(want);
});

test.each<[string, boolean]>([
  ['default', true],
  ['a.b', false],
  ['x'.repeat(63), true],
  ['x'.repeat(64), false],
])('isNamespaceName of %j is %s', (name, want) => {
  expect(isNamespaceName(name)).toBe(want);
});

test.each<[string, boolean]>([
  ['app', true],
  ['adwright.dev/job-id', true],
  ['Upper_case.too', true],
  ['a/b/c', false],
  ['/b', false],
  ['a/', false],
  ['Not_dns/b', false],
  ['x'.repeat(64), false],
])('isQualifiedName of %j is %s', (name, want) => {
  expect(isQualifiedName(name)).toBe(want);
});

test.each<[string, boolean]>([
  ['', true],
  ['v1.2_x', true],
  ['-v', false],
  ['a b', false],
  ['x'.repeat(64), false],
])('isLabelValue of %j is %s', (value, want) => {
  expect(isLabelValue(value)).toBe(want);
});

test('checkKey names the rule that a name breaks', () => {
  expect(() => {
    checkKey('default', 'Wrong');
  }).toThrow('metadata.name "Wrong" must be a lower-case DNS name');
  expect(() => {
    checkKey('a.b', 'right');
  }).toThrow('metadata.namespace "a.b" must be a lower-case DNS label');
});
