import { expect, test } from '@jest/globals';
import { EntryMap } from './entry-map.ts';

const a = { namespace: 'here', name: 'a', is: 1 };
const b = { namespace: 'here', name: 'b', is: 2 };
const c = { namespace: 'there', name: 'a', is: 3 };

function mapOf(...entries: (typeof a)[]): EntryMap<typeof a> {
  const map = new EntryMap<typeof a>();
  for (const entry of entries) map.set(entry);
  return map;
}

test('EntryMap keeps entries of one name in two namespaces apart', () => {
  const map = mapOf(a, b, c);
  expect([map.size, [...map.values()]]).toEqual([3, [a, b, c]]);
  expect([map.get({ namespace: 'here', name: 'a' }), map.get({ namespace: 'there', name: 'a' })]).toEqual([a, c]);
  expect(map.get({ namespace: 'there', name: 'b' })).toBeUndefined();
});

test('EntryMap keeps the last entry of a name, at the position of the first', () => {
  const later = { ...a, is: 4 };
  expect([...mapOf(a, b, later).values()]).toEqual([later, b]);
});

test('a deleted entry is gone, and its namespace can be added again', () => {
  const map = mapOf(a, c);
  map.delete({ namespace: 'there', name: 'a' });
  map.delete({ namespace: 'there', name: 'a' });
  expect([map.size, [...map.values()]]).toEqual([1, [a]]);
  map.set(c);
  expect(map.get(c)).toBe(c);
});

test('an entry that is deleted during iteration is not visited', () => {
  const map = mapOf(a, b, c);
  const told: number[] = [];
  for (const entry of map.values()) {
    told.push(entry.is);
    for (const one of [a, b]) map.delete(one);
  }
  expect(told).toEqual([1, 3]);
});
