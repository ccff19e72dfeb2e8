import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { ImageResponse } from '../../../src/ads/image/response.ts';

const Job = z.object({
  job_id: z.string(),
  type: z.string(),
  status: z.enum(['PENDING', 'PROCESSING', 'SUCCESS', 'FAILED']),
  response: z.unknown(),
  error: z.string().nullable(),
});
export type SeenJob = z.infer<typeof Job>;

const createAttemptsMax = 20;
const pollMs = 250;

/** A client of the REST API with one API key. */
export class RestApi {
  /** Returns the current address of the Service, which a new installation changes. */
  readonly #url: () => string;
  readonly #key: string;
  /** Prefix of the links in responses. It is valid within the cluster. */
  readonly #publicUrl: string;

  constructor(url: () => string, key: string, publicUrl: string) {
    this.#url = url;
    this.#key = key;
    this.#publicUrl = publicUrl;
  }

  send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers({ 'X-API-Key': this.#key, 'Content-Type': 'application/json' });
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    return fetch(`${this.#url()}${path}`, { ...init, headers });
  }

  createImage(request: object): Promise<string> {
    return this.#create('/create_image_ad_async', request);
  }

  createFilm(request: object): Promise<string> {
    return this.#create('/create_video_ad_async', request);
  }

  /** Creates a job and returns its id. After a 503, waits for the time in Retry-After and tries again. */
  async #create(path: string, request: object): Promise<string> {
    const asked = {
      method: 'POST',
      body: JSON.stringify(request),
      headers: { 'Idempotency-Key': randomUUID() },
    };
    for (let attempts = 1; ; attempts += 1) {
      const answer = await this.send(path, asked);
      const body: unknown = await answer.json();
      if (answer.status === 202) return z.object({ job_id: z.string() }).parse(body).job_id;
      if (answer.status !== 503 || attempts === createAttemptsMax) {
        throw new Error(`a create got ${answer.status}: ${JSON.stringify(body)}`);
      }
      await pause(Number(answer.headers.get('retry-after')) * 1_000);
    }
  }

  /** Returns the credits of the key's account: reserved by running jobs, spent by finished ones. */
  async credits(): Promise<{ reserved: number; spent: number }> {
    const answer = await this.send('/credits');
    return z.object({ reserved: z.number(), spent: z.number() }).parse(await answer.json());
  }

  async job(id: string): Promise<SeenJob> {
    const answer = await this.send(`/jobs/${id}`);
    if (answer.status !== 200) throw new Error(`GET /jobs/${id} got ${answer.status}: ${await answer.text()}`);
    return Job.parse(await answer.json());
  }

  /** Waits for the end of the job. Ignores requests that fail meanwhile. */
  async ended(id: string, seconds = 120): Promise<SeenJob> {
    const endMs = performance.now() + seconds * 1_000;
    let seen: SeenJob | undefined;
    while (performance.now() < endMs) {
      seen = await this.job(id).catch(() => seen);
      if (seen?.status === 'SUCCESS' || seen?.status === 'FAILED') return seen;
      await pause(pollMs);
    }
    throw new Error(`job ${id} did not end within ${seconds} s: ${JSON.stringify(seen)}`);
  }

  /** Downloads the files of a successful job through the links in its response, without an API key. */
  async pictures(job: SeenJob): Promise<{ named: ImageResponse['images'][number]; bytes: Buffer; sha256: string }[]> {
    const { images } = ImageResponse.parse(job.response);
    return Promise.all(
      images.map(async (named) => {
        if (!named.url.startsWith(this.#publicUrl)) throw new Error(`${named.url} is not below ${this.#publicUrl}`);
        const answer = await fetch(named.url.replace(this.#publicUrl, this.#url()));
        if (answer.status !== 200) throw new Error(`${named.url} answered ${answer.status}`);
        const bytes = Buffer.from(await answer.arrayBuffer());
        return { named, bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
      }),
    );
  }
}
