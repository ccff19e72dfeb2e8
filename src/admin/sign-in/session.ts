import { z } from 'zod';
import { roles } from '../../operations/actor.ts';

const minuteMs = 60_000;

export const sessionLimits = {
  /** Time without activity after which a session ends. */
  idleMs: 30 * minuteMs,
  /** Time after the sign-in at which a session ends. */
  ageMs: 12 * 60 * minuteMs,
  /** Time between two writes of the last activity of a session. */
  touchMs: minuteMs,
  /** Time for which the reason is kept why a session has ended. */
  reasonMs: 24 * 60 * minuteMs,
};

const Actor = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('role'), role: z.enum(roles) }),
  z.object({
    kind: z.literal('owner'),
    accounts: z.array(z.object({ namespace: z.string(), name: z.string() })).readonly(),
  }),
]);

const Person = z.object({
  /** Way in which the person signs in: with the identity provider, a sign-in link or a token of Kubernetes. */
  kind: z.enum(['person', 'link', 'kubernetes']),
  subject: z.string(),
  name: z.string().optional(),
  groups: z.array(z.string()).optional(),
});
export type Person = z.output<typeof Person>;

/** Person who has proved who they are, with the rights that they have in the session. */
export const Newcomer = z.object({
  actor: Actor,
  person: Person,
  /** Time at which the person proved who they are, in milliseconds since 1970. 0 if it is not known. */
  authenticatedMs: z.number(),
});
export type Newcomer = z.output<typeof Newcomer>;

/** A session as it is stored. It never changes. */
export const StoredSession = Newcomer.extend({
  source: z.object({ ip: z.string().optional(), userAgent: z.string().optional() }),
  startedMs: z.number(),
});
export type StoredSession = z.output<typeof StoredSession>;

export interface Session extends StoredSession {
  /** Public id: the start of the hash of the token. */
  id: string;
  /** Hash of the token, under which the session is stored. */
  hash: string;
  /** Time of the last activity that is stored, at most `touchMs` before the last activity. */
  usedMs: number;
}

export const endReasons = ['idle', 'age', 'signed-out', 'ended', 'renewed', 'no-role'] as const;
/**
 * Reason why a session ended. `idle`: it was not used. `age`: it was too old. `signed-out`: the person signed out. `ended`:
 * an admin ended it. `renewed`: a newer sign-in replaced it. `no-role`: the person has no role any more.
 */
export type EndReason = (typeof endReasons)[number];

/** Record of a session that has ended. */
export const Tombstone = z.object({ why: z.enum(endReasons), person: Person });
export type Tombstone = z.output<typeof Tombstone>;

/** Returns why a session has ended by itself, or undefined if it has not. */
export function expiryOf({ startedMs, usedMs }: Pick<Session, 'startedMs' | 'usedMs'>, nowMs: number) {
  if (nowMs - startedMs >= sessionLimits.ageMs) return 'age';
  return nowMs - usedMs >= sessionLimits.idleMs ? 'idle' : undefined;
}

/** Identity of a person, which is the same in all sessions of the person. */
export interface PersonId {
  kind: string;
  subject: string;
}

export function isSamePerson(a: PersonId, b: PersonId): boolean {
  return a.kind === b.kind && a.subject === b.subject;
}
