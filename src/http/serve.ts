import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import type { Clock } from '../clock/port.ts';
import type { Answer, Headers } from './answer.ts';
import { readFormBody, readJsonBody } from './body/whole-body.ts';
import { contextOf } from './context.ts';
import type { Contract, Handler, HttpRequest, Route } from './route.ts';

/** Caller of a request, or the response to a request without a valid caller. */
export type Identified<Caller> = { kind: 'caller'; caller: Caller } | { kind: 'refused'; answer: Answer };

/** Outcome of counting a request: headers of its response, and the response itself if a limit is reached. */
export interface Counted {
  headers: Headers;
  refusal?: Answer;
}

/** Checks of the requests to endpoints that are not public. Each listener has its own. */
export interface Checks<Caller, C> {
  authenticate(request: IncomingMessage, contract: C): Promise<Identified<Caller>>;
  count(caller: Caller, contract: C): Promise<Counted>;
}

export interface Exchange {
  request: Request;
  response: Response;
  clock: Clock;
}

/**
 * Returns the response to a request, or undefined if the client has disconnected. This is the only place that defines
 * the order of the checks: caller (401, 403), rate limit (429), body (415, then 413, 408, 400). A request with a valid
 * caller counts against the rate limit, whatever its outcome.
 *
 * Before these checks: 503 for requests refused because of overload (`load-gate.ts`), then 404 and 405. After them, in
 * the handler: invalid fields (422), too few credits (402).
 */
export async function answerTo<Caller, C extends Contract>(
  exchange: Exchange,
  route: Route<Caller, C>,
  checks: Checks<Caller, C>,
): Promise<Answer | undefined> {
  if ('open' in route) {
    const callerNow = () => Promise.resolve(undefined);
    return afterBody(exchange, route.contract, { handle: route.open, caller: undefined, callerNow });
  }
  const { contract, handle } = route;
  const identified = await checks.authenticate(exchange.request, contract);
  if (identified.kind === 'refused') return identified.answer;
  const { caller } = identified;
  const callerNow = async (): Promise<Caller | undefined> => {
    // The body is read already, and a look at the caller is no activity of the caller.
    const now = await checks.authenticate(exchange.request, { ...contract, hasForm: false, isPassive: true });
    return now.kind === 'caller' ? now.caller : undefined;
  };
  const { headers, refusal } = await checks.count(caller, contract);
  for (const [name, value] of Object.entries(headers)) exchange.response.setHeader(name, value);
  return refusal ?? afterBody(exchange, contract, { handle, caller, callerNow });
}

async function afterBody<Caller>(
  exchange: Exchange,
  contract: Contract,
  { handle, ...identity }: { handle: Handler<Caller> } & Identity<Caller>,
): Promise<Answer | undefined> {
  if (contract.body === undefined && contract.hasForm !== true)
    return handle(httpRequest(exchange, identity, undefined));
  const read = await (contract.hasForm === true ? readFormBody(exchange) : readJsonBody(exchange));
  if (read.kind === 'refused') return read.answer;
  return read.kind === 'value' ? handle(httpRequest(exchange, identity, read.value)) : undefined;
}

type Identity<Caller> = Pick<HttpRequest<Caller>, 'caller' | 'callerNow'>;

function httpRequest<Caller>(
  { request, response }: Exchange,
  identity: Identity<Caller>,
  body: unknown,
): HttpRequest<Caller> {
  return {
    method: request.method,
    url: request.url,
    params: paramsOf(request),
    query: new URLSearchParams(/\?(.*)$/s.exec(request.url)?.[1]),
    headers: request.headers,
    remoteAddress: request.socket.remoteAddress,
    requestId: contextOf(request).requestId,
    body,
    ...identity,
    gone: () => closing(response),
  };
}

function closing(response: Response): AbortSignal {
  const gone = new AbortController();
  const abort = (): void => {
    gone.abort();
  };
  if (response.closed) abort();
  else response.once('close', abort);
  return gone.signal;
}

function paramsOf({ params }: Request): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, [value].flat().join('/')]));
}
