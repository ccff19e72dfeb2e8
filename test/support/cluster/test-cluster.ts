import { randomBytes } from 'node:crypto';
import { systemClock } from '../../../src/clock/system-clock.ts';
import { readKubernetesPlaces } from '../../../src/config/kubernetes-config.ts';
import { readProxySettings } from '../../../src/config/proxy-config.ts';
import { connectCluster } from '../../../src/k8s/connection.ts';
import { KubernetesStore } from '../../../src/k8s/kubernetes-store.ts';
import type { RestClient } from '../../../src/k8s/rest-client.ts';
import { isStoreError } from '../../../src/objects/store-error.ts';

export interface TestCluster {
  client: RestClient;
  store: KubernetesStore;
  /** Creates a namespace with this prefix and a random suffix. `close` deletes it. */
  namespace(prefix: string): Promise<string>;
  close(): Promise<void>;
}

/** Connects to the Kubernetes cluster of the current kubeconfig. Throws if there is no kubeconfig. */
export function openTestCluster(): TestCluster {
  const connection = connectCluster({
    ...{ role: 'test', version: '0', clock: systemClock },
    places: readKubernetesPlaces(),
    proxies: readProxySettings(),
  });
  const { client } = connection;
  const made: string[] = [];
  return {
    client,
    store: new KubernetesStore({ client, clock: systemClock }),
    namespace: async (prefix) => {
      const name = `${prefix}-${randomBytes(4).toString('hex')}`;
      const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
      await client.json({ method: 'POST', path: '/api/v1/namespaces', body });
      made.push(name);
      return name;
    },
    close: async () => {
      for (const name of made) await deleteAnyway(client, `/api/v1/namespaces/${name}`);
      await connection.close();
    },
  };
}

export async function deleteAnyway(client: RestClient, path: string): Promise<void> {
  try {
    await client.json({ method: 'DELETE', path });
  } catch (error) {
    if (!isStoreError(error, 'NotFound')) throw error;
  }
}
