import { startModelServer, type ModelServer, type ReceivedRequest, type ServerReply } from './model-server.ts';

/** A server that speaks the wire format of a provider, and counts what the provider would bill. */
export interface WireServer extends ModelServer {
  /** Number of works that were done. */
  bills: () => number;
}

/** A request that does not have the form of the specification. */
export class Malformed extends Error {}

export interface WireOptions {
  /** The server runs one call for each `Idempotency-Key`. */
  isDeduplicating?: boolean;
  /** Header that must contain the key of the test. */
  keyHeader: string;
  /** Reply to a malformed request, in the form of the provider. */
  refusal: (sentence: string) => ServerReply;
}

/** Starts a server that does one work for each well-formed POST. */
export async function startWire(
  work: (request: ReceivedRequest) => ServerReply | Promise<ServerReply>,
  { isDeduplicating = false, keyHeader, refusal }: WireOptions,
): Promise<WireServer> {
  const done = new Map<string, ServerReply>();
  const server = await startModelServer(async (request) => {
    const id = isDeduplicating ? String(request.headers['idempotency-key']) : `${done.size}`;
    const earlier = done.get(id);
    if (earlier !== undefined) return earlier;
    try {
      if (request.headers[keyHeader] === undefined) throw new Malformed(`the header ${keyHeader} is missing`);
      const reply = await work(request);
      if (request.method === 'POST') done.set(id, reply);
      return reply;
    } catch (error) {
      if (error instanceof Malformed) return refusal(error.message);
      throw error;
    }
  });
  return { ...server, bills: () => done.size };
}

export function required(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new Malformed(sentence);
}

export type Json = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function jsonOf({ headers, body }: ReceivedRequest): Json {
  required(headers['content-type']?.toString().startsWith('application/json') === true, 'the body must be JSON');
  const value: unknown = JSON.parse(body.toString());
  required(isRecord(value), 'the body must be an object');
  return value;
}

/** Requires that a request has these fields and, apart from `optional`, no others. */
export function requireFields(body: Json, needed: readonly string[], optional: readonly string[]): void {
  const missing = needed.filter((name) => body[name] === undefined);
  required(missing.length === 0, `missing: ${missing.join(', ')}`);
  const unknown = Object.keys(body).filter((name) => !needed.includes(name) && !optional.includes(name));
  required(unknown.length === 0, `unknown: ${unknown.join(', ')}`);
}
