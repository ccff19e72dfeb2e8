import pLimit from 'p-limit';
import { Agent, request } from 'undici';
import { z } from 'zod';

/** Number of objects in one transaction. etcd allows 128 operations and 1.5 MiB. */
const objectsPerWrite = 100;
const writesAtOnce = 8;

const Found = z.object({ kvs: z.array(z.object({ value: z.base64() })).min(1) });

/**
 * Writes custom resources into etcd, past the API server, which would take minutes for 100,000 of them. The API server
 * stores custom resources as JSON and sees the writes by its own watch.
 */
export class EtcdWriter {
  readonly #url: string;
  readonly #agent = new Agent({ connections: writesAtOnce });

  constructor(url: string) {
    this.#url = url;
  }

  /** Returns an object as etcd stores it. */
  async read(key: string): Promise<unknown> {
    const { kvs } = Found.parse(await this.#send('/v3/kv/range', { key: encode(key) }));
    return JSON.parse(Buffer.from(kvs[0]?.value ?? '', 'base64').toString());
  }

  /** Writes `count` objects. `at` returns the key and the object of a number. */
  async write(count: number, at: (index: number) => { key: string; object: unknown }): Promise<void> {
    const starts = Array.from({ length: Math.ceil(count / objectsPerWrite) }, (_, write) => write * objectsPerWrite);
    await pLimit(writesAtOnce).map(starts, async (from) => {
      const length = Math.min(objectsPerWrite, count - from);
      const success = Array.from({ length }, (_, offset) => {
        const { key, object } = at(from + offset);
        return { requestPut: { key: encode(key), value: encode(JSON.stringify(object)) } };
      });
      await this.#send('/v3/kv/txn', { success });
    });
  }

  async close(): Promise<void> {
    await this.#agent.close();
  }

  async #send(path: string, body: object): Promise<unknown> {
    const answer = await request(new URL(path, this.#url), {
      method: 'POST',
      dispatcher: this.#agent,
      body: JSON.stringify(body),
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`etcd answered ${answer.statusCode}: ${text}`);
    return JSON.parse(text);
  }
}

function encode(text: string): string {
  return Buffer.from(text).toString('base64');
}
