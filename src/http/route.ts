import type { IncomingHttpHeaders } from 'node:http';
import type { Endpoint } from '../schema/endpoints/endpoint.ts';
import type { Answer } from './answer.ts';
import type { Caller } from '../api/keys/callers.ts';

export interface ApiRequest {
  method: string;
  params: Record<string, string>;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: unknown;
  /**
   * Returns the caller: the API key of the request and its account. Throws on an endpoint that needs no API key; such a
   * call is a bug.
   */
  caller: () => Caller;
  gone: () => AbortSignal;
}

export type Handler = (request: ApiRequest) => Promise<Answer> | Answer;

export interface Route {
  contract: Endpoint;
  handle: Handler;
}
