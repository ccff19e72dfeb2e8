import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { isOpenedBy } from '../../domain/api-key-validity.ts';
import { checkApiKey, hashApiKey } from '../../domain/api-key.ts';
import { getJob } from '../../schema/endpoints/get-job.ts';
import { problem } from '../../http/answer.ts';
import { namesOf, type Caller } from '../keys/callers.ts';
import { arrivalOf, attachContext } from '../../http/context.ts';
import type { ApiDeps } from '../deps.ts';
import { jobIdFrom } from '../../domain/job-id.ts';
import type { ObserveRequest } from '../../http/middleware/access-log.ts';
import { callerOf } from '../keys/authenticate.ts';
import { newContext } from '../../http/middleware/request-id.ts';
import type { ByteText } from './response-cache.ts';
import { createSend } from '../../http/send.ts';
import { windowHeaders, type WindowCount } from '../limits/window-count.ts';

const jobIdCharacters = 36;

type FastPathDeps = Pick<
  ApiDeps,
  'publicUrl' | 'corsOrigins' | 'keys' | 'keyUses' | 'jobs' | 'windows' | 'clock' | 'newRequestId'
>;

/**
 * Answers a plain `GET /jobs/{job_id}`, the most frequent request, without the Express router. Does so only if the API
 * key and the response body are in memory. Passes all other requests to the router unchanged, before any rate limit
 * counts them. Guarantee: responses, log lines and metrics are the same as with the router.
 */
export function createFastPath(deps: FastPathDeps, observe: ObserveRequest, router: RequestListener): RequestListener {
  // With CORS, the response headers depend on the origin, and only the router sets them.
  if (deps.corsOrigins.length > 0) return router;
  const { publicUrl, jobs, windows, clock, newRequestId } = deps;
  const prefix = `${new URL(publicUrl).pathname.replace(/\/$/, '')}/jobs/`;
  const send = createSend(publicUrl);
  return (request, response) => {
    const startMs = arrivalOf(request) ?? clock.monotonicMs();
    const jobId = plainJobId(request, prefix);
    const caller = jobId === undefined ? undefined : knownCaller(request, deps);
    const body = jobId === undefined || caller === undefined ? undefined : jobs.ready(jobId, caller);
    if (caller === undefined || body === undefined) {
      router(request, response);
      return;
    }
    const context = { ...newContext(request, newRequestId(), startMs), route: getJob.path, caller: namesOf(caller) };
    observe(response, context);
    const count = windows.countRead(caller);
    if (count.isAllowed) {
      answer(response, context.requestId, count, body);
      return;
    }
    attachContext(request, context);
    const headers = { 'X-Request-Id': context.requestId, ...common, ...windowHeaders(count) };
    void send(request, response, problem('rate_limited', { headers }));
  };
}

const common = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

function answer(response: ServerResponse, requestId: string, count: WindowCount, body: ByteText): void {
  response.writeHead(200, {
    'X-Request-Id': requestId,
    ...common,
    ...windowHeaders(count),
    'Content-Type': 'application/json',
    'Content-Length': body.length,
  });
  response.end(body, 'latin1');
}

function plainJobId(request: IncomingMessage, prefix: string): string | undefined {
  const { method, url = '' } = request;
  if (method !== 'GET' || url.length !== prefix.length + jobIdCharacters || !url.startsWith(prefix)) return undefined;
  const { headers } = request;
  if (headers.host === undefined || headers['content-length'] !== undefined) return undefined;
  if (headers['transfer-encoding'] !== undefined || headers.expect !== undefined) return undefined;
  return jobIdFrom(url.slice(prefix.length));
}

/**
 * Returns the API key of the request and its account, if both are in memory and valid. A repeated `X-API-Key` header is
 * rejected, because Node joins its values with a comma, and no valid key contains a comma.
 */
function knownCaller({ headers }: IncomingMessage, { keys, keyUses, clock }: FastPathDeps): Caller | undefined {
  const secret = headers['x-api-key'];
  if (typeof secret !== 'string' || !checkApiKey(secret)) return undefined;
  const hash = hashApiKey(secret);
  const known = keys.known(hash);
  if (known === undefined || !isOpenedBy(known.key.spec, hash, clock.now())) return undefined;
  if (!known.account.spec.active) return undefined;
  keyUses.note(known.key);
  return callerOf(known);
}
