import { randomBytes, randomUUID } from 'node:crypto';
import { Registry } from 'prom-client';
import { v7 as uuidv7 } from 'uuid';
import { createAdminApp } from '../../../src/admin/admin-app.ts';
import type { AdminDeps } from '../../../src/admin/deps.ts';
import { createJobTable } from '../../../src/admin/jobs/job-table.ts';
import { Sessions } from '../../../src/admin/sign-in/sessions.ts';
import { trustedProxies } from '../../../src/admin/sign-in/source.ts';
import type { Viewer } from '../../../src/admin/viewer.ts';
import { cookieOf } from '../../../src/admin/web/cookies.ts';
import { createAdmissionMetrics } from '../../../src/api/metrics.ts';
import { localSettings } from '../../../src/config/role-settings.ts';
import { settingsInForce } from '../../../src/config/settings-in-force.ts';
import { adAccountKind, apiKeyKind } from '../../../src/domain/kinds.ts';
import { priceList } from '../../../src/domain/pricing.ts';
import { bytes } from '../../../src/http/answer.ts';
import { Probes } from '../../../src/observability/readiness.ts';
import { AbortRetrier } from '../../../src/operations/jobs/abort-retrier.ts';
import { BoundedBackground } from '../../../src/operations/jobs/bounded-background.ts';
import { storeJobs } from '../../../src/operations/jobs/store-jobs.ts';
import { Reflector } from '../../../src/runtime/reflector.ts';
import { windowDefaults } from '../../../src/schema/apikey.ts';
import { StoredStageLogs } from '../../../src/stage-logs/stored-stage-logs.ts';
import type { Installation } from '../installation/installation.ts';
import { openListener } from '../installation/listener.ts';
import { namespace } from '../installation/objects.ts';
import { MemoryAuditLog } from './memory-audit-log.ts';
import { MemoryState } from './memory-state.ts';

type Actor = Viewer['actor'];

/** A dashboard on the stores of an installation, whose callers choose who they are. */
export interface AdminRig {
  url: string;
  auditLog: MemoryAuditLog;
  deps: AdminDeps;
  /** Returns a browser of a person with these rights. `signedInMsAgo` is the age of the sign-in. */
  as(actor: Actor, signedInMsAgo?: number): AdminClient;
  close(): Promise<void>;
}

/** Fields of a form. A name may occur several times in a list of pairs. */
type FormFields = Record<string, string> | [name: string, value: string][];

export interface AdminClient {
  /** Value of the header `Cookie` of this person. */
  cookie: string;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  /** Sends a form as a page of the dashboard does. Redirects are not followed. */
  post(path: string, form: FormFields, headers?: Record<string, string>): Promise<Response>;
}

export const admin: Actor = { kind: 'role', role: 'admin' };
export const operator: Actor = { kind: 'role', role: 'operator' };
export const viewer: Actor = { kind: 'role', role: 'viewer' };
export function ownerOf(...names: string[]): Actor {
  return { kind: 'owner', accounts: names.map((name) => ({ namespace, name })) };
}

/** Parts of a dashboard that a test replaces. A function gets the other parts, such as the public URL. */
type Replaced = Partial<AdminDeps> | ((own: AdminDeps) => Partial<AdminDeps>);

