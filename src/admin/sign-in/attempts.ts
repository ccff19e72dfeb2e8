import { z } from 'zod';
import type { IncomingHttpHeaders } from 'node:http';
import type { ExpiringState } from '../state/port.ts';
import { cookieOf } from '../web/cookies.ts';
import { attemptCookieName, setCookie } from './cookies.ts';
import { hashOf, hashOfToken, newToken } from './secret-token.ts';

const lifetimeMs = 10 * 60_000;

const Attempt = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  startedMs: z.number(),
  /** Page to which the person returns. */
  returnTo: z.string().optional(),
  /** True if the person must have proved who they are after the start of the attempt. */
  again: z.boolean(),
});
export type Attempt = z.output<typeof Attempt>;

interface Deps {
  state: ExpiringState;
  random: (bytes: number) => Buffer;
}

/** Stores an attempt to sign in. Returns the header that binds it to this browser. */
export async function storeAttempt({ state, random }: Deps, attempt: Attempt): Promise<Record<string, string>> {
  const token = newToken(random);
  await state.set(keyOf(token), JSON.stringify(attempt), lifetimeMs);
  return setCookie(cookieName(attempt.state), token, lifetimeMs);
}

/**
 * Returns the attempt of this browser with this state, which can be taken once. Returns undefined if the attempt
 * began in another browser, was taken before or has expired.
 */
export async function takeAttempt(
  { state }: Pick<Deps, 'state'>,
  headers: IncomingHttpHeaders,
  stateParameter: string,
): Promise<Attempt | undefined> {
  const token = cookieOf(headers, cookieName(stateParameter));
  const text = hashOfToken(token) === undefined ? undefined : await state.take(keyOf(token ?? ''));
  return text === undefined ? undefined : Attempt.parse(JSON.parse(text));
}

/** Reports whether the browser has the cookie of an attempt with this state, also if the attempt is over. */
export function hasAttempt(headers: IncomingHttpHeaders, stateParameter: string): boolean {
  return cookieOf(headers, cookieName(stateParameter)) !== undefined;
}

function keyOf(token: string): string {
  return `sign-in-attempt:${hashOf(token)}`;
}

function cookieName(state: string): string {
  return attemptCookieName(hashOf(state).slice(0, 12));
}
