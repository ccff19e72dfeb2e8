import { jobKind, podKind } from '../../../src/objects/workload-kinds.ts';
import type { ObjectStore } from '../../../src/store/port.ts';
import type { ObjectKey } from '../../../src/objects/object-key.ts';

/** Creates the pod of a Job, as the Job controller of Kubernetes does. */
export async function makePod(store: ObjectStore, { namespace, name }: ObjectKey): Promise<ObjectKey> {
  const { uid = '', labels = {} } = (await store.get(jobKind, { namespace, name }))?.metadata ?? {};
  const pod = { namespace, name: 'pod' };
  const owned = { apiVersion: 'batch/v1', kind: 'Job', name, uid, controller: true };
  const annotations = { 'adwright.dev/adjob-name': 'ad' };
  await store.create(podKind, { metadata: { ...pod, labels, annotations, ownerReferences: [owned] }, spec: {} });
  return pod;
}

/** Status of a pod whose stage was killed because it used too much memory. */
export const oomKilled = {
  phase: 'Failed',
  containerStatuses: [{ name: 'stage', state: { terminated: { exitCode: 137, reason: 'OOMKilled' } } }],
};