/** Opens a dashboard. Its public URL names `host`, a name of the loopback address. */
export async function openAdmin(home: Installation, replaced: Replaced = {}, host = '127.0.0.1'): Promise<AdminRig> {
  const stop = new AbortController();
  const { service, port } = await openListener();
  const url = `http://${host}:${port}`;
  const people = new Map<string, { actor: Actor; signedInMsAgo: number }>();
  const auditLog = new MemoryAuditLog();
  const parts = await depsOf(home, stop.signal);
  const own: AdminDeps = { ...parts, publicUrl: url, auditLog, sessions: new Sessions({ ...parts, auditLog }) };
  const given = typeof replaced === 'function' ? replaced(own) : replaced;
  const deps: AdminDeps = { ...own, ...given };
  deps.sessions = given.sessions ?? new Sessions(deps);
  deps.authenticate =
    given.authenticate ?? ((request) => Promise.resolve(identified(cookieOf(request.headers, 'who'))));
  function identified(who = '') {
    const person = people.get(who);
    if (person === undefined) return { kind: 'refused' as const, answer: bytes(401, 'text/plain', Buffer.from('')) };
    const authenticatedMs = home.clock.now().getTime() - person.signedInMsAgo;
    const caller: Viewer = {
      actor: person.actor,
      person: { kind: 'person', subject: who, name: 'Ada' },
      source: { ip: '127.0.0.1' },
      session: { id: who.slice(0, 32), authenticatedMs },
    };
    return { kind: 'caller' as const, caller };
  }
  service.serve({ handler: createAdminApp(deps), publicUrl: url });
  return {
    ...{ url, auditLog, deps },
    as: (actor, signedInMsAgo = 0) => {
      // In the form of the hash under which a session is stored.
      const who = randomBytes(32).toString('hex');
      people.set(who, { actor, signedInMsAgo });
      return clientOf(url, `who=${who}`);
    },
    close: async () => {
      stop.abort();
      await service.drain(0);
    },
  };
}

export function clientOf(url: string, cookie: string): AdminClient {
  const send = (path: string, headers: Record<string, string>, init: RequestInit = {}): Promise<Response> =>
    fetch(url + path, { redirect: 'manual', ...init, headers: { cookie, ...headers } });
  return {
    cookie,
    get: (path, headers = {}) => send(path, headers),
    post: (path, form, headers = {}) =>
      send(path, { 'Sec-Fetch-Site': 'same-origin', ...headers }, { method: 'POST', body: new URLSearchParams(form) }),
  };
}

async function depsOf(
  home: Installation,
  stop: AbortSignal,
): Promise<Omit<AdminDeps, 'publicUrl' | 'auditLog' | 'sessions'>> {
  const { store, clock, ledger, archive, artifacts, rateLimiter } = home;
  const logger = home.logger.child({}, { level: 'info' });
  const metrics = new Registry();
  const parts = { store, clock, logger };
  const accounts = new Reflector({ ...parts, kind: adAccountKind, transform: (account) => account });
  const keys = new Reflector({ ...parts, kind: apiKeyKind, transform: (key) => key });
  void accounts.run(stop);
  void keys.run(stop);
  const { table, watch } = createJobTable({ ...parts, namespace });
  void watch.run(stop);
  await Promise.all([accounts.whenSynced(), keys.whenSynced(), watch.whenSynced()]);
  const admissions = createAdmissionMetrics(metrics);
  return {
    ...{ store, clock, ledger, archive, artifacts, rateLimiter, logger, metrics, windowDefaults, admissions },
    apiUrl: 'http://ads.example',
    stageLogs: new StoredStageLogs(artifacts),
    namespace: { name: namespace, isOnly: true },
    settingsInForce: settingsInForce(localSettings, {}),
    authenticate: () => Promise.reject(new Error('replaced by the rig')),
    state: new MemoryState(clock),
    signIn: { isTrustedProxy: trustedProxies([]) },
    accounts: accounts.cache,
    keys: keys.cache,
    table,
    jobs: storeJobs(store, namespace),
    accountSecrets: () => Promise.resolve(home.accountSecrets),
    prices: priceList(),
    aborts: new AbortRetrier({ ledger, clock, logger }),
    creations: new BoundedBackground(10),
    requestRules: { allowHttpCallback: true, addressRule: () => ({ allowed: true }) },
    readiness: new Probes(),
    stopping: stop,
    newId: uuidv7,
    newJobId: uuidv7,
    newRequestId: randomUUID,
    newFormId: randomUUID,
    background: new BoundedBackground(Infinity),
    random: (count) => randomBytes(count),
  };
}
