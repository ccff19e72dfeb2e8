import { pino } from 'pino';
import { parseAllowList } from '../../../src/domain/address-rule.ts';
import { Guard } from '../../../src/egress/guard.ts';
import { GuardedEgress } from '../../../src/egress/guarded-egress.ts';
import type { FetchDeps } from '../../../src/stages/onboarding/fetch.ts';
import { openPage } from '../../../src/stages/onboarding/open-page.ts';
import type { Page, PageRole } from '../../../src/stages/onboarding/page.ts';
import { startHttpServer } from '../network/raw-server.ts';
import type { HostileAnswer } from './hostile-pages.ts';

export interface PageWorld {
  origin: string;
  deps: FetchDeps;
  /** Paths that the server was asked for, in order. */
  asked: string[];
  open(path: string, role?: PageRole): Promise<Page>;
  close(): Promise<void>;
}

/** Serves pages on 127.0.0.1, and opens them as the stage that reads brands does. Texts are HTML. */
export async function startPageWorld(answers: Record<string, string | HostileAnswer>): Promise<PageWorld> {
  const asked: string[] = [];
  const server = await startHttpServer((request, response) => {
    const path = request.url ?? '/';
    asked.push(`${request.method ?? ''} ${path}`);
    const answer = answers[path.split('?')[0] ?? ''];
    if (answer === undefined) response.writeHead(404).end();
    else if (typeof answer === 'string')
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(answer);
    else answer(response);
  });
  const egress = new GuardedEgress({ guard: new Guard({ allow: parseAllowList('127.0.0.0/8:*') }), version: 'test' });
  const deps = { egress, logger: pino({ level: 'silent' }), signal: new AbortController().signal };
  return {
    origin: server.origin,
    deps,
    asked,
    open: async (path, role = 'brand') => {
      const fetched = await egress.fetch(server.origin + path, { bytesMax: 8 * 1024 * 1024, timeoutMs: 10_000 });
      const page = openPage(fetched, role);
      if (page === undefined) throw new Error(`${path} is not a page.`);
      return page;
    },
    close: () => server.close(),
  };
}
