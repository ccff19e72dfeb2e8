import type { Answer } from '../../../http/answer.ts';
import { keyText } from '../../../objects/object-key.ts';
import type { AdminRoute } from '../../contract.ts';
import { originFault } from '../../sign-in/origin-fault.ts';
import { signInBody, signInCommand } from '../../sign-in/sign-in-body.ts';
import { findLink, newcomerOf, useLink, type Link } from '../../sign-in/sign-in-link.ts';
import { texts } from '../../texts/texts.ts';
import { form, hidden } from '../../web/components/form.ts';
import { copyable, notice } from '../../web/components/parts.ts';
import { html, type Html } from '../../web/html.ts';
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
  const found = await findLink(deps.state, token);
  if (found === undefined) return openPage(request, deps, invalidLink());
  const body = html`<p>${whomOf(found)}</p>
    ${await sessionNotice(request, deps)}
    <p>${link.text}</p>
    ${form(view, { action: path, fields: hidden({ token: token ?? '' }), submit: link.button })}`;
  return openPage(request, deps, { status: 200, title: link.title, body });
}

function whomOf({ actor, name }: Link): string {
  if (actor.kind === 'role') return link.withRole(name, texts.shell.roles[actor.role]);
  return link.withAccounts(name, actor.accounts.map(keyText).join(', '));
}

/** Returns a warning if the browser has a session, which the link would replace. */
async function sessionNotice(request: OpenRequest, deps: SignInDeps): Promise<Html | undefined> {
  const before = await deps.sessions.ofRequest(request.headers);
  if (before.kind !== 'live') return undefined;
  const { name, subject } = before.session.person;
  return notice('warning', `${texts.signIn.out.signedInAs(name ?? subject)} ${link.replaces}`);
}

async function use(request: OpenRequest, deps: SignInDeps): Promise<Answer> {
  const token = request.body instanceof URLSearchParams ? request.body.get('token') : null;
  const invalid = (): Promise<Answer> => guessFailed(request, 'link', invalidLink(), deps);
  const newcomer = await newcomerOf(deps, token);
  if (newcomer === undefined) return invalid();
  const proof = { use: () => useLink(deps.state, token), usedBefore: invalid };
  return signedIn(request, newcomer, { returnTo: undefined, proof }, deps);
}

function invalidLink() {
  const { title, text } = link.invalid;
  const body = html`<p>${text}</p>
    ${copyable(signInCommand)}`;
  return { status: 403, title, body };
}
