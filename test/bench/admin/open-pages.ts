/** Browsers with an open page of the dashboard: each has a session, a stream of changes and connections of its own. */
import { once } from 'node:events';
import { get, type ClientRequest, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { cookieNames } from '../../../src/admin/sign-in/cookies.ts';

const Message = z.object({ topics: z.array(z.string()), spreadMs: z.number() });
type Message = z.infer<typeof Message>;
const openedAtOnce = 50;
/** Times in milliseconds of the script of a page: between two fetches, and at most after failed ones. */
const [intervalMs, backoffMaxMs] = [1_000, 60_000];

interface Opened {
  port: number;
  /** Tokens of the sessions, one for each browser. */
  tokens: readonly string[];
  topics: readonly string[];
}

/** What a change cost until the last page showed it. */
export interface Fetched {
  /** Time of each page from the change until it had fetched the changed page, in milliseconds. */
  ms: number[];
  /** Number of fetches that were answered with 503. */
  refused: number;
}

export class OpenPages {
  readonly #port: number;
  readonly #streams: { token: string; request: ClientRequest }[] = [];
  #listeners = new Set<(token: string, message: Message) => void>();
  /** Number of streams that the server has ended. */
  ended = 0;

  private constructor(port: number) {
    this.#port = port;
  }

  static async open({ port, tokens, topics }: Opened): Promise<OpenPages> {
    const pages = new OpenPages(port);
    const query = new URLSearchParams({ topics: topics.join(' '), since: String(Date.now()) });
    const path = `/live?${query.toString()}`;
    for (let first = 0; first < tokens.length; first += openedAtOnce)
      await Promise.all(tokens.slice(first, first + openedAtOnce).map((token) => pages.#open(path, token)));
    return pages;
  }

  /** Makes a change. Returns the time after which each stream got a message with the topic, in milliseconds. */
  async delays(topic: string, change: () => void): Promise<number[]> {
    return this.#eachAfter(topic, change, () => Promise.resolve());
  }

  /**
   * Makes a change. Each page fetches itself, as its script does, until it contains the text: after a random part of the
   * time that the server gives, and later after a failure.
   */
  async fetches(path: string, { topic, text, change }: { topic: string; text: string; change: () => void }) {
    let refused = 0;
    const ms = await this.#eachAfter(topic, change, async (token, { spreadMs }) => {
      await pause(Math.random() * spreadMs);
      for (let failures = 0; ; failures += 1) {
        const { status, body } = await this.#fetch(path, token);
        if (status === 200 && body.includes(text)) return;
        if (status === 503) refused += 1;
        await pause(Math.max(spreadMs, Math.min(backoffMaxMs, intervalMs * 2 ** failures)));
      }
    });
    return { ms, refused } satisfies Fetched;
  }

  close(): void {
    for (const { request } of this.#streams) request.destroy();
  }

  async #open(path: string, token: string): Promise<void> {
    const request = get({ ...this.#to(path, token), agent: false });
    const [response] = z.tuple([z.custom<IncomingMessage>()]).parse(await once(request, 'response'));
    if (response.statusCode !== 200) throw new Error(`the stream was answered with ${response.statusCode ?? ''}`);
    this.#streams.push({ token, request });
    let text = '';
    response.setEncoding('utf8').on('data', (chunk: string) => {
      const messages = (text + chunk).split('\n\n');
      text = messages.pop() ?? '';
      for (const message of messages) this.#received(token, message);
    });
    response.on('error', () => undefined).on('close', () => (this.ended += 1));
  }

  #received(token: string, message: string): void {
    const [, data] = /^data: (\{.*\})$/m.exec(message) ?? [];
    if (data === undefined) return;
    const parsed = Message.parse(JSON.parse(data));
    for (const listener of this.#listeners) listener(token, parsed);
  }

  async #eachAfter(
    topic: string,
    change: () => void,
    act: (token: string, message: Message) => Promise<void>,
  ): Promise<number[]> {
    const ms: number[] = [];
    const waiting = new Set(this.#streams.map(({ token }) => token));
    const beginMs = performance.now();
    await new Promise<void>((done, fail) => {
      const listener = (token: string, message: Message): void => {
        if (!message.topics.includes(topic) || !waiting.delete(token)) return;
        if (waiting.size === 0) this.#listeners.delete(listener);
        act(token, message).then(() => {
          ms.push(performance.now() - beginMs);
          if (ms.length === this.#streams.length) done();
        }, fail);
      };
      this.#listeners.add(listener);
      change();
    });
    return ms;
  }

  async #fetch(path: string, token: string): Promise<{ status: number | undefined; body: string }> {
    const to = this.#to(path, token);
    const request = get({ ...to, headers: { ...to.headers, 'Adwright-Passive': '1' }, agent: false });
    const [response] = z.tuple([z.custom<IncomingMessage>()]).parse(await once(request, 'response'));
    let body = '';
    for await (const chunk of response.setEncoding('utf8')) body += String(chunk);
    return { status: response.statusCode, body };
  }

  #to(path: string, token: string) {
    return { host: '127.0.0.1', port: this.#port, path, headers: { cookie: `${cookieNames.session}=${token}` } };
  }
}
