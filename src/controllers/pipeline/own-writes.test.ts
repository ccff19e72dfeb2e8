import { expect, test } from '@jest/globals';
import { buildJob } from '../../../test/support/pipeline/build-job.ts';
import { OwnWrites } from './own-writes.ts';

const version = (resourceVersion: string, uid = 'uid-1') => buildJob({ metadata: { resourceVersion, uid } }).metadata;

test('a cached version that this process has replaced is stale, and any other version is fresh', () => {
  const writes = new OwnWrites();
  expect(writes.isStale(version('1'))).toBe(false);
  writes.remember(version('1'), version('2'));
  expect(writes.isStale(version('1', 'uid-2'))).toBe(false);
  expect(writes.isStale(version('1'))).toBe(true);
  expect(writes.isStale(version('7'))).toBe(false);
});

test('a write that changes nothing leaves the cached version fresh', () => {
  const writes = new OwnWrites();
  writes.remember(version('1'), version('1'));
  expect(writes.isStale(version('1'))).toBe(false);
});
