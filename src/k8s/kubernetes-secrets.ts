import { z } from 'zod';
import { signingLabel, type Secrets } from '../secrets/port.ts';
import { isNamespaceName, isObjectName } from '../store/name-rules.ts';
import { isStoreError, StoreError } from '../objects/store-error.ts';
import type { ObjectKey } from '../objects/object-key.ts';
import { objectPath } from './resource-path.ts';
import type { RestClient } from './rest-client.ts';

const kind = { apiVersion: 'v1', plural: 'secrets' };

const Secret = z.object({
  metadata: z.object({ labels: z.record(z.string(), z.string()).optional() }),
  data: z.record(z.string(), z.base64()).optional(),
});

/** Reads a Secret from the API server each time it is needed. Secrets are never cached, listed or watched. */
export class KubernetesSecrets implements Secrets {
  readonly #client: Pick<RestClient, 'json'>;

  constructor(client: Pick<RestClient, 'json'>) {
    this.#client = client;
  }

  async read(key: ObjectKey): Promise<Record<string, Buffer> | undefined> {
    if (!isNamespaceName(key.namespace) || !isObjectName(key.name)) return undefined;
    const sent = await this.#get(key);
    if (sent === undefined) return undefined;
    const secret = Secret.safeParse(sent).data;
    if (secret === undefined)
      throw new StoreError('Unavailable', 'The API server returned a response that is not a valid Secret.');
    if (secret.metadata.labels?.[signingLabel] !== 'true') return undefined;
    const values = Object.entries(secret.data ?? {});
    return Object.fromEntries(values.map(([name, text]) => [name, Buffer.from(text, 'base64')]));
  }

  async #get(key: ObjectKey): Promise<unknown> {
    try {
      return await this.#client.json({ method: 'GET', path: objectPath(kind, key) });
    } catch (error) {
      if (isStoreError(error, 'NotFound')) return undefined;
      throw error;
    }
  }
}
