import type { IncomingHttpHeaders } from 'node:http';
import type { AuditActor, AuditSource, AuditTarget } from '../../audit-log/port.ts';
import { StateUnavailable, type ExpiringState } from '../state/port.ts';
import { cookieOf } from '../web/cookies.ts';
import { cookieNames } from './cookies.ts';
import { record, recorded, type Recorder } from './recorded.ts';
import { hashOfToken, newToken } from './secret-token.ts';
import {
  expiryOf,
  sessionLimits,
  StoredSession,
  Tombstone,
  type EndReason,
  type Newcomer,
  type Session,
} from './session.ts';

export interface SessionsDeps extends Recorder {
  state: ExpiringState;
  random: (bytes: number) => Buffer;
}

/** Session of a request. `none`: the request has no session, or one that ended long ago. */
export type FoundSession =
  { kind: 'live'; session: Session } | { kind: 'ended'; tombstone: Tombstone } | { kind: 'none' };

/** `done`: the session has begun. `used-before`: another sign-in has used up the proof of identity. */
type Started = { kind: 'done'; token: string } | { kind: 'used-before' };

const keyOf = (hash: string): string => `session:${hash}`;
const usedKeyOf = (hash: string): string => `session-used:${hash}`;
const endedKeyOf = (hash: string): string => `session-ended:${hash}`;
/** A stored session outlives its end, so that its end is recorded even if its browser does not return. */
const storedMs = sessionLimits.ageMs + sessionLimits.reasonMs;
const idLength = 32;
const system: AuditActor = { kind: 'system', subject: 'sessions' };

/**
 * Sessions of the dashboard, which all replicas share. The store contains only hashes of the tokens.
 *
 * Guarantee: a session that has ended stays ended. Activity is stored apart from the session, so a request that is
 * served while the session is ended cannot bring it back.
 */
export class Sessions {
  readonly #deps: SessionsDeps;

  constructor(deps: SessionsDeps) {
    this.#deps = deps;
  }

