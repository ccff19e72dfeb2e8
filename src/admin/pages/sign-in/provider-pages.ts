import type { Answer } from '../../../http/answer.ts';
import type { AdminRoute } from '../../contract.ts';
import { hasAttempt, storeAttempt, takeAttempt, type Attempt } from '../../sign-in/attempts.ts';
import { ProviderFailure, type IdentityProvider } from '../../sign-in/identity-provider.ts';
import { callbackPath } from '../../sign-in/callback-path.ts';
import { returnPath } from '../../sign-in/return-path.ts';
import { rightsOfClaims, type Claims, type ClaimedRights } from '../../sign-in/roles-of-claims.ts';
import { isSamePerson, type Newcomer, type Person } from '../../sign-in/session.ts';
import { sourceOf } from '../../sign-in/source.ts';
import { SignInThrottle } from '../../sign-in/throttle.ts';
import { texts } from '../../texts/texts.ts';
import { seeOther } from '../../web/answers.ts';
import { link } from '../../web/components/parts.ts';
import { html, type Html } from '../../web/html.ts';
import { viewOf } from '../../web/view-of.ts';
import type { OpenRequest, SignInDeps } from './sign-in-deps.ts';
import { openPage, signedIn, signInFailed, throttled } from './sign-in-outcome.ts';

const { signIn } = texts;
/** Difference of the clocks of the provider and the dashboard that is accepted. */
const skewMs = 60_000;

type Openid = NonNullable<SignInDeps['signIn']['openid']>;

/** Sign-in with the identity provider: the link that begins it, and the address at which the browser comes back. */
export function providerRoutes(deps: SignInDeps): AdminRoute[] {
  const { openid } = deps.signIn;
  if (openid === undefined) return [];
  return [
    {
      contract: { method: 'get', path: '/sign-in/provider', authentication: 'public' },
      open: (request) => throttled(request, 'started', deps, () => begin(request, openid.provider, deps)),
    },
    {
      contract: { method: 'get', path: callbackPath, authentication: 'public' },
      open: (request) => finish(request, openid, deps),
    },
  ];
}

async function begin(request: OpenRequest, provider: IdentityProvider, deps: SignInDeps): Promise<Answer> {
  const again = request.query.get('again') === '1';
  await new SignInThrottle(deps).count('started', sourceOf(request, deps.signIn.isTrustedProxy));
  try {
    const { address, attempt } = await provider.begin({ again });
    const returnTo = returnPath(request.query.get('return'));
    const stored = {
      ...attempt,
      again,
      startedMs: deps.clock.now().getTime(),
      ...(returnTo !== undefined && { returnTo }),
    };
    return seeOther(address, await storeAttempt(deps, stored));
  } catch (error) {
    return failed(request, error, provider, deps);
  }
}

async function finish(request: OpenRequest, { provider, mapping }: Openid, deps: SignInDeps): Promise<Answer> {
  const attempt = await takeAttempt(deps, request.headers, request.query.get('state') ?? '');
  if (attempt === undefined) return unknownAttempt(request, deps);
  let claims: Claims & { sub: string };
  try {
    claims = await provider.finish(request.query, attempt);
  } catch (error) {
    return failed(request, error, provider, deps);
  }
  const rights = rightsOfClaims(claims, mapping);
  const person = personOf(claims, rights);
  if (rights.kind === 'none') return withoutRole(request, person, noRoleBody(rights, mapping.claim), deps);
  const authenticatedMs = authenticatedAt(claims, deps.clock.now().getTime());
  if (attempt.again && !isRecent(authenticatedMs, attempt)) return notRecent(request, provider, deps);
  const { returnTo } = attempt;
  return signedIn(request, { actor: rights.actor, person, authenticatedMs }, { returnTo }, deps);
}

/**
 * Returns the page for a response to no attempt of this browser. A page of another site can make browsers send such a
 * request, for example as a picture, so it does not count as a failed sign-in.
 */
