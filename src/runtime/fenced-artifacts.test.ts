import { fenceContract } from '../../test/contract/fence.ts';
import type { ArtifactStore } from '../artifacts/port.ts';
import { fencedArtifacts } from './fenced-artifacts.ts';

const bytes = Buffer.from('x');

fenceContract<ArtifactStore>({
  fence: fencedArtifacts,
  writes: [
    ['put', (store) => store.put('jobs/a', bytes)],
    ['putIfAbsent', (store) => store.putIfAbsent('jobs/a', bytes)],
    ['deleteFile', (store) => store.deleteFile('jobs/a')],
    ['deleteTree', (store) => store.deleteTree('jobs/')],
    ['deleteUnfinished', (store) => store.deleteUnfinished('jobs/', new Date(0))],
  ],
  reads: [
    ['get', (store) => store.get('jobs/a', 1)],
    ['open', (store) => store.open('jobs/a', { start: 0, end: 1 })],
    ['stat', (store) => store.stat('jobs/a')],
    ['list', (store) => store.list('jobs/')],
    ['walk', (store) => store.walk('jobs/')],
    ['listNames', (store) => store.listNames('jobs/')],
    ['access', (store) => store.access('jobs/a', 'read', 60)],
  ],
  inner: (note) => ({
    ...{ put: note('put'), putIfAbsent: note('putIfAbsent'), get: note('get'), open: note('open'), stat: note('stat') },
    ...{ list: note('list'), deleteFile: note('deleteFile'), deleteTree: note('deleteTree'), access: note('access') },
    deleteUnfinished: note('deleteUnfinished'),
    listNames: note('listNames'),
    walk: (...given) => {
      note('walk')(...given).catch(() => undefined);
      return { [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ done: true, value: undefined }) }) };
    },
  }),
});
