/** A Kubernetes API server with one API key and many finished AdJobs. It generates all pages before the measurement. */
import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { newApiKey } from '../../../src/domain/api-key.ts';
import { buildJob } from '../../support/pipeline/build-job.ts';
import { writeKubeconfig } from '../cluster/kubeconfig.ts';
import { adJobListPage, emptyList } from '../controller-memory/finished-jobs.ts';

const { secret, hash } = newApiKey((bytes) => createHash('sha512').update('bench').digest().subarray(0, bytes));
const { metadata } = buildJob();
const named = { apiVersion: 'adwright.dev/v1alpha1', metadata: { ...metadata, name: 'acme' } };
const limits = { jobReadsPerMinute: 1_000_000 };
const spec = { accountRef: { name: 'acme' }, secretHash: hash, revoked: false, limits };
const lists: Record<string, string> = {
  apikeys: listOf({ ...named, kind: 'ApiKey', metadata: { ...metadata, name: 'acme-key' }, spec }),
  adaccounts: listOf({ ...named, kind: 'AdAccount', spec: { active: true, creditGrants: [], weight: 1 } }),
};
const forgotten = {
  type: 'ERROR',
  object: { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'Expired', code: 410, message: 'too old' },
};
const Listed = z.object({ items: z.array(z.unknown()) });

export class FinishedJobsServer {
  readonly apiKey = secret;
  /** Number of lists of all AdJobs that were sent to their last page. */
  lists = 0;
  readonly #size: { jobs: number; jobBytes: number };
  readonly #watches = new Set<ServerResponse>();
  readonly #server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://bench');
    response.writeHead(200, { 'content-type': 'application/json' });
    if (!url.searchParams.has('watch')) response.end(this.#answer(url));
    else {
      response.flushHeaders(); // begins a watch, which delivers no events
      if (url.pathname.endsWith('/adjobs')) this.#watches.add(response);
    }
  });

  private constructor(size: { jobs: number; jobBytes: number }) {
    this.#size = size;
  }

  static async start(size: { jobs: number; jobBytes: number }): Promise<FinishedJobsServer> {
    const made = new FinishedJobsServer(size);
    await new Promise<void>((listening) => made.#server.listen(0, '127.0.0.1', listening));
    for (const limit of [100, 500])
      for (let from = 0; from < size.jobs; from += limit) adJobListPage({ from, limit, ...size });
    return made;
  }

  /** Writes a kubeconfig for this server into the folder. Returns the path of the file. */
  kubeconfig(folder: string): string {
    const { port } = z.object({ port: z.number() }).parse(this.#server.address());
    return writeKubeconfig(folder, port);
  }

  get isWatched(): boolean {
    return this.#watches.size > 0;
  }

  jobId(index: number): string {
    return `01939d2c-7a10-7cc3-9a5b-${index.toString(16).padStart(12, '0')}`;
  }

  /** Ends every watch of AdJobs with the error 410, as for a resource version that has expired. */
  forget(): void {
    for (const watch of this.#watches) watch.end(`${JSON.stringify(forgotten)}\n`);
    this.#watches.clear();
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #answer({ pathname, searchParams }: URL): string | Buffer {
    const last = pathname.slice(pathname.lastIndexOf('/') + 1);
    if (last === 'adjobs') {
      const [from, limit] = [Number(searchParams.get('continue') ?? 0), Number(searchParams.get('limit'))];
      if (from + limit >= this.#size.jobs) this.lists += 1;
      return adJobListPage({ from, limit, ...this.#size });
    }
    if (!/-[0-9a-f]{12}$/.test(last)) return lists[last] ?? emptyList;
    const page = adJobListPage({ from: parseInt(last.slice(-12), 16), limit: 1, ...this.#size });
    return JSON.stringify(Listed.parse(JSON.parse(page.toString())).items[0]);
  }
}

function listOf(item: object): string {
  return JSON.stringify({ metadata: { resourceVersion: '1' }, items: [item] });
}
