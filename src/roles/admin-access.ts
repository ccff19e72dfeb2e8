import type { Authenticate } from '../admin/deps.ts';
import { StateUnavailable, type ExpiringState } from '../admin/state/port.ts';
import { AuditLogUnavailable, type AuditLog } from '../audit-log/port.ts';
import { bytes } from '../http/answer.ts';

/** Who may use the dashboard, and where it stores sessions and the audit log. */
export interface AdminAccess {
  state: ExpiringState;
  auditLog: AuditLog;
  authenticate: Authenticate;
  /** Returns the address of a page that signs an admin in. It works once. */
  createSignInLink(publicUrl: string): Promise<string>;
}

export function openAdminAccess(): AdminAccess {
  const createSignInLink = (publicUrl: string): Promise<string> => Promise.resolve(`${publicUrl}/sign-in`);
  return { state: closedState(), auditLog: closedLog(), authenticate: refuse, createSignInLink };
}

function refuse(): ReturnType<Authenticate> {
  const answer = bytes(401, 'text/plain; charset=utf-8', Buffer.from('This version has no sign-in.\n'));
  return Promise.resolve({ kind: 'refused', answer });
}

function closedState(): ExpiringState {
  const closed = (): Promise<never> => Promise.reject(new StateUnavailable('There is no store of sessions.'));
  return {
    set: closed,
    setIfAbsent: closed,
    get: closed,
    take: closed,
    delete: closed,
    increment: closed,
    list: closed,
  };
}

function closedLog(): AuditLog {
  const closed = (): Promise<never> => Promise.reject(new AuditLogUnavailable('There is no audit log.'));
  const all = async function* (): AsyncGenerator<never> {
    yield await closed();
  };
  return { write: closed, finish: closed, page: closed, all, deleteBefore: closed };
}