async function unknownAttempt(request: OpenRequest, deps: SignInDeps): Promise<Answer> {
  const { title, text } = signIn.unknownAttempt;
  const shown = { title, body: again(request, html`<p>${text}</p>`, deps) };
  const { headers, query } = request;
  const isOfOtherSite = headers['sec-fetch-site'] === 'cross-site' && !hasAttempt(headers, query.get('state') ?? '');
  if (isOfOtherSite) return openPage(request, deps, { status: 403, ...shown });
  return signInFailed(request, 'unknown_attempt', shown, deps);
}

function personOf(claims: Claims & { sub: string }, { values }: ClaimedRights): Person {
  const names = [claims['name'], claims['preferred_username'], claims['email']];
  const name = names.find((one) => typeof one === 'string' && one !== '');
  return { kind: 'person', subject: claims.sub, groups: values, ...(typeof name === 'string' && { name }) };
}

/**
 * Returns when the person proved who they are, by the claim `auth_time`. 0 if the provider does not say. A provider whose
 * clock is ahead must not make a sign-in count as recent for longer, so the time is now at the latest.
 */
function authenticatedAt(claims: Claims, nowMs: number): Newcomer['authenticatedMs'] {
  const seconds = claims['auth_time'];
  return typeof seconds === 'number' && Number.isFinite(seconds) ? Math.min(seconds * 1_000, nowMs) : 0;
}

function isRecent(authenticatedMs: number, { startedMs }: Attempt): boolean {
  return authenticatedMs >= startedMs - skewMs;
}

/** The person has no role. A session that the person had from an earlier sign-in ends. */
async function withoutRole(request: OpenRequest, person: Person, body: Html, deps: SignInDeps): Promise<Answer> {
  const before = await deps.sessions.ofRequest(request.headers);
  if (before.kind === 'live' && isSamePerson(before.session.person, person)) {
    await deps.sessions.endRecorded(before.session, 'no-role', sourceOf(request, deps.signIn.isTrustedProxy));
  }
  return signInFailed(request, 'no_role', { title: signIn.noRole.title, body: again(request, body, deps) }, deps);
}

const valuesMax = 50;

function noRoleBody({ why, values }: Extract<ClaimedRights, { kind: 'none' }>, claim: string): Html {
  const shown = why === 'not-mapped' ? values.slice(0, valuesMax) : [];
  return html`<p>${signIn.noRole[why](claim)}</p>
    ${shown.length === 0 ? undefined : html`<ul>${shown.map((value) => html`<li><code>${value}</code></li>`)}</ul>`}
    <p>${signIn.noRole.advice}</p>`;
}

function notRecent(request: OpenRequest, provider: IdentityProvider, deps: SignInDeps): Promise<Answer> {
  const { title, text } = signIn.notRecent;
  return signInFailed(request, 'not_recent', { title, body: html`<p>${text(provider.name)}</p>` }, deps);
}

/** Logs a failure of the provider and returns the page about it. */
function failed(request: OpenRequest, error: unknown, { name }: IdentityProvider, deps: SignInDeps): Promise<Answer> {
  if (!(error instanceof ProviderFailure)) throw error;
  const { fault, code = '', message } = error;
  deps.logger.warn({ fault, code, reason: message }, 'sign-in with the identity provider failed');
  const body = again(request, html`<p>${signIn.faults[fault](name, code)}</p>`, deps);
  const status = fault === 'away' ? 503 : 403;
  return signInFailed(request, `provider_${fault}`, { status, title: signIn.faults.title, body }, deps);
}

/** Returns the content with a link that begins again. Nothing begins again by itself, so no loop can arise. */
function again(request: OpenRequest, content: Html, deps: SignInDeps): Html {
  const view = viewOf(request, undefined, deps);
  return html`${content}
    <p>${link(view, '/sign-in', signIn.faults.again)}</p>`;
}
