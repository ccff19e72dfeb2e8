/** A Kubernetes API server with many AdJobs, which creates and changes jobs while it is watched. */
import { createServer, type ServerResponse } from 'node:http';
import { z } from 'zod';
import type { AdJob } from '../../../src/schema/adjob.ts';
import { buildJob } from '../../support/pipeline/build-job.ts';
import { writeKubeconfig } from '../cluster/kubeconfig.ts';
import type { VariedJobs } from './varied-jobs.ts';

const { metadata } = buildJob();

/** Requests for one kind of objects. */
interface Asked {
  watchesOpen: number;
  watchesBegun: number;
  /** Number of objects that were read one by one. */
  reads: number;
}

export class JobsServer {
  /** Number of jobs, with those that were created since the start. */
  #count: number;
  #version = 1_000_000;
  readonly #jobs: VariedJobs;
  readonly #accounts: string;
  readonly #watches = new Set<ServerResponse>();
  readonly #asked = new Map<string, Asked>();
  readonly #changed = new Map<string, AdJob>();
  readonly #server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://bench');
    response.writeHead(200, { 'content-type': 'application/json' });
    const [, kind = 'other', name] = /\/(adjobs|adaccounts|apikeys)(?:\/([^/]+))?$/.exec(url.pathname) ?? [];
    if (name !== undefined) this.#read(kind, name, response);
    else if (url.searchParams.has('watch')) this.#watch(kind, response);
    else response.end(this.#answer(url));
  });

  private constructor(jobs: VariedJobs, accounts: number) {
    this.#jobs = jobs;
    this.#count = jobs.size.finished + jobs.size.open;
    this.#accounts = listOf(
      Array.from({ length: accounts }, (_, index) => ({
        ...{ apiVersion: 'adwright.dev/v1alpha1', kind: 'AdAccount' },
        metadata: { ...metadata, name: `account-${index}` },
        spec: { active: true, creditGrants: [], weight: 1, maxRunningJobs: 5 },
        status: { credits: { granted: 10_000, reserved: 0, spent: 9_500, available: 500 } },
      })),
    );
  }

  static async start(jobs: VariedJobs, accounts: number): Promise<JobsServer> {
    const made = new JobsServer(jobs, accounts);
    await new Promise<void>((listening) => made.#server.listen(0, '127.0.0.1', listening));
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

  /** Creates a job, which the controller then admits and starts. */
  create(): void {
    const { status = {}, ...job } = this.#jobs.job(this.#count);
    this.#count += 1;
    this.#send('ADDED', job);
    this.#send('MODIFIED', { ...job, status });
    this.#send('MODIFIED', { ...job, status: { ...status, phase: 'PROCESSING' } });
  }

  /** Fails a job with an error. Call it again to change the error. */
  fail(index: number, error: string): void {
    const job = this.#jobs.job(index);
    const changed = { ...job, status: { ...job.status, phase: 'FAILED' as const, error } };
    this.#changed.set(job.metadata.name, this.#send('MODIFIED', changed));
  }

  /** Returns the requests so far, by kind of object. */
  get asked(): Record<string, Readonly<Asked>> {
    return Object.fromEntries([...this.#asked].map(([kind, asked]) => [kind, { ...asked }]));
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #askedFor(kind: string): Asked {
    const asked = this.#asked.get(kind) ?? { watchesOpen: 0, watchesBegun: 0, reads: 0 };
    this.#asked.set(kind, asked);
    return asked;
  }

  #watch(kind: string, response: ServerResponse): void {
    const asked = this.#askedFor(kind);
    asked.watchesBegun += 1;
    asked.watchesOpen += 1;
    response.once('close', () => (asked.watchesOpen -= 1));
    response.flushHeaders();
    if (kind === 'adjobs') this.#watches.add(response);
  }

  #read(kind: string, name: string, response: ServerResponse): void {
    this.#askedFor(kind).reads += 1;
    response.end(JSON.stringify(this.#changed.get(name) ?? {}));
  }

  #send(type: 'ADDED' | 'MODIFIED', job: AdJob): AdJob {
    this.#version += 1;
    const object = { ...job, metadata: { ...job.metadata, resourceVersion: String(this.#version) } };
    for (const watch of this.#watches) watch.write(`${JSON.stringify({ type, object })}\n`);
    return object;
  }

  #answer({ pathname, searchParams }: URL): string {
    if (pathname.endsWith('/adaccounts')) return this.#accounts;
    if (!pathname.endsWith('/adjobs')) return listOf([]);
    const from = Number(searchParams.get('continue') ?? 0);
    const end = Math.min(this.#count, from + Number(searchParams.get('limit') ?? this.#count));
    const items = Array.from({ length: end - from }, (_, index) => this.#jobs.job(from + index));
    return listOf(items, end < this.#count ? { continue: String(end), remainingItemCount: this.#count - end } : {});
  }
}

function listOf(items: readonly object[], next: object = {}): string {
  return JSON.stringify({ kind: 'List', apiVersion: 'v1', metadata: { resourceVersion: '1', ...next }, items });
}
