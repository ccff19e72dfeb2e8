import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { mergePatch } from '../../../src/objects/merge-patch.ts';
import { answer, startApiServer, statusOf, type ApiServer } from './fake-api-server.ts';

const Patch = z.object({
  metadata: z.object({ resourceVersion: z.string() }),
  data: z.record(z.string(), z.unknown()),
});
const Data = z.record(z.string(), z.string());

/** Fake Kubernetes API server with one Secret, which clients can read and patch. */
export interface SecretServer {
  api: ApiServer;
  /** Decoded values of the Secret by key. `undefined` if the Secret does not exist. */
  data: Record<string, string> | undefined;
  /** Number of patches that were refused because their resourceVersion was outdated. */
  conflicts: number;
}

export async function startSecretServer(path: string): Promise<SecretServer> {
  let version = 1;
  const server: SecretServer = { api: await startApiServer(handle), data: {}, conflicts: 0 };
  return server;

  function handle({ method, url = '' }: IncomingMessage, response: ServerResponse, body: string): void {
    if (url.split('?', 1)[0] !== path || server.data === undefined) {
      answer(response, 404, statusOf(404, 'NotFound', 'secrets not found', { name: 'secret' }));
    } else if (method === 'PATCH' && !patched(body)) {
      server.conflicts += 1;
      answer(response, 409, statusOf(409, 'Conflict', 'the object has been modified', { name: 'secret' }));
    } else {
      answer(response, 200, secret(server.data));
    }
  }

  function patched(body: string): boolean {
    const { metadata, data } = Patch.parse(JSON.parse(body));
    if (metadata.resourceVersion !== String(version)) return false;
    const texts = Object.entries(data).map(([key, text]) => [key, typeof text === 'string' ? decoded(text) : text]);
    server.data = Data.parse(mergePatch(server.data, Object.fromEntries(texts)));
    version += 1;
    return true;
  }

  function secret(data: Record<string, string>): object {
    const encoded = Object.entries(data).map(([key, text]) => [key, Buffer.from(text).toString('base64')]);
    const values = encoded.length === 0 ? {} : { data: Object.fromEntries(encoded) as object };
    return { metadata: { resourceVersion: String(version) }, ...values };
  }
}

function decoded(text: string): string {
  return Buffer.from(text, 'base64').toString();
}
