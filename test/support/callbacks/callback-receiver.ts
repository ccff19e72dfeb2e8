import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { startHttpServer, type TestServer } from '../network/raw-server.ts';

/** A callback that the receiver got. `isSigned` is the result of the reference library. */
export interface Received {
  path: string;
  id: string;
  body: string;
  isSigned: boolean;
}

/** A callback receiver. The test sets its answers by path. It checks signatures with one key. */
export class CallbackReceiver {
  readonly key = randomBytes(32);
  readonly received: Received[] = [];
  /** Function that writes the answer, by path. For other paths, the receiver answers 204. */
  readonly answers = new Map<string, (response: ServerResponse) => void>();
  readonly #server: TestServer;

  private constructor(server: TestServer) {
    this.#server = server;
  }

  static async open(): Promise<CallbackReceiver> {
    const server = await startHttpServer((request, response) => {
      void receiver.#receive(request, response);
    });
    const receiver: CallbackReceiver = new CallbackReceiver(server);
    return receiver;
  }

  /** Stops the server and closes its connections, which ends the callbacks in flight. */
  close(): Promise<void> {
    return this.#server.close();
  }

  urlOf(path: string): string {
    return this.#server.origin + path;
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const path = request.url ?? '';
    this.received.push({
      path,
      id: String(request.headers['webhook-id']),
      body,
      isSigned: this.#isSigned(body, request.headers),
    });
    const answer = this.answers.get(path);
    if (answer === undefined) response.writeHead(204).end();
    else answer(response);
  }

  /** Checks the signature with the reference library, as if the current time were the time that the request names. */
  #isSigned(body: string, headers: IncomingHttpHeaders): boolean {
    const id = String(headers['webhook-id']);
    const time = new Date(Number(headers['webhook-timestamp']) * 1_000);
    const signature = new Webhook(this.key.toString('base64')).sign(id, time, body);
    return String(headers['webhook-signature']).split(' ').includes(signature);
  }
}
