import { bytes, type Answer } from '../../http/answer.ts';
import { readyAnswer, type Readiness } from '../../observability/readiness.ts';
import type { AdminRoute } from '../contract.ts';

/** Paths that the kubelet requests, without a session. */
export const probePaths = { live: '/livez', ready: '/readyz' };

export function probeRoutes({ readiness }: { readiness: Readiness }): AdminRoute[] {
  return [
    probe(probePaths.live, () => plain(200, 'ok\n')),
    probe(probePaths.ready, () => {
      const { status, text } = readyAnswer(readiness, false);
      return plain(status, text);
    }),
  ];
}

function probe(path: string, open: () => Answer): AdminRoute {
  return { contract: { method: 'get', path, authentication: 'public' }, open };
}

function plain(status: number, text: string): Answer {
  return bytes(status, 'text/plain; charset=utf-8', Buffer.from(text));
}
