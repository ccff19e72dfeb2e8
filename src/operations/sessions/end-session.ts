import { z } from 'zod';
import { defineOperation } from '../operation.ts';

/** Sessions of people in the dashboard. */
export interface NeedsSessions {
  sessions: {
    /** Returns the session with a public id, or undefined if no such session is open. */
    find(id: string): Promise<EndableSession | undefined>;
    /** Ends a session. Returns false if it had ended before. */
    end(session: EndableSession, why: 'ended'): Promise<boolean>;
  };
}

interface EndableSession {
  id: string;
  hash: string;
  person: { kind: 'person' | 'link' | 'kubernetes'; subject: string; name?: string | undefined };
}

type Outcome = { kind: 'done' } | { kind: 'not-found' };

export const endSession = defineOperation({
  name: 'session.end',
  summary: 'End the session of a person in the dashboard.',
  input: z.object({ id: z.string() }),
  right: { role: 'admin' },
  effect: 'reduces',
  run: async ({ id }, { sessions }: NeedsSessions, { announce }): Promise<Outcome> => {
    const session = await sessions.find(id);
    if (session === undefined) return { kind: 'not-found' };
    const { name, subject } = session.person;
    await announce?.({
      target: { kind: 'Session', namespace: '', name: name ?? subject, uid: id },
      after: { why: 'ended' },
    });
    return (await sessions.end(session, 'ended')) ? { kind: 'done' } : { kind: 'not-found' };
  },
});
