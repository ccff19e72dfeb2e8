import type { RequestListener } from 'node:http';
import { contextOf } from '../http/context.ts';
import { createListener, createRefusal, type ListenerOptions } from '../http/listener.ts';
import { createLoadGate } from '../http/load/load-gate.ts';
import { defaultLoadLimits } from '../http/load/load-limits.ts';
import { createLoadMetrics } from '../http/metrics.ts';
import { createObserver } from '../http/middleware/access-log.ts';
import { overloaded } from '../http/retry-later.ts';
import type { Checks } from '../http/serve.ts';
import { endpoints } from '../schema/endpoints/all.ts';
import type { Endpoint } from '../schema/endpoints/endpoint.ts';
import type { ApiDeps } from './deps.ts';
import { answerForFailure } from './failure-answers.ts';
import { createFastPath } from './jobs/fast-path.ts';
import { namedJob } from './jobs/named-job.ts';
import { authenticate } from './keys/authenticate.ts';
import { namesOf, type Caller } from './keys/callers.ts';
import { countRequest } from './limits/count-request.ts';
import { createRoutes } from './routes.ts';

const requestHeaders = ['Content-Type', 'X-API-Key', 'X-Request-Id', 'Idempotency-Key'];
const answerHeaders = [
  ...['Location', 'Retry-After', 'X-Request-Id', 'Idempotency-Replayed', 'RateLimit', 'RateLimit-Policy'],
  ...['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
];

export function createApp(deps: ApiDeps, options: { hasFastPath: boolean } = { hasFastPath: true }): RequestListener {
  const { loadLimits: limits = defaultLoadLimits, connectionsMade = () => 0, clock, metrics, publicUrl } = deps;
  const exempt = endpoints.filter(({ isExempt }) => isExempt === true).map(({ path }) => path);
  const observe = createObserver({
    ...deps,
    probes: new Set(exempt),
    subjectOf: (response) => ({ jobId: namedJob(response) }),
  });
  const listener: ListenerOptions = {
    ...{ ...deps, observe, answerFor: answerForFailure },
    crossOrigin: { origins: deps.corsOrigins, requestHeaders, answerHeaders },
  };
  const router = createListener(listener, createRoutes(deps), createChecks(deps));
  const basePath = new URL(publicUrl).pathname.replace(/\/$/, '');
  return createLoadGate({
    ...{ limits, connectionsMade, clock },
    exempt: new Set(exempt.map((path) => basePath + path)),
    app: options.hasFastPath ? createFastPath(deps, observe, router) : router,
    shed: createRefusal(listener, overloaded(limits.waitMsMax)),
    onShed: createLoadMetrics(metrics),
  });
}

function createChecks(deps: Pick<ApiDeps, 'keys' | 'keyUses' | 'clock' | 'windows'>): Checks<Caller, Endpoint> {
  return {
    authenticate: async (request) => {
      const identified = await authenticate(request, deps);
      if (identified.kind === 'caller') contextOf(request).caller = namesOf(identified.caller);
      return identified;
    },
    count: async (caller, { window }) =>
      window === undefined ? { headers: {} } : countRequest(caller, window, deps.windows),
  };
}
