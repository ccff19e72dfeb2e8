import { readyAnswer, type Readiness } from '../../observability/readiness.ts';
import { bytes, type Answer } from '../../http/answer.ts';
import type { OpenHandler } from '../route.ts';

/**
 * Liveness probe: always returns 200. Checks no other component, because Kubernetes would restart this process if the
 * probe failed.
 */
export const livez: OpenHandler = () => text(200, 'ok\n');

export function readyz(readiness: Readiness): OpenHandler {
  return ({ query }) => {
    const answer = readyAnswer(readiness, query.has('verbose'));
    return text(answer.status, answer.text);
  };
}

function text(status: number, body: string): Answer {
  return bytes(status, 'text/plain; charset=utf-8', Buffer.from(body));
}
