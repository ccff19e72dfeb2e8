import type { IncomingMessage } from 'node:http';
import type { Answer } from '../../http/answer.ts';
import { readBody } from '../../http/body/body-stream.ts';
import type { AdminContract } from '../contract.ts';
import type { AdminDeps, Authenticate } from '../deps.ts';
import { texts } from '../texts/texts.ts';
import type { Viewer } from '../viewer.ts';
import { notice } from '../web/components/parts.ts';
import { html } from '../web/html.ts';
import { page } from '../web/page.ts';
import type { View } from '../web/view.ts';
import { viewOf } from '../web/view-of.ts';
import { draftBytesMax, storeDraft, type StoredDraft } from './drafts.ts';
import { pageOfForm, returnPath } from './return-path.ts';
import type { Session, Tombstone } from './session.ts';
import { signInBody } from './sign-in-body.ts';
import { arrived, sourceOf, type Arrived } from './source.ts';

const { signIn } = texts;
const bodyTimeoutMs = 10_000;

type Deps = Pick<AdminDeps, 'sessions' | 'signIn' | 'state' | 'random' | 'publicUrl' | 'clock'>;

/**
 * Returns the check of sessions. Each request counts as activity of the person, unless its route is passive. A request
 * without a session gets the page to sign in; a session that has ended, a page that says why.
 */
export function createAuthenticate(deps: Deps): Authenticate {
  return async (request, contract) => {
    const found = await deps.sessions.ofRequest(request.headers);
    if (found.kind === 'live') {
      if (contract.isPassive !== true) await deps.sessions.touch(found.session);
      return { kind: 'caller', caller: viewerOf(found.session, arrived(request), deps) };
    }
    const isEnded = found.kind === 'ended';
    const answer = isEnded ? await endedPage(request, contract, found.tombstone, deps) : signInPage(request, deps);
    return { kind: 'refused', answer };
  };
}

/** Returns the person of a session. */
export function viewerOf(session: Session, request: Arrived, { signIn: ways }: Pick<Deps, 'signIn'>): Viewer {
  const { actor, person, id, authenticatedMs } = session;
  const source = sourceOf(request, ways.isTrustedProxy);
  return { actor, person: { ...person, session: id }, source, session: { id, authenticatedMs } };
}

function signInPage(request: IncomingMessage, deps: Deps): Answer {
  const { view, headers, returnTo } = asked(request, deps);
  const body = html`<p>${signIn.intro}</p>
    ${signInBody(view, { deps, headers, returnTo })}`;
  return page(view, { title: signIn.title, status: 401, body });
}

async function endedPage(
  request: IncomingMessage,
  contract: AdminContract,
  { why, person }: Tombstone,
  deps: Deps,
): Promise<Answer> {
  const { view, headers, returnTo } = asked(request, deps);
  const draft = contract.hasForm === true ? await draftOfRequest(request, person, deps) : undefined;
  const offered = { deps, headers, returnTo: draft?.page ?? returnTo };
  const body = html`${notice('warning', signIn.ended.why[why])}
    ${contract.method === 'get' ? undefined : html`<p>${draft === undefined ? signIn.ended.notKept : signIn.ended.kept}</p>`}
    ${signInBody(view, offered)}`;
  return page(view, { title: signIn.ended.title, status: 401, body, headers: draft?.headers ?? {} });
}

/** Stores the fields of a form. Only a request whose session was valid once gets here, so others cannot store any. */
async function draftOfRequest(
  request: IncomingMessage,
  person: Tombstone['person'],
  deps: Deps,
): Promise<StoredDraft | undefined> {
  const { url = '/', headers } = request;
  const read = await readBody(request, { bytesMax: draftBytesMax, timeoutMs: bodyTimeoutMs }, deps.clock);
  if (read.kind !== 'whole') return undefined;
  return storeDraft(deps, { headers, url }, person, new URLSearchParams(read.bytes.toString('utf8')));
}

interface Asked {
  view: View;
  headers: IncomingMessage['headers'];
  /** Page that was asked for; for a form, the page that sent it. */
  returnTo: string | undefined;
}

function asked({ method, url = '/', headers }: IncomingMessage, deps: Deps): Asked {
  const view = viewOf({ url, query: new URLSearchParams(), headers }, undefined, deps);
  const isRead = method === 'GET' || method === 'HEAD';
  return { view, headers, returnTo: isRead ? returnPath(url) : pageOfForm(headers.referer, deps.publicUrl) };
}
