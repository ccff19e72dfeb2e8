import type { Actor } from '../operations/actor.ts';
import type { AuditActor, AuditSource } from '../audit-log/port.ts';

/** Person who uses the dashboard in a session. */
export interface Viewer {
  /** Rights of the person. */
  actor: Extract<Actor, { kind: 'role' | 'owner' }>;
  /** The person in the audit log. */
  person: AuditActor;
  /** Address and browser of the request, for the audit log. */
  source: AuditSource;
  session: {
    /** Public id: it identifies the session in lists, but does not let anyone use it. */
    id: string;
    /** Time at which the person last proved who they are, in milliseconds since 1970. */
    authenticatedMs: number;
  };
}

/** Time after a sign-in in which it counts as recent, for actions that need a recent sign-in. */
export const recentSignInMs = 10 * 60_000;

export function hasRecentSignIn({ session }: Viewer, now: Date): boolean {
  return now.getTime() - session.authenticatedMs <= recentSignInMs;
}
