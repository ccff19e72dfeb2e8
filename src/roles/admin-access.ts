import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { AdminDeps } from '../admin/deps.ts';
import { Sessions } from '../admin/sign-in/sessions.ts';
import { createSignInLink } from '../admin/sign-in/sign-in-link.ts';
import { runSignInUpkeep } from '../admin/sign-in/upkeep.ts';
import type { SignInWays } from '../admin/sign-in/sign-in-ways.ts';
import type { ExpiringState } from '../admin/state/port.ts';
import type { ArtifactStore } from '../artifacts/port.ts';
import { ArtifactAuditLog } from '../audit-log/artifact-audit-log.ts';
import { systemClock } from '../clock/system-clock.ts';

/** Ways to sign in to the dashboard, and its stores of sessions and the audit log. */
export interface AdminAccess extends Pick<AdminDeps, 'state' | 'auditLog' | 'sessions' | 'signIn'> {
  /** Records failed sign-ins and sessions that have expired, until the signal aborts. */
  runUpkeep(stop: AbortSignal): Promise<void>;
  /** Returns the address of a page that signs an admin in. It works once. */
  createSignInLink(publicUrl: string): Promise<string>;
}

interface Parts {
  state: ExpiringState;
  signIn: SignInWays;
  artifacts: ArtifactStore;
  logger: Logger;
}

const random = (count: number): Buffer => randomBytes(count);

export function openAdminAccess({ state, signIn, artifacts, logger }: Parts): AdminAccess {
  const auditLog = new ArtifactAuditLog({ artifacts, logger });
  const deps = { state, auditLog, clock: systemClock, random };
  const sessions = new Sessions(deps);
  return {
    ...{ state, auditLog, sessions, signIn },
    runUpkeep: (stop) => runSignInUpkeep({ ...deps, sessions, logger }, stop),
    createSignInLink: (publicUrl) =>
      createSignInLink({ state, random, publicUrl }, { actor: { kind: 'role', role: 'admin' } }),
  };
}
