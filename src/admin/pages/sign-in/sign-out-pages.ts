import type { Answer } from '../../../http/answer.ts';
import type { AdminRoute } from '../../contract.ts';
import { clearCookie, cookieNames } from '../../sign-in/cookies.ts';
import { ProviderFailure } from '../../sign-in/identity-provider.ts';
import { sourceOf } from '../../sign-in/source.ts';
import { texts } from '../../texts/texts.ts';
import { seeOther } from '../../web/answers.ts';
import { form } from '../../web/components/form.ts';
import { link } from '../../web/components/parts.ts';
import { html, url, type Html } from '../../web/html.ts';
import { viewOf } from '../../web/view-of.ts';
import type { OpenRequest, SignInDeps } from './sign-in-deps.ts';
import { openPage } from './sign-in-outcome.ts';

const { out } = texts.signIn;
const path = '/sign-out';

/** Pages to sign out. Only the form ends the session. */
export function signOutRoutes(deps: SignInDeps): AdminRoute[] {
  return [
    { contract: { method: 'get', path, authentication: 'public' }, open: (request) => ask(request, deps) },
    {
      contract: { method: 'post', path, authentication: 'public', hasForm: true },
      open: (request) => signOut(request, deps),
    },
  ];
}

async function ask(request: OpenRequest, deps: SignInDeps): Promise<Answer> {
  const view = viewOf(request, undefined, deps);
  const found = await deps.sessions.ofRequest(request.headers);
  if (found.kind === 'live') {
    const { name, subject } = found.session.person;
    const body = html`<p>${out.signedInAs(name ?? subject)}</p>
      ${form(view, { action: path, fields: undefined, submit: out.button })}`;
    return openPage(request, deps, { status: 200, title: out.title, body });
  }
  const body = html`<p>${out.done}</p>
    <p>${link(view, '/sign-in', out.again)}</p>
    ${await providerLink(deps)}`;
  return openPage(request, deps, { status: 200, title: out.title, body });
}

async function signOut(request: OpenRequest, deps: SignInDeps): Promise<Answer> {
  const found = await deps.sessions.ofRequest(request.headers);
  const source = sourceOf(request, deps.signIn.isTrustedProxy);
  if (found.kind === 'live') await deps.sessions.endRecorded(found.session, 'signed-out', source);
  return seeOther(viewOf(request, undefined, deps).to(path), clearCookie(cookieNames.session));
}

/**
 * Returns a link with which the person signs out of the identity provider too. It is a link, because the policy of the
 * pages does not let a form lead to another site.
 */
async function providerLink({ signIn: { openid }, logger }: SignInDeps): Promise<Html | undefined> {
  if (openid === undefined) return undefined;
  try {
    const address = await openid.provider.signOutAddress();
    if (address === undefined) return undefined;
    return html`<p><a href="${url(address)}">${out.provider(openid.provider.name)}</a></p>`;
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    logger.warn({ reason: error.message }, 'failed to read how to sign out of the identity provider');
    return undefined;
  }
}
