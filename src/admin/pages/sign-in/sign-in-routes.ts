import type { AdminRoute } from '../../contract.ts';
import { returnPath } from '../../sign-in/return-path.ts';
import { signInBody } from '../../sign-in/sign-in-body.ts';
import { texts } from '../../texts/texts.ts';
import { seeOther } from '../../web/answers.ts';
import { viewOf } from '../../web/view-of.ts';
import { kubernetesRoutes } from './kubernetes-pages.ts';
import { linkRoutes } from './link-pages.ts';
import { providerRoutes } from './provider-pages.ts';
import type { OpenRequest, SignInDeps } from './sign-in-deps.ts';
import { openPage } from './sign-in-outcome.ts';
import { signOutRoutes } from './sign-out-pages.ts';

/** Pages to sign in and out. None of them needs a session. */
export function signInRoutes(deps: SignInDeps): AdminRoute[] {
  return [
    { contract: { method: 'get', path: '/sign-in', authentication: 'public' }, open: (request) => ask(request, deps) },
    ...[linkRoutes, providerRoutes, kubernetesRoutes, signOutRoutes].flatMap((routes) => routes(deps)),
  ];
}

async function ask(request: OpenRequest, deps: SignInDeps) {
  const view = viewOf(request, undefined, deps);
  const returnTo = returnPath(request.query.get('return'));
  const { kind } = await deps.sessions.ofRequest(request.headers);
  if (kind === 'live') return seeOther(view.to(returnTo ?? '/'));
  const body = signInBody(view, { deps, headers: request.headers, returnTo });
  return openPage(request, deps, { status: 200, title: texts.signIn.title, body });
}
