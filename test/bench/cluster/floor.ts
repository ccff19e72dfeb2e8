import { randomUUID } from 'node:crypto';
import { jobKind } from '../../../src/objects/workload-kinds.ts';
import type { ObjectStore } from '../../../src/store/port.ts';
import type { Observer } from './observer.ts';
import { namespace, stageNames } from './workload.ts';

/**
 * Runs chains of stage Jobs without a controller: the observer creates the next Job as soon as it sees the end of a
 * pod. No controller can be faster, so this is the lower bound.
 */
export async function chainOfJobs(store: ObjectStore, observer: Observer, count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) {
    const name = randomUUID();
    await new Promise<void>((resolve, reject) => {
      observer.onSucceeded = (job, stage) => {
        const next = stageNames[stageNames.findIndex((known) => known === stage) + 1];
        if (job !== name) return;
        if (next === undefined) resolve();
        else createJob(store, name, next).catch(reject);
      };
      createJob(store, name, stageNames[0]).catch(reject);
    });
  }
  observer.onSucceeded = () => undefined;
}

async function createJob(store: ObjectStore, name: string, stage: string): Promise<void> {
  const labels = { 'adwright.dev/adjob': name, 'adwright.dev/stage': stage };
  const container = { name: 'stage', image: 'bench.example/stage:1' };
  await store.create(jobKind, {
    metadata: { namespace, name: `${name}-${stage}`, labels },
    spec: {
      backoffLimit: 0,
      template: {
        metadata: { labels, annotations: { 'fake.dev/delay-ms': '100' } },
        spec: { restartPolicy: 'Never', containers: [container] },
      },
    },
  });
}
