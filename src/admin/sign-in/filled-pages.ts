import type { Answer } from '../../http/answer.ts';
import type { HttpRequest } from '../../http/route.ts';
import type { AdminRoute } from '../contract.ts';
import type { AdminDeps } from '../deps.ts';
import { texts } from '../texts/texts.ts';
import type { Viewer } from '../viewer.ts';
import { notice } from '../web/components/parts.ts';
import { viewOf } from '../web/view-of.ts';
import { draftOf, type Draft } from './drafts.ts';
import { fillForm } from './fill-form.ts';

type Deps = Pick<AdminDeps, 'state' | 'publicUrl' | 'clock'>;

/** Returns the routes so that their pages show the text of a form that a sign-in has interrupted. */
export function withDrafts(routes: readonly AdminRoute[], deps: Deps): AdminRoute[] {
  return routes.map((route) => {
    if ('open' in route || route.contract.method !== 'get') return route;
    const { handle } = route;
    const filled = async (request: HttpRequest<Viewer>): Promise<Answer> => {
      const draft = await draftOf(request, deps);
      return draft === undefined ? handle(request) : filledPage(request, draft, { handle, deps });
    };
    return { ...route, handle: filled };
  });
}

async function filledPage(
  request: HttpRequest<Viewer>,
  draft: Draft,
  { handle, deps }: { handle: (request: HttpRequest<Viewer>) => Promise<Answer> | Answer; deps: Deps },
): Promise<Answer> {
  // Without this header, the page is not compressed.
  const answer = await handle({ ...request, headers: { ...request.headers, 'accept-encoding': undefined } });
  if (answer.kind !== 'bytes' || !(answer.headers['Content-Type'] ?? '').startsWith('text/html')) return answer;
  const action = viewOf(request, request.caller, deps).to(draft.action);
  const note = notice('neutral', texts.signIn.draft);
  return { ...answer, bytes: Buffer.from(await fillForm(answer.bytes.toString(), { ...draft, action }, note)) };
}
