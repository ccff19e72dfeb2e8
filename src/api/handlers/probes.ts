import { readyAnswer, type Readiness } from '../../observability/readiness.ts';
import { bytes, type Answer } from '../http/answer.ts';
import type { Handler } from '../http/route.ts';

/** The process runs and answers; it says nothing about anything else, so that nothing else gets it restarted. */
export const livez: Handler = () => text(200, 'ok\n');

/** `?verbose` lists the parts. */
export function readyz(readiness: Readiness): Handler {
  return ({ query }) => {
    const answer = readyAnswer(readiness, query.has('verbose'));
    return text(answer.status, answer.text);
  };
}

function text(status: number, body: string): Answer {
  return bytes(status, 'text/plain; charset=utf-8', Buffer.from(body));
}
