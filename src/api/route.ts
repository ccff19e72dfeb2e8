import type { Handler as HttpHandler, HttpRequest, Route as HttpRoute } from '../http/route.ts';
import type { Endpoint } from '../schema/endpoints/endpoint.ts';
import type { Caller } from './keys/callers.ts';

export type ApiRequest = HttpRequest<Caller>;
/** Handles the requests of an endpoint that needs an API key. */
export type Handler = HttpHandler<Caller>;
/** Handles the requests of a public endpoint. */
export type OpenHandler = HttpHandler<undefined>;
export type Route = HttpRoute<Caller, Endpoint>;

/** Returns the job that the path of a request names, as input of an operation. */
export function jobIdOf({ params }: Pick<ApiRequest, 'params'>): { jobId: string } {
  return { jobId: params['job_id'] ?? '' };
}
