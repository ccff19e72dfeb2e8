import { bytes, problem } from '../../http/answer.ts';
import type { AdminRoute } from '../contract.ts';
import type { AdminDeps } from '../deps.ts';
import type { ChangeSources } from './changes.ts';
import { LiveHub } from './hub.ts';
import { createStreamGauge } from './metrics.ts';

/** Limits of one stream. A browser follows the topics of all its open pages with one stream. */
const [topicsMax, topicCharactersMax] = [100, 300];
/** Maximum number of open streams of one process. */
const streamsMax = 5_000;

type Deps = Pick<AdminDeps, 'accounts' | 'keys' | 'clock' | 'stopping' | 'metrics'> & { table?: ChangeSources['jobs'] };

/** Stream with the topics that change, for the pages that are open in a browser. */
export function liveRoutes({ accounts, keys, table, clock, stopping, metrics }: Deps): AdminRoute[] {
  const jobs = table ?? { onChange: () => () => undefined };
  const hub = new LiveHub({ sources: { accounts, keys, jobs }, clock, stopping });
  createStreamGauge(metrics, () => hub.size);
  return [
    {
      contract: {
        ...{ method: 'get', path: '/live', authentication: 'session', isPassive: true },
        right: { role: 'viewer', owner: true },
      },
      handle: ({ method, query, caller, callerNow }) => {
        if (hub.size >= streamsMax) return problem('overloaded', { headers: { 'Retry-After': '30' } });
        const headers = { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' };
        if (method === 'HEAD') return bytes(200, headers['Content-Type'], Buffer.alloc(0));
        const subscription = { topics: topicsOf(query), sinceMs: Number(query.get('since') ?? 0) || 0 };
        const source = hub.open({ ...subscription, viewer: caller, viewerNow: callerNow });
        return { kind: 'stream', status: 200, headers, source };
      },
    },
  ];
}

function topicsOf(query: URLSearchParams): string[] {
  const topics = (query.get('topics') ?? '').split(' ').slice(0, topicsMax);
  return topics.filter((topic) => topic !== '' && topic.length <= topicCharactersMax);
}
