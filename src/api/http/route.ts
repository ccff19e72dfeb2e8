import type { IncomingHttpHeaders } from 'node:http';
import type { Endpoint } from '../../schema/endpoints/endpoint.ts';
import type { Answer } from './answer.ts';
import type { Caller } from '../keys/callers.ts';

/** A request that has passed all middleware. The body is parsed but not validated. */
export interface ApiRequest {
  method: string;
  /** Decoded path parameters by name. */
  params: Record<string, string>;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: unknown;
  /**
   * Returns the caller, that is, the API key of the request. Throws on a public endpoint, which has no caller; such a
   * call is a bug.
   */
  caller: () => Caller;
  /** Returns a signal that aborts when the client disconnects or the response is complete. */
  gone: () => AbortSignal;
}

export type Handler = (request: ApiRequest) => Promise<Answer> | Answer;

/** An endpoint: its contract and its handler. */
export interface Route {
  contract: Endpoint;
  handle: Handler;
}
