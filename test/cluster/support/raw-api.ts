import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { parse } from 'yaml';
import { z } from 'zod';

const Config = z.object({
  clusters: z.array(z.object({ cluster: z.record(z.string(), z.unknown()) })).min(1),
  users: z.array(z.object({ user: z.record(z.string(), z.unknown()) })).min(1),
});

export interface Answer {
  status: number;
  body: Record<string, unknown>;
  /** Text of the `Warning` headers, which kubectl would print. */
  warning: string | undefined;
}

const contentTypes = {
  GET: undefined,
  POST: 'application/json',
  DELETE: undefined,
  PATCH: 'application/merge-patch+json',
  /** A server-side apply. */
  APPLY: 'application/apply-patch+yaml',
} as const;

/**
 * Sends requests to the API server of the current kubeconfig. It uses no code of the program, so that tests can check
 * that code against it.
 */
export class RawApi {
  readonly #server: string;
  readonly #headers: Record<string, string>;
  readonly #agent: Agent;

  constructor() {
    const file = process.env['KUBECONFIG'] ?? join(homedir(), '.kube/config');
    const config = Config.parse(parse(readFileSync(file, 'utf8')));
    const [cluster, user] = [config.clusters[0]?.cluster ?? {}, config.users[0]?.user ?? {}];
    this.#server = String(cluster['server']);
    this.#headers = typeof user['token'] === 'string' ? { Authorization: `Bearer ${user['token']}` } : {};
    const pem = { ca: held(cluster, 'certificate-authority') };
    const own = { cert: held(user, 'client-certificate'), key: held(user, 'client-key') };
    this.#agent = new Agent({ connect: { ...pem, ...own }, connections: 8 });
  }

  /** Sends a request. `body` is an object, or JSON text where the notation matters. */
  async send(
    method: keyof typeof contentTypes,
    path: string,
    { body, accept = 'application/json' }: { body?: object | string; accept?: string } = {},
  ): Promise<Answer> {
    const type = contentTypes[method];
    const answer = await request(`${this.#server}${path}`, {
      method: method === 'APPLY' ? 'PATCH' : method,
      dispatcher: this.#agent,
      headers: { ...this.#headers, accept, ...(type !== undefined && { 'content-type': type }) },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const { warning } = answer.headers;
    return {
      status: answer.statusCode,
      body: z.record(z.string(), z.unknown()).parse(await answer.body.json()),
      warning: Array.isArray(warning) ? warning.join('\n') : warning,
    };
  }

  close(): Promise<void> {
    return this.#agent.close();
  }
}

/**
 * Reads a certificate or key of the kubeconfig: from the file that `name` names, or from the base64 text under
 * `<name>-data`.
 */
function held(place: Record<string, unknown>, name: string): Buffer | undefined {
  const [path, data] = [place[name], place[`${name}-data`]];
  if (typeof data === 'string') return Buffer.from(data, 'base64');
  return typeof path === 'string' ? readFileSync(path) : undefined;
}
