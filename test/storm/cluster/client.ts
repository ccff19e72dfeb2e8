/**
 * A client that does what the documentation asks for: it sends an Idempotency-Key and repeats requests that got no
 * answer.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { Key } from './parties.ts';
import type { Random } from './random.ts';
import type { CreateRequest } from './requests.ts';
import type { StormLog } from './storm-log.ts';

const patienceMs = 10_000;
const retryMaxMs = 4_000;
const toldHeaders = /^(ratelimit|x-ratelimit|retry-after|idempotency-replayed)/;

export interface ClientOptions {
  urls: readonly string[];
  log: StormLog;
  random: Random;
  /** Ends all retries when it aborts. */
  giveUp: AbortSignal;
}

export interface Asked {
  key: Key;
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  idempotencyKey?: string;
  create?: CreateRequest;
}

export interface Told {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

export class Client {
  readonly #options: ClientOptions;
  readonly #agent = new Agent({ headersTimeout: patienceMs, bodyTimeout: patienceMs, connections: 64 });

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /**
   * Sends the request to random replicas until one answers other than with 503. Returns `undefined` if `giveUp` aborted
   * before that.
   */
  async ask(asked: Asked): Promise<Told | undefined> {
    const { giveUp, random } = this.#options;
    while (!giveUp.aborted) {
      const told = await this.once(asked);
      if (told !== undefined && told.status !== 503) return told;
      const seconds = Number(told?.headers['retry-after'] ?? 1);
      await pause(Math.min(retryMaxMs, seconds * 1_000) * random.between(0.5, 1));
    }
    return undefined;
  }

  /** Sends the request once. Returns `undefined` if no answer came. */
  async once({ key, method, path, idempotencyKey, create }: Asked): Promise<Told | undefined> {
    const { urls, log, random } = this.#options;
    const replica = Math.floor(random.next() * urls.length);
    const number = log.sent({
      ...{ replica, key: key.name, account: key.account, method, path, request: create?.body },
      ...(idempotencyKey !== undefined && { idempotencyKey }),
      ...(create !== undefined && { credits: create.credits }),
    });
    try {
      const answer = await request(`${urls[replica] ?? ''}${path}`, {
        method,
        dispatcher: this.#agent,
        headers: {
          'x-api-key': key.secret,
          ...(create !== undefined && { 'content-type': 'application/json' }),
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        },
        body: create === undefined ? null : JSON.stringify(create.body),
      });
      const text = await answer.body.text();
      const told = { status: answer.statusCode, headers: headersOf(answer.headers), body: bodyOf(text) };
      log.answered(number, told);
      return told;
    } catch (error) {
      log.lost(number, String(error));
      return undefined;
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

function headersOf(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const told = Object.entries(headers).filter(([name]) => toldHeaders.test(name));
  return Object.fromEntries(told.map(([name, value]) => [name, String(value)]));
}

function bodyOf(text: string): unknown {
  return text === '' ? null : JSON.parse(text);
}
