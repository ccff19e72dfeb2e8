import type { Answer } from '../../../http/answer.ts';
import type { AdminRoute } from '../../contract.ts';
import { originFault } from '../../sign-in/origin-fault.ts';
import { signInBody, signInCommand } from '../../sign-in/sign-in-body.ts';
import { isLinkValid, redeemLink } from '../../sign-in/sign-in-link.ts';
import { texts } from '../../texts/texts.ts';
import { form } from '../../web/components/form.ts';
import { copyable } from '../../web/components/parts.ts';
import { html } from '../../web/html.ts';
import { viewOf } from '../../web/view-of.ts';
import type { OpenRequest, SignInDeps } from './sign-in-deps.ts';
import { guessFailed, openPage, signedIn, throttled } from './sign-in-outcome.ts';

const { link } = texts.signIn;
const path = '/sign-in/link';

/**
 * Pages of a sign-in link. The address of the link shows a page that asks; only its button uses the link, so a program
 * that previews links does not use it up.
 */
export function linkRoutes(deps: SignInDeps): AdminRoute[] {
  return [
    {
      contract: { method: 'get', path, authentication: 'public' },
      open: (request) => throttled(request, 'link', deps, () => ask(request, deps)),
    },
    {
      contract: { method: 'post', path, authentication: 'public', hasForm: true },
      open: (request) => throttled(request, 'link', deps, () => use(request, deps)),
    },
  ];
}

async function ask(request: OpenRequest, deps: SignInDeps): Promise<Answer> {
  const view = viewOf(request, undefined, deps);
  const { headers } = request;
  if (originFault(deps.publicUrl, headers.host) === 'dropped') {
    const body = signInBody(view, { deps, headers, returnTo: undefined });
    return openPage(request, deps, { status: 200, title: texts.signIn.title, body });
  }
  const token = request.query.get('token');
  if (!(await isLinkValid(deps.state, token))) return openPage(request, deps, invalidLink());
  const fields = html`<input type="hidden" name="token" value="${token}" />`;
  const body = html`<p>${link.text}</p>
    ${form(view, { action: path, fields, submit: link.button })}`;
  return openPage(request, deps, { status: 200, title: link.title, body });
}

async function use(request: OpenRequest, deps: SignInDeps): Promise<Answer> {
  const token = request.body instanceof URLSearchParams ? request.body.get('token') : null;
  const newcomer = await redeemLink(deps, token);
  if (newcomer === undefined) return guessFailed(request, 'link', invalidLink(), deps);
  return signedIn(request, newcomer, undefined, deps);
}

function invalidLink() {
  const { title, text } = link.invalid;
  const body = html`<p>${text}</p>
    ${copyable(signInCommand)}`;
  return { status: 403, title, body };
}
