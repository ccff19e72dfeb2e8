import { bytes, type Answer } from '../answer.ts';
import { isReady, type Part, type Readiness } from '../readiness.ts';
import type { Handler } from '../route.ts';

const marks: Record<Part['state'], string> = { ok: '[+]', warning: '[!]', failed: '[-]' };

/** The process runs and answers; it says nothing about anything else, so that nothing else gets it restarted. */
export const livez: Handler = () => text(200, 'ok\n');

/** 200 when traffic may come, else 503. `?verbose` lists the parts, one a line, as Kubernetes' own components do. */
export function readyz(readiness: Readiness): Handler {
  return ({ query }) => {
    const parts = readiness.parts();
    const verdict = isReady(parts) ? 'ok' : 'not ready';
    const lines = query.has('verbose') ? [...parts.map(line), verdict] : [verdict];
    return text(isReady(parts) ? 200 : 503, `${lines.join('\n')}\n`);
  };
}

function line({ name, state, detail }: Part): string {
  return `${marks[state]} ${name} ${state}${detail === undefined ? '' : `: ${detail}`}`;
}

function text(status: number, body: string): Answer {
  return bytes(status, 'text/plain; charset=utf-8', Buffer.from(body));
}
