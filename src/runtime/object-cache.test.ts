import { expect, test } from '@jest/globals';
import type { ObjectKey } from '../objects/object-key.ts';
import { EntryMap } from './entry-map.ts';
import { ObjectCache, type CacheEntry } from './object-cache.ts';

const a = { namespace: 'here', name: 'a' };
const b = { namespace: 'here', name: 'b' };

function cacheWithLog() {
  const errors: unknown[] = [];
  const cache = new ObjectCache<string>({ error: (fields: unknown) => errors.push(fields) });
  const received: string[] = [];
  const listen = (): (() => void) =>
    cache.onChange((change) => {
      const before = 'before' in change ? ` from ${change.before}` : '';
      const view = 'view' in change ? ` to ${change.view}` : '';
      received.push(`${change.type} ${change.key.name}${before}${view}`);
    });
  return { cache, received, listen, errors };
}

function entry(key: ObjectKey, view: string, resourceVersion: string, uid = 'u'): CacheEntry<string> {
  return { ...key, uid, resourceVersion, view };
}

test('ObjectCache reports objects that are added, updated and deleted', () => {
  const { cache, received, listen } = cacheWithLog();
  listen();
  cache.put(entry(a, 'one', '1'));
  cache.put(entry(a, 'two', '2'));
  cache.remove(a);
  expect(received).toEqual(['added a to one', 'updated a from one to two', 'deleted a from two']);
  expect(cache.get(a)).toBeUndefined();
});

test('ObjectCache reports neither an unchanged version nor the removal of an unknown object', () => {
  const { cache, received, listen } = cacheWithLog();
  cache.put(entry(a, 'one', '1'));
  listen();
  cache.put(entry(a, 'one', '1'));
  cache.remove(b);
  expect(received).toEqual(['added a to one']);
});

test('an object with the same name and another uid is reported as a deletion and an addition', () => {
  const { cache, received, listen } = cacheWithLog();
  cache.put(entry(a, 'one', '1', 'first'));
  listen();
  cache.put(entry(a, 'two', '2', 'second'));
  expect(received.slice(1)).toEqual(['deleted a from one', 'added a to two']);
  expect([...cache.values()]).toEqual(['two']);
});

test('a list replaces all objects, and only the differences are reported', () => {
  const { cache, received, listen } = cacheWithLog();
  cache.put(entry(a, 'one', '1'));
  cache.put(entry(b, 'same', '2'));
  listen();
  const listed = new EntryMap<CacheEntry<string>>();
  listed.set(entry(b, 'same', '2'));
  listed.set(entry({ namespace: 'here', name: 'c' }, 'new', '3'));
  cache.replace(listed);
  expect(received.slice(2)).toEqual(['deleted a from one', 'added c to new']);
  expect(cache.size).toBe(2);
});

test('a listener that was removed is not called', () => {
  const { cache, received, listen } = cacheWithLog();
  const leave = listen();
  leave();
  cache.put(entry(a, 'one', '1'));
  expect(received).toEqual([]);
});

test('a listener that throws does not affect the other listeners', () => {
  const { cache, received, listen, errors } = cacheWithLog();
  cache.onChange(() => {
    throw new Error('mine');
  });
  listen();
  cache.put(entry(a, 'one', '1'));
  expect(received).toEqual(['added a to one']);
  expect(errors).toMatchObject([{ key: 'here/a', change: 'added' }]);
});
