/** A Kubernetes API server with many AdJobs, which creates further ones while it is watched. */
import { createServer, type ServerResponse } from 'node:http';
import { z } from 'zod';
import type { AdJob } from '../../../src/schema/adjob.ts';
import { buildJob } from '../../support/pipeline/build-job.ts';
import { writeKubeconfig } from '../cluster/kubeconfig.ts';
import type { VariedJobs } from './varied-jobs.ts';

const { metadata } = buildJob();

export class JobsServer {
  /** Number of jobs, with those that were created since the start. */
  #count: number;
  #version = 1_000_000;
  readonly #jobs: VariedJobs;
  readonly #accounts: string;
  readonly #watches = new Set<ServerResponse>();
  readonly #server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://bench');
    response.writeHead(200, { 'content-type': 'application/json' });
    if (!url.searchParams.has('watch')) response.end(this.#answer(url));
    else {
      response.flushHeaders();
      if (url.pathname.endsWith('/adjobs')) this.#watches.add(response);
    }
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

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #send(type: 'ADDED' | 'MODIFIED', job: AdJob): void {
    this.#version += 1;
    const object = { ...job, metadata: { ...job.metadata, resourceVersion: String(this.#version) } };
    for (const watch of this.#watches) watch.write(`${JSON.stringify({ type, object })}\n`);
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
