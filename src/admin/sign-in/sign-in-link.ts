import { z } from 'zod';
import type { Clock } from '../../clock/port.ts';
import type { ExpiringState } from '../state/port.ts';
import { hashOfToken, newToken } from './secret-token.ts';
import { Newcomer, type Person } from './session.ts';

const lifetimeMs = 10 * 60_000;
const keyOf = (hash: string): string => `sign-in-link:${hash}`;

const Link = Newcomer.pick({ actor: true }).extend({ name: z.string().optional() });
export type Link = z.output<typeof Link>;

interface Deps {
  state: Pick<ExpiringState, 'set'>;
  random: (bytes: number) => Buffer;
  /** Public URL of the dashboard, without a trailing slash. */
  publicUrl: string;
}

/**
 * Returns the address of a page with which one person can sign in once within ten minutes, with these rights. `name` is
 * the person, for the audit log. Only the hash of the token is stored.
 */
export async function createSignInLink({ state, random, publicUrl }: Deps, link: Link): Promise<string> {
  const token = newToken(random);
  await state.set(keyOf(hashOfToken(token) ?? ''), JSON.stringify(link), lifetimeMs);
  return `${publicUrl}/sign-in/link?token=${token}`;
}

/**
 * Returns whom a link signs in, or undefined if the link cannot be used any more. Does not use the link, so a program
 * that previews links does no harm.
 */
export async function findLink(state: Pick<ExpiringState, 'get'>, token: string | null): Promise<Link | undefined> {
  const hash = hashOfToken(token);
  const text = hash === undefined ? undefined : await state.get(keyOf(hash));
  return text === undefined ? undefined : Link.parse(JSON.parse(text));
}

/** Returns the person whom a link signs in now. Undefined if the link cannot be used any more. Does not use the link. */
export async function newcomerOf(
  { state, clock }: { state: Pick<ExpiringState, 'get'>; clock: Pick<Clock, 'now'> },
  token: string | null,
): Promise<Newcomer | undefined> {
  const link = await findLink(state, token);
  if (link === undefined) return undefined;
  const { actor, name } = link;
  return { actor, person: personOf(hashOfToken(token) ?? '', name), authenticatedMs: clock.now().getTime() };
}

/** Uses a link. Returns false if it was used before, has expired or never existed. */
export async function useLink(state: Pick<ExpiringState, 'take'>, token: string | null): Promise<boolean> {
  const hash = hashOfToken(token);
  return hash !== undefined && (await state.take(keyOf(hash))) !== undefined;
}

/** Each link is a person of its own, because the name of a link proves nothing. */
function personOf(hash: string, name: string | undefined): Person {
  return { kind: 'link', subject: `sign-in link ${hash.slice(0, 12)}`, ...(name !== undefined && { name }) };
}
