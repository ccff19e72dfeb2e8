import { fenceContract } from '../../test/contract/fence.ts';
import type { ResourceKind } from '../objects/resource-kind.ts';
import type { ObjectStore } from '../store/port.ts';
import { fencedStore } from './fenced-store.ts';

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

fenceContract<ObjectStore>({
  fence: fencedStore,
  writes,
  reads,
  inner: (note) => ({
    get: note('get'),
    list: note('list'),
    create: note('create'),
    patch: note('patch'),
    patchStatus: note('patchStatus'),
    delete: note('delete'),
    watch: (...given) => {
      note('watch')(...given).catch(() => undefined);
      return { [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ done: true, value: undefined }) }) };
    },
  }),
});
