import { keptInMemory } from '../../../src/controllers/pipeline/finished-view.ts';
import type { RetentionDeps } from '../../../src/controllers/retention/deps.ts';
import { adJobKind } from '../../../src/domain/kinds.ts';
import type { ObjectStore } from '../../../src/store/port.ts';

/** Returns the jobs of a store as the cache of the pipeline controller has them once it is up to date. */
export function storedJobs(store: Pick<ObjectStore, 'list'>): RetentionDeps['jobs'] {
  return {
    async *values() {
      for (const job of (await store.list(adJobKind)).items) yield keptInMemory(job);
    },
  };
}
