import type { Answer } from '../../../http/answer.ts';
import { isStoreError } from '../../../objects/store-error.ts';
import { formOf, type AdminRoute } from '../../contract.ts';
import { returnPath } from '../../sign-in/return-path.ts';
import type { ReviewedToken, TokenRights } from '../../sign-in/token-rights.ts';
import { texts } from '../../texts/texts.ts';
import { html } from '../../web/html.ts';
import type { OpenRequest, SignInDeps } from './sign-in-deps.ts';
import { guessFailed, openPage, signedIn, signInFailed, throttled } from './sign-in-outcome.ts';

const { kubernetes: shown } = texts.signIn;

/** Sign-in with a token of Kubernetes, which the cluster checks. The token itself is not stored. */
export function kubernetesRoutes(deps: SignInDeps): AdminRoute[] {
  const { kubernetes } = deps.signIn;
  if (kubernetes === undefined) return [];
  return [
    {
      contract: { method: 'post', path: '/sign-in/kubernetes', authentication: 'public', hasForm: true },
      open: (request) => throttled(request, 'token', deps, () => use(request, kubernetes, deps)),
    },
  ];
}

async function use(request: OpenRequest, kubernetes: TokenRights, deps: SignInDeps): Promise<Answer> {
  const form = formOf(request);
  let reviewed: ReviewedToken;
  try {
    reviewed = await kubernetes.review((form.get('token') ?? '').trim());
  } catch (error) {
    if (!isStoreError(error)) throw error;
    deps.logger.warn({ reason: error.message }, 'failed to check a token of Kubernetes');
    return openPage(request, deps, { status: 503, title: shown.away.title, body: html`<p>${shown.away.text}</p>` });
  }
  if (reviewed.kind === 'rejected') {
    const { title, text } = shown.rejected;
    return guessFailed(request, 'token', { title, body: html`<p>${text(kubernetes.audience)}</p>` }, deps);
  }
  const { name, uid, groups, role } = reviewed;
  if (role === undefined) {
    const { title, text } = shown.noRole;
    return signInFailed(request, 'no_role', { title, body: html`<p>${text(name)}</p>` }, deps);
  }
  const person = { kind: 'kubernetes' as const, subject: uid === '' ? name : uid, name, groups };
  const newcomer = { actor: { kind: 'role' as const, role }, person, authenticatedMs: deps.clock.now().getTime() };
  return signedIn(request, newcomer, { returnTo: returnPath(form.get('return')) }, deps);
}
