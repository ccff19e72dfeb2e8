import { expect, test } from '@jest/globals';
import { collectionPath, objectPath, queryOf } from './resource-path.ts';

test.each([
  ['v1', 'pods', 'here', '/api/v1/namespaces/here/pods'],
  ['batch/v1', 'jobs', 'here', '/apis/batch/v1/namespaces/here/jobs'],
  ['adwright.dev/v1alpha1', 'adjobs', undefined, '/apis/adwright.dev/v1alpha1/adjobs'],
])('collectionPath of %s %s in namespace %s is %s', (apiVersion, plural, namespace, want) => {
  expect(collectionPath({ apiVersion, plural }, namespace)).toBe(want);
});

test.each([
  ['here', ''],
  ['here', '..'],
  ['here', '../secrets/x'],
  ['here', 'a?b'],
  ['', 'a'],
  ['..', 'a'],
])('objectPath refuses namespace %j with name %j', (namespace, name) => {
  expect(() => objectPath({ apiVersion: 'v1', plural: 'pods' }, { namespace, name })).toThrow('metadata.');
});

test('queryOf leaves out undefined and empty values', () => {
  const values = { labelSelector: 'a in (b,c)', fieldSelector: undefined, limit: 5, continue: '' };
  expect(queryOf(values)).toBe('?labelSelector=a+in+%28b%2Cc%29&limit=5');
  expect(queryOf({ limit: undefined })).toBe('');
});
