import type { Readable, Writable } from 'node:stream';
import { z } from 'zod';
import { firstUnits } from '../../../domain/whole-characters.ts';

/** Two streams that carry DevTools messages: the pipe of a child process, or a Unix socket used in both directions. */
export interface BrowserStreams {
  /** Messages to the browser. */
  input: Writable;
  /** Messages from the browser. */
  output: Readable;
}

/** Maximum size in bytes of one message. A screenshot of the first screen has less than a tenth of this size. */
const messageBytesMax = 32 * 1024 * 1024;

const Message = z.object({
  id: z.number().optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  sessionId: z.string().optional(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});

export interface DevToolsEvent {
  method: string;
  params: unknown;
  /** Session of the page, frame or worker that the event comes from; undefined for the browser itself. */
  session: string | undefined;
}

interface Call {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

export class BrowserGone extends Error {
  constructor(detail: string) {
    super(`the browser ended: ${detail}`);
    this.name = 'BrowserGone';
  }
}

/**
 * Client of the Chrome DevTools protocol, which controls a browser. Sends and receives JSON messages, each followed by
 * a NUL byte, over two streams.
 *
 * Results and parameters are `unknown`, because a hostile page may have taken over the browser. A caller validates what
 * it uses.
 */
export class DevTools {
  readonly #streams: BrowserStreams;
  readonly #calls = new Map<number, Call>();
  readonly #listeners: ((event: DevToolsEvent) => void)[] = [];
  #parts: Buffer[] = [];
  #partBytes = 0;
  #lastId = 0;
  #gone: BrowserGone | undefined;
  #whenEnded: (reason: BrowserGone) => void = () => undefined;
  /** Resolves with the reason when the connection has ended. */
  readonly ended = new Promise<BrowserGone>((resolve) => {
    this.#whenEnded = resolve;
  });

  constructor(streams: BrowserStreams) {
    this.#streams = streams;
    const { input, output } = streams;
    output.on('data', (chunk: Buffer) => {
      this.#receive(chunk);
    });
    for (const stream of [input, output]) {
      stream.on('error', (error) => {
        this.end(error.message);
      });
      stream.on('close', () => {
        this.end('its connection closed');
      });
    }
  }

  onEvent(listener: (event: DevToolsEvent) => void): void {
    this.#listeners.push(listener);
  }

  /**
   * Calls a method of the protocol. Rejects if the browser reports an error, and with `BrowserGone` if the connection
   * ends before the browser answers.
   */
  send(method: string, params: object = {}, session?: string): Promise<unknown> {
    if (this.#gone !== undefined) return Promise.reject(this.#gone);
    const id = (this.#lastId += 1);
    const text = JSON.stringify({ id, method, params, ...(session !== undefined && { sessionId: session }) });
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { resolve, reject });
      this.#streams.input.write(`${text}\0`);
    });
  }

  /** Ends the connection: rejects all calls without an answer and every later call. */
  end(detail: string): void {
    if (this.#gone !== undefined) return;
    this.#gone = new BrowserGone(detail);
    for (const { reject } of this.#calls.values()) reject(this.#gone);
    this.#calls.clear();
    this.#whenEnded(this.#gone);
  }

  #receive(chunk: Buffer): void {
    let rest = chunk;
    for (let at = rest.indexOf(0); at !== -1 && this.#gone === undefined; at = rest.indexOf(0)) {
      this.#dispatch(Buffer.concat([...this.#parts, rest.subarray(0, at)]));
      this.#parts = [];
      this.#partBytes = 0;
      rest = rest.subarray(at + 1);
    }
    if (this.#gone !== undefined || rest.length === 0) return;
    this.#parts.push(rest);
    this.#partBytes += rest.length;
    if (this.#partBytes > messageBytesMax) this.end('a message is too large');
  }

  #dispatch(bytes: Buffer): void {
    const message = parsed(bytes);
    if (message === undefined) {
      this.end('a message is not valid');
      return;
    }
    const { id, method, params, sessionId, result, error } = message;
    if (method !== undefined) {
      for (const listener of this.#listeners) listener({ method, params, session: sessionId });
      return;
    }
    const call = this.#calls.get(id ?? 0);
    this.#calls.delete(id ?? 0);
    if (error === undefined) call?.resolve(result);
    else call?.reject(new Error(`the browser refused a command: ${firstUnits(error.message, 200)}`));
  }
}

function parsed(bytes: Buffer): z.infer<typeof Message> | undefined {
  try {
    return Message.safeParse(JSON.parse(bytes.toString('utf8'))).data;
  } catch {
    return undefined;
  }
}
