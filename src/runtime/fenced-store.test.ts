import { expect, test } from '@jest/globals';
import type { ObjectStore, ResourceKind } from '../store/port.ts';
import { fencedStore, NotLeadingError } from './fenced-store.ts';

const key = { namespace: 'here', name: 'thing' };
const kind: ResourceKind<unknown, unknown> = {
  apiVersion: 'v1',
  kind: 'Thing',
  plural: 'things',
  parseSpec: (spec) => spec,
  parseStatus: (status) => status,
  selectableFields: [],
};

const writes: [keyof ObjectStore, (store: ObjectStore) => Promise<unknown>][] = [
  ['create', (store) => store.create(kind, { metadata: key, spec: {} })],
  ['patch', (store) => store.patch(kind, key, { spec: {} })],
  ['patchStatus', (store) => store.patchStatus(kind, key, { status: {} })],
  ['delete', (store) => store.delete(kind, key, { preconditions: { uid: 'u' } })],
];
const reads: [keyof ObjectStore, (store: ObjectStore) => unknown][] = [
  ['get', (store) => store.get(kind, key)],
  ['list', (store) => store.list(kind, { limit: 1 })],
  ['watch', (store) => store.watch(kind, { resourceVersion: '1', signal: new AbortController().signal })],
];

/** A fenced store over one that notes what reaches it. */
function fenced() {
  const reached: unknown[][] = [];
  const note =
    (name: string) =>
    (...given: unknown[]) => {
      reached.push([name, ...given]);
      return Promise.reject(new Error('no answer'));
    };
  const inner: ObjectStore = {
    get: note('get'),
    list: note('list'),
    create: note('create'),
    patch: note('patch'),
    patchStatus: note('patchStatus'),
    delete: note('delete'),
    watch: (...given) => {
      reached.push(['watch', ...given]);
      return { [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ done: true, value: undefined }) }) };
    },
  };
  const leadership = { leads: true, holds: () => leadership.leads };
  return { reached, inner, leadership, store: fencedStore(inner, leadership) };
}

test.each(writes)('%s reaches the store as it is while we lead, and is refused afterwards', async (name, write) => {
  const { store, reached, inner, leadership } = fenced();
  await expect(write(store)).rejects.toThrow('no answer');
  await expect(write(inner)).rejects.toThrow('no answer');
  expect(reached).toHaveLength(2);
  expect(reached[0]).toEqual(reached[1]);
  expect(reached[0]?.[0]).toBe(name);
  leadership.leads = false;
  await expect(write(store)).rejects.toBeInstanceOf(NotLeadingError);
  expect(reached).toHaveLength(2);
});

test.each(reads)('%s passes, whoever leads', async (name, read) => {
  const { store, reached, inner, leadership } = fenced();
  leadership.leads = false;
  await Promise.allSettled([read(store), read(inner)]);
  expect(reached[0]).toEqual(reached[1]);
  expect(reached[0]?.[0]).toBe(name);
});
