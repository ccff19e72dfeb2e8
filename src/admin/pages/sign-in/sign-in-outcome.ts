import type { Answer } from '../../../http/answer.ts';
import { pageOfDraft } from '../../sign-in/drafts.ts';
import { cookieNames, setCookie } from '../../sign-in/cookies.ts';
import { FailedSignIns } from '../../sign-in/failed-sign-ins.ts';
import type { Newcomer } from '../../sign-in/session.ts';
import { sourceOf } from '../../sign-in/source.ts';
import { SignInThrottle, type Throttled } from '../../sign-in/throttle.ts';
import { texts } from '../../texts/texts.ts';
import { seeOther } from '../../web/answers.ts';
import { duration } from '../../web/components/formats.ts';
import { html, type HtmlPart } from '../../web/html.ts';
import { page } from '../../web/page.ts';
import { viewOf } from '../../web/view-of.ts';
import type { OpenRequest, SignInDeps } from './sign-in-deps.ts';

const { signIn } = texts;

interface Shown {
  status: number;
  title: string;
  body: HtmlPart;
  headers?: Record<string, string>;
}

export function openPage(request: OpenRequest, deps: SignInDeps, shown: Shown): Answer {
  return page(viewOf(request, undefined, deps), shown);
}

/** What a person has proved their identity with. A sign-in link works once. */
interface Proof {
  /** Uses the proof up. Returns false if it was used before. */
  use: () => Promise<boolean>;
  /** Returns the answer to a request whose proof was used before. */
  usedBefore: () => Promise<Answer>;
}

const reusable: Proof = {
  use: () => Promise.resolve(true),
  usedBefore: () => Promise.reject(new Error('A proof of identity that has no single use was used before.')),
};

/**
 * Starts the session of a person who has proved who they are, with a new token, and ends the session that this browser
 * had before. Without a row in the audit log there is no session.
 */
export async function signedIn(
  request: OpenRequest,
  newcomer: Newcomer,
  { returnTo, proof = reusable }: { returnTo: string | undefined; proof?: Proof },
  deps: SignInDeps,
): Promise<Answer> {
  const source = sourceOf(request, deps.signIn.isTrustedProxy);
  const before = await deps.sessions.ofRequest(request.headers);
  const started = await deps.sessions.start(newcomer, source, proof.use);
  if (started?.kind === 'used-before') return proof.usedBefore();
  if (started === undefined) {
    const { title, text } = signIn.notRecorded;
    return openPage(request, deps, { status: 503, title, body: html`<p>${text}</p>` });
  }
  if (before.kind === 'live') await deps.sessions.endRecorded(before.session, 'renewed', source);
  const landing = returnTo ?? (await pageOfDraft(request.headers, newcomer.person, deps)) ?? '/';
  const view = viewOf(request, undefined, deps);
  return seeOther(view.to(landing), setCookie(cookieNames.session, started.token));
}

/** Returns the page about a sign-in that has failed, after counting it for the audit log. */
export async function signInFailed(
  request: OpenRequest,
  why: string,
  shown: Omit<Shown, 'status'> & { status?: number },
  deps: SignInDeps,
): Promise<Answer> {
  await new FailedSignIns(deps).count(why, sourceOf(request, deps.signIn.isTrustedProxy));
  return openPage(request, deps, { status: 403, ...shown });
}

/** Like `signInFailed`, for a wrong link or token: the source may try only a few of them. */
export async function guessFailed(
  request: OpenRequest,
  what: Exclude<Throttled, 'started'>,
  shown: Omit<Shown, 'status'>,
  deps: SignInDeps,
): Promise<Answer> {
  await new SignInThrottle(deps).count(what, sourceOf(request, deps.signIn.isTrustedProxy));
  return signInFailed(request, what, shown, deps);
}

/** Returns the page for too many requests of a kind, or the result of `work` if there were not too many. */
export async function throttled(
  request: OpenRequest,
  what: Throttled,
  deps: SignInDeps,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const source = sourceOf(request, deps.signIn.isTrustedProxy);
  const waitSeconds = await new SignInThrottle(deps).waitSeconds(what, source);
  if (waitSeconds === undefined) return work();
  const wait = duration(viewOf(request, undefined, deps), waitSeconds * 1_000);
  const { title, text } = signIn.throttled;
  const headers = { 'Retry-After': String(waitSeconds) };
  return openPage(request, deps, { status: 429, title, headers, body: html`<p>${text(wait)}</p>` });
}