  /**
   * Records the sign-in, then starts a session. Returns its token, or undefined if the row could not be written.
   *
   * `use` uses up what the person has proved their identity with, and returns false if it was used before. It runs once
   * the session is stored, so a sign-in that fails uses up nothing.
   */
  start(newcomer: Newcomer, source: AuditSource, use: () => Promise<boolean>): Promise<Started | undefined> {
    const token = newToken(this.#deps.random);
    const hash = hashOfToken(token) ?? '';
    const { actor, person } = newcomer;
    const row = {
      ...{ action: 'session.start', actor: { ...person, session: idOf(hash) }, source },
      after:
        actor.kind === 'role'
          ? { role: actor.role }
          : { accounts: actor.accounts.map(({ namespace, name }) => `${namespace}/${name}`) },
    };
    const { ip, userAgent } = source;
    const stored: StoredSession = { ...newcomer, source: { ip, userAgent }, startedMs: this.#nowMs };
    const begin = async (): Promise<Started> => {
      await this.#deps.state.set(keyOf(hash), JSON.stringify(stored), storedMs);
      if (await use()) return { kind: 'done', token };
      await this.#deps.state.delete(keyOf(hash));
      return { kind: 'used-before' };
    };
    return recorded(this.#deps, row, begin, ({ kind }) => (kind === 'done' ? 'done' : 'refused'));
  }

  /** Returns the session of a request by its cookie. Ends the session if it is too old or was not used. */
  async ofRequest(headers: IncomingHttpHeaders): Promise<FoundSession> {
    const hash = hashOfToken(cookieOf(headers, cookieNames.session));
    if (hash === undefined) return { kind: 'none' };
    const session = await this.#read(hash);
    if (session === undefined) return this.#ended(hash);
    const expiry = expiryOf(session, this.#nowMs);
    if (expiry === undefined) return { kind: 'live', session };
    await this.#expire(session, expiry);
    return this.#ended(hash);
  }

  /**
   * Records activity, at most once a minute. A state that is full and can only be read must not take the pages away, so
   * a failure is ignored; the session then ends earlier.
   */
  async touch({ hash, usedMs }: Session): Promise<void> {
    if (this.#nowMs - usedMs < sessionLimits.touchMs) return;
    await this.#deps.state.set(usedKeyOf(hash), String(this.#nowMs), storedMs).catch(unlessUnavailable);
  }

  /** Ends a session. Returns false if it had ended before. Does not write to the audit log. */
  async end({ hash, person }: Pick<Session, 'hash' | 'person'>, why: EndReason): Promise<boolean> {
    const { state } = this.#deps;
    const reason = JSON.stringify({ why, person });
    // The reason is stored first, so that no request finds the session gone without a reason. A state that is full but
    // still deletes, such as Redis without memory, ends the session without a reason.
    await state.setIfAbsent(endedKeyOf(hash), reason, sessionLimits.reasonMs).catch(unlessUnavailable);
    const taken = await state.take(keyOf(hash));
    await state.delete(usedKeyOf(hash));
    return taken !== undefined;
  }

  /** Ends a session that its person does not need any more. It ends even if the row cannot be written. */
  async endRecorded(session: Session, why: EndReason, source: AuditSource): Promise<void> {
    if (!(await this.end(session, why))) return;
    const { person, id } = session;
    await this.#record({ ...person, session: id }, session, { why, source });
  }

  /** Returns the session with a public id, or undefined if no such session is open. */
  async find(id: string): Promise<Session | undefined> {
    if (!/^[0-9a-f]{32}$/.test(id)) return undefined;
    return (await this.#all(id)).find((session) => expiryOf(session, this.#nowMs) === undefined);
  }

  /** Returns the sessions that have not ended, those that were used last first. */
  async list(): Promise<Session[]> {
    const live = (await this.#all()).filter((session) => expiryOf(session, this.#nowMs) === undefined);
    return live.toSorted((a, b) => b.usedMs - a.usedMs);
  }

  /** Ends and records the sessions that have expired. Several replicas may do this at once. */
  async sweep(): Promise<void> {
    for (const session of await this.#all()) {
      const expiry = expiryOf(session, this.#nowMs);
      if (expiry !== undefined) await this.#expire(session, expiry);
    }
  }

  get #nowMs(): number {
    return this.#deps.clock.now().getTime();
  }

  async #expire(session: Session, why: EndReason): Promise<void> {
    if (await this.end(session, why)) await this.#record(system, session, { why, source: {} });
  }

  async #record(actor: AuditActor, session: Session, { why, source }: { why: EndReason; source: AuditSource }) {
    const row = { action: 'session.end', actor, source, target: targetOf(session), after: { why } };
    await record(this.#deps, row, 'done').catch(() => undefined);
  }

  async #ended(hash: string): Promise<FoundSession> {
    const text = await this.#deps.state.get(endedKeyOf(hash));
    return text === undefined ? { kind: 'none' } : { kind: 'ended', tombstone: Tombstone.parse(JSON.parse(text)) };
  }

  async #read(hash: string): Promise<Session | undefined> {
    const { state } = this.#deps;
    const [stored, used] = await Promise.all([state.get(keyOf(hash)), state.get(usedKeyOf(hash))]);
    return stored === undefined ? undefined : sessionOf(hash, stored, used);
  }

  async #all(idPrefix = ''): Promise<Session[]> {
    const { state } = this.#deps;
    const [stored, used] = await Promise.all([state.list(keyOf(idPrefix)), state.list(usedKeyOf(idPrefix))]);
    const usedAt = new Map(used.map(({ key, value }) => [key, value]));
    return stored.map(({ key, value }) => {
      const hash = key.slice(keyOf('').length);
      return sessionOf(hash, value, usedAt.get(usedKeyOf(hash)));
    });
  }
}

/** The session as the target of a row of the audit log. */
export function targetOf({ id, person }: Pick<Session, 'id' | 'person'>): AuditTarget {
  return { kind: 'Session', namespace: '', name: person.name ?? person.subject, uid: id };
}

function unlessUnavailable(error: unknown): void {
  if (!(error instanceof StateUnavailable)) throw error;
}

function idOf(hash: string): string {
  return hash.slice(0, idLength);
}

function sessionOf(hash: string, text: string, used: string | undefined): Session {
  const stored = StoredSession.parse(JSON.parse(text));
  return { ...stored, id: idOf(hash), hash, usedMs: used === undefined ? stored.startedMs : Number(used) };
}
