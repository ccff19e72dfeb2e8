import type { IncomingHttpHeaders } from 'node:http';
import type { Answer } from './answer.ts';

/** Properties of an endpoint that a listener needs. An endpoint with the authentication `public` has no caller. */
export interface Contract {
  method: 'get' | 'post' | 'delete';
  path: string;
  authentication: string;
  /** Schema of the JSON body. If absent, no JSON body is read. */
  body?: unknown;
  /** True if the body is an HTML form, and `HttpRequest.body` is a `URLSearchParams`. */
  hasForm?: boolean;
  /** True if a request does not count as activity of the caller, so that it does not keep a session alive. */
  isPassive?: boolean;
}

export interface HttpRequest<Caller> {
  method: string;
  /** Path and query of the request, below the base path of the listener. */
  url: string;
  params: Record<string, string>;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** Address of the other end of the connection, which may be a proxy. Undefined if the connection is closed. */
  remoteAddress: string | undefined;
  requestId: string;
  body: unknown;
  caller: Caller;
  gone: () => AbortSignal;
  /** Identifies the caller again, for responses that last. Returns undefined if the caller is no longer valid. */
  callerNow: () => Promise<Caller | undefined>;
}

export type Handler<Caller> = (request: HttpRequest<Caller>) => Promise<Answer> | Answer;

type Public<C extends Contract> = C & { authentication: 'public' };
type Authenticated<C extends Contract> = C & { authentication: Exclude<C['authentication'], 'public'> };

/** An endpoint with its handler: `open` if the endpoint is public, `handle` if its requests have a caller. */
export type Route<Caller, C extends Contract> =
  { contract: Public<C>; open: Handler<undefined> } | { contract: Authenticated<C>; handle: Handler<Caller> };
