import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import { BulkStore } from '../../../../src/admin/bulk/bulk-store.ts';
import { adAccountKind, adJobKind } from '../../../../src/domain/kinds.ts';
import { BoundedBackground } from '../../../../src/operations/jobs/bounded-background.ts';
import type { AdJobSpec, AdJobStatus } from '../../../../src/schema/adjob.ts';
import { Installation } from '../../installation/installation.ts';
import { acme, createAccount, createApiKey, namespace } from '../../installation/objects.ts';
import { imageSpec } from '../../pipeline/build-job.ts';
import { openAdmin, type AdminRig } from '../admin-rig.ts';
import { personNames, type PersonName, type RoleRow } from './role-row.ts';

/** A text that would run a script if it were not escaped. */
export const hostile = `"'><script>alert(1)</script>`;

/** Values for the names in braces of a row. */
type Objects = Record<'running' | 'finished' | 'key' | 'bulk' | 'session', string>;

/** A dashboard with the objects on which the rows act. */
export interface RoleInstallation {
  rig: AdminRig;
  /** Returns a row about the objects of a person. */
  rowFor<Row extends RoleRow>(row: Row, person: PersonName): Row;
  /** Returns a row about objects that do not exist. */
  missing<Row extends RoleRow>(row: Row): Row;
  /** Returns what an action can change, once no work is in progress. Two results differ if anything was changed. */
  stored(): Promise<unknown>;
  close(): Promise<void>;
}

export async function openRoleInstallation(): Promise<RoleInstallation> {
  const home = new Installation();
  const beta = { namespace, name: 'beta' };
  await home.ledger.audit.begin('epoch');
  await home.ledger.grant(acme, { id: hostile, amount: 100 });
  await createAccount(home, { displayName: hostile, creditGrants: [{ id: hostile, amount: 100, note: hostile }] });
  await createAccount(home, {}, beta);
  await createApiKey(home, { hint: hostile });
  for (const phase of ['PENDING', 'SUCCESS'] as const) await createJob(home, phase, { accountRef: { name: 'beta' } });
  const owned = new Map<PersonName, Pick<Objects, 'running' | 'finished' | 'key'>>();
  for (const person of personNames) {
    const key = await createKey(home, person);
    owned.set(person, { running: await createJob(home, 'PENDING'), finished: await createJob(home, 'SUCCESS'), key });
  }
  const [background, creations] = [new BoundedBackground(Infinity), new BoundedBackground(10)];
  const rig = await openAdmin(home, { background, creations });
  const session = await startSession(rig);
  const objects = new Map<PersonName, Objects>();
  for (const [person, own] of owned) objects.set(person, { ...own, session, bulk: await createBulk(rig, own.running) });
  return {
    rig,
    rowFor: (row, person) => withObjects(row, objects.get(person)),
    missing: (row) => withObjects(row, undefined),
    stored: async () => {
      await Promise.all([background.idle(), creations.idle()]);
      // The version of a list is that of all objects, and every write changes it.
      const { resourceVersion } = await home.store.list(adAccountKind);
      const [secret, balance] = await Promise.all([home.accountSecrets.read(acme), home.ledger.balance(acme)]);
      const sessions = await rig.deps.sessions.list();
      return [resourceVersion, secret, balance, sessions.map(({ id }) => id), await rig.deps.state.list('bulk')];
    },
    close: async () => {
      await rig.close();
      home.close();
    },
  };
}

/** Creates a key that one person can revoke. There are few, because an account has a maximum number of keys. */
async function createKey(home: Installation, person: PersonName): Promise<string> {
  if (person !== 'admin' && person !== 'owner') return 'acme-key';
  const name = `key-of-${person}`;
  await createApiKey(home, {}, { namespace, name });
  return name;
}

async function createJob(home: Installation, phase: 'PENDING' | 'SUCCESS', spec: Partial<AdJobSpec> = {}) {
  const key = { namespace, name: uuidv7() };
  const status: AdJobStatus = { phase, ...(phase === 'SUCCESS' && { delivery: { state: 'gave_up' } }) };
  await home.store.create(adJobKind, {
    metadata: key,
    spec: imageSpec({ callbackUrl: 'https://shop.example/', ...spec }),
  });
  await home.store.patchStatus(adJobKind, key, { status });
  return key.name;
}

/** Creates a bulk action whose process has ended before it has cancelled its job. */
async function createBulk({ deps }: AdminRig, jobId: string): Promise<string> {
  const id = uuidv4();
  const by = { kind: 'person', subject: 'grace' };
  const about = { action: 'cancel' as const, accounts: ['default/acme'], reason: hostile, count: 1 };
  await new BulkStore(deps.state).create({ id, by, ...about, createdMs: deps.clock.now().getTime() }, [jobId]);
  return id;
}

async function startSession({ deps: { sessions, clock } }: AdminRig): Promise<string> {
  const person = { kind: 'person', subject: 'grace', name: hostile } as const;
  const actor = { kind: 'role', role: 'viewer' } as const;
  const newcomer = { actor, person, authenticatedMs: clock.now().getTime() };
  await sessions.start(newcomer, { ip: '127.0.0.1' }, () => Promise.resolve(true));
  const [session] = await sessions.list();
  return session?.id ?? '';
}

/** Replaces the names in braces. Without objects, the row is about ones that do not exist, also those with a name. */
function withObjects<Row extends RoleRow>(row: Row, objects: Objects | undefined): Row {
  const unknown = uuidv7();
  const known: Readonly<Record<string, string>> = objects ?? {};
  const filled = (text: string): string => {
    const whole = text.replaceAll(/\{(\w+)\}/g, (_, name: string) => known[name] ?? unknown);
    return objects === undefined ? whole.replace(/(?<=\/default\/)[^/]+/, 'missing') : whole;
  };
  const [path, more] = [filled(row.path), row.method === 'get' ? {} : pagesOf(row, filled)];
  return { ...row, path, ...more };
}

function pagesOf({ at, asks }: Extract<RoleRow, { method: 'post' }>, filled: (text: string) => string) {
  return { at: filled(at), ...(asks !== undefined && { asks: filled(asks) }) };
}
