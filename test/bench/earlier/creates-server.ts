/** A Kubernetes API server with one account and many API keys, in which AdJobs are created and announced to watches. */
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { newApiKey, type NewApiKey } from '../../../src/domain/api-key.ts';
import { buildJob } from '../../support/pipeline/build-job.ts';
import { writeKubeconfig } from '../cluster/kubeconfig.ts';

const { metadata, apiVersion } = buildJob();
const Posted = z.looseObject({ metadata: z.looseObject({ name: z.string() }) });

export class CreatesServer {
  readonly account = { namespace: metadata.namespace, name: 'acme' };
  readonly #keys: NewApiKey[];
  readonly #lists: Record<string, string>;
  readonly #watches = new Set<ServerResponse>();
  #version = 1_000;
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  private constructor(keys: number) {
    this.#keys = Array.from({ length: keys }, (_, number) =>
      newApiKey((bytes) => createHash('sha512').update(`bench ${number}`).digest().subarray(0, bytes)),
    );
    const spec = { active: true, creditGrants: [], weight: 1 };
    this.#lists = {
      adaccounts: listOf([{ apiVersion, kind: 'AdAccount', metadata: { ...metadata, name: this.account.name }, spec }]),
      apikeys: listOf(this.#keys.map(({ hash }, number) => this.#key(hash, number))),
    };
  }

  static async start(keys: number): Promise<CreatesServer> {
    const made = new CreatesServer(keys);
    await new Promise<void>((listening) => made.#server.listen(0, '127.0.0.1', listening));
    return made;
  }

  /** Writes a kubeconfig for this server into the folder. Returns the path of the file. */
  kubeconfig(folder: string): string {
    const { port } = z.object({ port: z.number() }).parse(this.#server.address());
    return writeKubeconfig(folder, port);
  }

  secretOf(key: number): string {
    return this.#keys[key]?.secret ?? '';
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #key(secretHash: string, number: number): object {
    return {
      ...{ apiVersion, kind: 'ApiKey', metadata: { ...metadata, name: `key-${number}`, uid: randomUUID() } },
      spec: { accountRef: { name: this.account.name }, secretHash, revoked: false },
      status: { lastUsedTime: new Date().toISOString() },
    };
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://bench');
    const headers = { 'content-type': 'application/json' };
    if (request.method === 'POST') {
      const object = this.#create(Posted.parse(await json(request)));
      response.writeHead(201, headers).end(object);
    } else if (url.searchParams.has('watch')) {
      response.writeHead(200, headers).flushHeaders();
      if (url.pathname.endsWith('/adjobs')) this.#watches.add(response);
    } else response.writeHead(200, headers).end(this.#lists[url.pathname.split('/').at(-1) ?? ''] ?? listOf([]));
  }

  /** Stores nothing. Announces the object to the watches, and returns it as JSON. */
  #create(posted: z.infer<typeof Posted>): string {
    this.#version += 1;
    const given = { uid: randomUUID(), resourceVersion: String(this.#version), generation: 1 };
    const creationTimestamp = new Date().toISOString().replace(/\.\d+/, '');
    const object = { ...posted, metadata: { ...posted.metadata, ...given, creationTimestamp } };
    for (const watch of this.#watches) watch.write(`${JSON.stringify({ type: 'ADDED', object })}\n`);
    return JSON.stringify(object);
  }
}

function listOf(items: readonly object[]): string {
  return JSON.stringify({ kind: 'List', apiVersion, metadata: { resourceVersion: '1' }, items });
}
