import type { RequestListener } from 'node:http';
import { endpoints } from '../schema/endpoints/all.ts';
import type { ApiDeps } from './deps.ts';
import { createFastPath } from './jobs/fast-path.ts';
import { createListener, createRefusal } from '../http/listener.ts';
import { createLoadGate } from '../http/load/load-gate.ts';
import { defaultLoadLimits } from '../http/load/load-limits.ts';
import { createLoadMetrics } from './metrics.ts';
import { createObserver } from '../http/middleware/access-log.ts';
import { overloaded } from '../http/retry-later.ts';
import { createRoutes } from './routes.ts';

export function createApp(deps: ApiDeps, options: { hasFastPath: boolean } = { hasFastPath: true }): RequestListener {
  const { loadLimits: limits = defaultLoadLimits, connectionsMade = () => 0, clock, metrics, publicUrl } = deps;
  const observe = createObserver(deps);
  const router = createListener(deps, createRoutes(deps), observe);
  const basePath = new URL(publicUrl).pathname.replace(/\/$/, '');
  return createLoadGate({
    ...{ limits, connectionsMade, clock },
    exempt: new Set(endpoints.filter(({ isExempt }) => isExempt === true).map(({ path }) => basePath + path)),
    app: options.hasFastPath ? createFastPath(deps, observe, router) : router,
    shed: createRefusal(deps, observe, overloaded(limits.waitMsMax)),
    onShed: createLoadMetrics(metrics),
  });
}
