import type { FileAccess } from '../../src/schema/stage-contract.ts';
import { MemoryArtifacts } from '../support/stores/memory-artifacts.ts';
import { artifactStoreContract } from './artifact-store.ts';

function keyOf(access: FileAccess): string {
  if (access.kind !== 'url') throw new Error('access to a file in memory must be a URL');
  return access.url;
}

artifactStoreContract('MemoryArtifacts', () => {
  const store = new MemoryArtifacts();
  return Promise.resolve({
    store,
    readByAccess: async (access) => (await store.get(keyOf(access), 1_000)) ?? Buffer.alloc(0),
    writeByAccess: (access, bytes) => store.put(keyOf(access), bytes),
    close: () => Promise.resolve(),
  });
});
