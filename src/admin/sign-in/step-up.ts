import type { Answer } from '../../http/answer.ts';
import type { HttpRequest } from '../../http/route.ts';
import type { AdminDeps } from '../deps.ts';
import { texts } from '../texts/texts.ts';
import type { Viewer } from '../viewer.ts';
import { copyable } from '../web/components/parts.ts';
import { html, type Html } from '../web/html.ts';
import { page } from '../web/page.ts';
import type { View } from '../web/view.ts';
import { viewOf } from '../web/view-of.ts';
import { storeDraft } from './drafts.ts';
import { pageOfForm } from './return-path.ts';
import { kubernetesWay, providerWay, signInCommand } from './sign-in-body.ts';

const { stepUp } = texts.signIn;

type Deps = Pick<AdminDeps, 'signIn' | 'state' | 'random' | 'publicUrl' | 'clock'>;

/**
 * Returns the page that asks a person to prove again who they are, for an action that needs a recent sign-in. The
 * text of the form is kept, and the person returns to its page. A handler returns this page if `runOperation` returned
 * `sign-in-again`.
 */
export async function stepUpPage(request: HttpRequest<Viewer>, deps: Deps): Promise<Answer> {
  const { caller, headers, body } = request;
  const view = viewOf(request, caller, deps);
  const draft = body instanceof URLSearchParams ? await storeDraft(deps, request, caller.person, body) : undefined;
  const returnTo = draft?.page ?? pageOfForm(headers.referer, deps.publicUrl);
  return page(view, {
    title: stepUp.title,
    status: 403,
    headers: draft?.headers ?? {},
    body: html`<p>${stepUp.text}</p>
      ${wayOf(caller, view, { deps, headers, returnTo, again: true })}`,
  });
}

/** Returns the way by which the session began, because another way may give other rights. */
function wayOf({ person }: Viewer, view: View, offered: Parameters<typeof providerWay>[1]): Html | undefined {
  if (person.kind === 'person') return providerWay(view, offered);
  if (person.kind === 'kubernetes') return kubernetesWay(view, offered);
  return html`<p>${stepUp.link}</p>
    ${copyable(signInCommand)}`;
}
