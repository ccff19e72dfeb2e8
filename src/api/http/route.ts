import type { IncomingHttpHeaders } from 'node:http';
import type { Endpoint } from '../../schema/endpoints/endpoint.ts';
import type { Answer } from './answer.ts';
import type { Caller } from '../keys/callers.ts';

/** A request as a handler sees it: judged by every step before it, its body read and not yet validated. */
export interface ApiRequest {
  method: string;
  /** Decoded path parameters by the names of the contract. */
  params: Record<string, string>;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: unknown;
  /** Throws where the endpoint is public: a bug. */
  caller: () => Caller;
  /** Aborts when the client hangs up, or was answered. */
  gone: () => AbortSignal;
}

export type Handler = (request: ApiRequest) => Promise<Answer> | Answer;

/** There is no route without a contract. */
export interface Route {
  contract: Endpoint;
  handle: Handler;
}
