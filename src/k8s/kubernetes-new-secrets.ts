import { z } from 'zod';
import type { ObjectKey } from '../objects/object-key.ts';
import { isStoreError, StoreError } from '../objects/store-error.ts';
import type { NewSecrets } from '../secrets/port.ts';
import { collectionPath, objectPath, queryOf } from './resource-path.ts';
import type { RestClient } from './rest-client.ts';

const kind = { apiVersion: 'v1', plural: 'secrets' };
const labels = { 'app.kubernetes.io/part-of': 'adwright', 'app.kubernetes.io/managed-by': 'adwright' };
const Secret = z.object({ data: z.record(z.string(), z.string()).optional() });

/** Creates Secrets on a Kubernetes API server. Never changes one that exists. */
export class KubernetesNewSecrets implements NewSecrets {
  readonly #client: Pick<RestClient, 'json' | 'fieldManager'>;

  constructor(client: Pick<RestClient, 'json' | 'fieldManager'>) {
    this.#client = client;
  }

  async keys(secret: ObjectKey): Promise<string[] | undefined> {
    try {
      const sent = await this.#client.json({ method: 'GET', path: objectPath(kind, secret) });
      const { data: parsed } = Secret.safeParse(sent);
      if (parsed !== undefined) return Object.keys(parsed.data ?? {});
    } catch (error) {
      if (isStoreError(error, 'NotFound')) return undefined;
      throw error;
    }
    throw new StoreError('Unavailable', 'The API server returned a response that is not a valid Secret.');
  }

  async create({ namespace, name }: ObjectKey, values: Readonly<Record<string, string>>): Promise<void> {
    const path = `${collectionPath(kind, namespace)}${queryOf({ fieldManager: this.#client.fieldManager })}`;
    const metadata = { namespace, name, labels };
    const body = { apiVersion: 'v1', kind: 'Secret', metadata, type: 'Opaque', stringData: values };
    await this.#client.json({ method: 'POST', path, body });
  }
}
