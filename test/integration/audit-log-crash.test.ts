import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { annotationOf, hasUnfiledRow } from '../../src/domain/audit-annotation.ts';
import { adAccountKind, adJobKind, apiKeyKind } from '../../src/domain/kinds.ts';
import { ArtifactAuditLog } from '../../src/audit-log/artifact-audit-log.ts';
import { AuditLogUnavailable, type AuditRow } from '../../src/audit-log/port.ts';
import type { ChangeRecords } from '../../src/commands/context.ts';
import { cleanupFinalizer } from '../../src/domain/labels.ts';
import { annotating } from '../../src/operations/journal.ts';
import { eraseJob } from '../../src/operations/jobs/erase-job.ts';
import { storeJobs } from '../../src/operations/jobs/store-jobs.ts';
import { Fuse } from '../support/faults/fuse.ts';
import { aroundCalls } from '../support/faults/around-calls.ts';
import { auditRow } from '../support/admin/audit-rows.ts';
import { MemoryAuditLog } from '../support/admin/memory-audit-log.ts';
import { FilingLife } from '../support/admin/filing-life.ts';
import { Installation } from '../support/installation/installation.ts';
import { acme, createAccount, createApiKey, namespace } from '../support/installation/objects.ts';
import { jobName, imageSpec } from '../support/pipeline/build-job.ts';
import { collected } from '../support/process/collected.ts';
import { AutoAdvancingClock } from '../support/time/auto-advancing-clock.ts';
import { Terminal } from '../support/process/terminal.ts';
import { until } from '../support/process/until.ts';

const actor = { kind: 'command', subject: 'ada@example.com', name: 'ada@laptop' } as const;
const terminal = new Terminal();

let home: Installation;
let lives: FilingLife[];
beforeEach(open);
afterEach(close);

async function open(): Promise<void> {
  [home, lives] = [new Installation(), []];
  await createAccount(home);
  await createApiKey(home);
}

async function close(): Promise<void> {
  for (const life of lives) await life.end();
  home.close();
}

async function restart(): Promise<void> {
  await close();
  await open();
}

async function live(fuse?: Fuse): Promise<FilingLife> {
  const life = new FilingLife(home, fuse);
  lives.push(life);
  await life.start();
  return life;
}

/** Runs a command that can write only objects, unless it gets other `records`. */
function run(args: string[], records: ChangeRecords = { auditLog: undefined, actor }): Promise<number> {
  const parts = { namespace, clock: home.clock, store: () => Promise.resolve(home.store) };
  return terminal.run(args, { ...parts, changeRecords: () => Promise.resolve(records) });
}

async function createJob(phase: 'SUCCESS' | 'PROCESSING'): Promise<void> {
  const key = { namespace, name: jobName };
  const spec = imageSpec({ accountRef: { name: 'acme' }, callbackUrl: 'https://a.example/done' });
  await home.store.create(adJobKind, { metadata: key, spec });
  await home.store.patchStatus(adJobKind, key, { status: { phase, jobId: jobName } });
}

async function unfiled(): Promise<number> {
  const lists = [home.store.list(adAccountKind), home.store.list(apiKeyKind), home.store.list(adJobKind)];
  const objects = (await Promise.all(lists)).flatMap(({ items }) => items as { metadata: object }[]);
  return objects.filter(({ metadata }) => hasUnfiledRow(metadata)).length;
}

const filed = async (): Promise<AuditRow[]> => collected(new FilingLife(home).auditLog.all({}));
const allFiled = (count: number) =>
  until(async () => (await unfiled()) === 0 && (await filed()).length === count && !lives.at(-1)?.fuse.isDead);

const changes: [string, string[], Partial<AuditRow>][] = [
  [
    'changed account',
    ['accounts', 'update', 'acme', '--weight', '5', '--reason', 'paid'],
    { action: 'account.update', reason: 'paid', before: { weight: 1 }, after: { weight: 5 } },
  ],
  ['new account', ['accounts', 'create', 'beta'], { action: 'account.create' }],
  ['new key', ['keys', 'create', '--account', 'acme', '--name', 'shop'], { action: 'api_key.create' }],
  ['revoked key', ['keys', 'revoke', 'acme-key'], { action: 'api_key.revoke', after: { revoked: true } }],
  ['cancelled job', ['jobs', 'cancel', jobName], { action: 'job.cancel', after: { cancel: true } }],
];

test.each(changes)(
  'the row of a %s reaches the log exactly once, wherever the controller is killed',
  async (_, args, want) => {
    for (let lastCall = 1; ; lastCall += 1) {
      for (const isLate of [false, true]) {
        await restart();
        await createJob('PROCESSING');
        expect(await run(args)).toBe(0);
        expect(await unfiled()).toBe(1);
        const killed = await live(new Fuse(lastCall, { isLate }));
        await until(async () => killed.fuse.isDead || (await unfiled()) === 0);
        const isWhole = !killed.fuse.isDead;
        await killed.end();
        await live();
        await allFiled(1);
        await killed.fuse.completeLastCall();
        expect(await filed()).toEqual([
          expect.objectContaining({ ...want, actor: { ...actor, isStated: true }, outcome: 'done' }),
        ]);
        expect((await filed())[0]?.target?.account).toBe(args.includes('beta') ? 'beta' : 'acme');
        expect(await unfiled()).toBe(0);
        if (isWhole) return;
      }
    }
  },
);

const weightNow = async () => (await home.store.get(adAccountKind, acme))?.spec.weight;
const update = ['accounts', 'update', 'acme', '--weight'];

test('rows of several changes wait beside each other until the controller starts', async () => {
  for (const weight of ['2', '3', '4']) expect(await run([...update, weight])).toBe(0);
  await live();
  await allFiled(3);
  expect((await filed()).map(({ after }) => after)).toEqual(
    expect.arrayContaining([2, 3, 4].map((weight) => ({ weight }))),
  );
});

test('two controllers that file the same row at once write one row', async () => {
  await run([...update, '2']);
  await Promise.all([live(), live()]);
  await allFiled(1);
});

test('a row stays on its object while the audit log cannot be written', async () => {
  const life = new FilingLife(home);
  lives.push(life);
  const write = life.auditLog.write.bind(life.auditLog);
  let isFull = true;
  let tries = 0;
  life.auditLog.write = (row) => {
    tries += 1;
    return isFull ? Promise.reject(new AuditLogUnavailable('ENOSPC')) : write(row);
  };
  await life.start();
  await run([...update, '2']);
  await until(() => tries > 0);
  expect(await unfiled()).toBe(1);
  isFull = false;
  await allFiled(1);
});

test('the row of a key that is deleted before its row is filed is filed from memory', async () => {
  const life = new FilingLife(home);
  lives.push(life);
  const write = life.auditLog.write.bind(life.auditLog);
  life.auditLog.write = async () => {
    await home.store.delete(apiKeyKind, { namespace, name: 'acme-key' });
    life.auditLog.write = write;
    throw new AuditLogUnavailable('ENOSPC');
  };
  await life.start();
  await run(['keys', 'revoke', 'acme-key']);
  await allFiled(1);
});

test.each<[string, Record<string, string>]>([
  ['of another person', annotationOf(auditRow({ target: { kind: 'AdAccount', ...acme } }))],
  ['of another object', annotationOf(auditRow({ actor, target: { kind: 'AdAccount', namespace, name: 'beta' } }))],
  ['that is no row', { 'adwright.dev/audit-log.x': '{"id":"../../x"}' }],
  [
    'with the id of another row',
    { 'adwright.dev/audit-log.x': Object.values(annotationOf(auditRow({ actor })))[0] ?? '' },
  ],
])('an annotation %s is removed and not filed', async (_, annotations) => {
  await home.store.patch(adAccountKind, acme, { metadata: { annotations } });
  await live();
  await until(async () => (await unfiled()) === 0);
  expect(await filed()).toEqual([]);
  expect(home.lines).toContainEqual(
    expect.objectContaining({ level: 'warn', annotation: Object.keys(annotations)[0] }),
  );
});

test('a command records its change before it makes it: after a kill in between, the row is there', async () => {
  let isReached = false;
  const store = aroundCalls(home.store, (name, call) => {
    if (name !== 'patch') return call();
    isReached = true;
    return new Promise(() => undefined);
  });
  const auditLog = new ArtifactAuditLog({ artifacts: home.artifacts, logger: home.logger });
  const records = { auditLog, actor };
  const parts = { namespace, store: () => Promise.resolve(store), changeRecords: () => Promise.resolve(records) };
  void new Terminal().run([...update, '2', '--reason', 'paid'], parts);
  await until(() => isReached);
  expect(await filed()).toEqual([
    expect.objectContaining({ action: 'account.update', outcome: 'started', reason: 'paid' }),
  ]);
  expect(await weightNow()).toBe(1);
});

test.each<[string, string[], string, number]>([
  ['a change that is made', [...update, '2'], 'done', 0],
  ['a change that is refused', ['keys', 'create', '--account', 'acme', '--name', 'acme-key'], 'refused', 1],
])('the row of %s has its outcome', async (_, args, outcome, code) => {
  const auditLog = new ArtifactAuditLog({ artifacts: home.artifacts, logger: home.logger });
  expect(await run(args, { auditLog, actor })).toBe(code);
  expect(await filed()).toEqual([expect.objectContaining({ outcome, actor })]);
});

test('where the audit log cannot be written, a command changes nothing and says so, unless it takes rights away', async () => {
  const artifacts = aroundCalls(home.artifacts, () => Promise.reject(new Error('ENOSPC: no space left on device')));
  const records = { auditLog: new ArtifactAuditLog({ artifacts, logger: home.logger }), actor };
  expect(await run([...update, '2'], records)).toBe(1);
  expect(terminal.err).toMatch(/^Nothing was changed, because the change could not be recorded\..*ENOSPC/);
  expect(await weightNow()).toBe(1);
  expect(await run(['keys', 'revoke', 'acme-key'], records)).toBe(0);
  expect((await home.store.get(apiKeyKind, { namespace, name: 'acme-key' }))?.spec.revoked).toBe(true);
});

test('a command that only reads writes no row', async () => {
  const auditLog = new MemoryAuditLog();
  auditLog.isFull = true;
  expect(await run(['keys', 'list'], { auditLog, actor })).toBe(0);
});

test('no row contains the secret of a key', async () => {
  const auditLog = new ArtifactAuditLog({ artifacts: home.artifacts, logger: home.logger });
  for (const records of [
    { auditLog, actor },
    { auditLog: undefined, actor },
  ]) {
    for (const args of [
      ['create', '--account', 'acme'],
      ['rotate', 'acme-key', '--overlap', '1h'],
    ]) {
      expect(await run(['keys', ...args], records)).toBe(0);
      const secret = terminal.out.trim();
      const hash = (await home.store.get(apiKeyKind, { namespace, name: 'acme-key' }))?.spec.secretHash ?? '';
      const objects = JSON.stringify((await home.store.list(apiKeyKind)).items.map(({ metadata }) => metadata));
      const rows = JSON.stringify(await filed()) + JSON.stringify(home.lines) + objects;
      for (const hidden of [secret, hash]) expect(rows).not.toContain(hidden);
      expect(rows).toContain('(secret)');
    }
  }
});

test('a rotated signing secret is recorded on its account before it changes, without the secret', async () => {
  await home.accountSecrets.ensure([acme]);
  const parts = { namespace, store: () => Promise.resolve(home.store) };
  const given = { accountSecrets: () => Promise.resolve(home.accountSecrets) };
  const changeRecords = () => Promise.resolve({ auditLog: undefined, actor });
  await terminal.run(['accounts', 'webhook-secret', 'acme', '--rotate'], { ...parts, ...given, changeRecords });
  expect(await unfiled()).toBe(1);
  await live();
  await allFiled(1);
  const [row] = await filed();
  expect(row).toMatchObject({ action: 'account.rotate_signing_secret', outcome: 'started' });
  expect(JSON.stringify(row)).not.toContain(terminal.out.trim());
});

test.each([
  ['accounts', 'create', 'beta', '--credits', '1'],
  ['accounts', 'update', 'acme', '--weight', '3'],
  ['accounts', 'deactivate', 'acme'],
  ['keys', 'create', '--account', 'acme', '--image-creates-per-minute', '3'],
  ['keys', 'update', 'acme-key', '--image-creates-per-minute', '3'],
  ['keys', 'rotate', 'acme-key'],
  ['keys', 'revoke', 'acme-key'],
  ['jobs', 'cancel', jobName],
])('`%s %s` records a reason', async (...args) => {
  await createJob('PROCESSING');
  const instantly = new AutoAdvancingClock();
  const parts = { namespace, clock: instantly, store: () => Promise.resolve(home.store) };
  const changeRecords = () => Promise.resolve({ auditLog: undefined, actor });
  expect(await terminal.run([...args, '--reason', 'ticket 7'], { ...parts, changeRecords })).toBe(0);
  await live();
  await allFiled(1);
  expect(await filed()).toEqual([expect.objectContaining({ reason: 'ticket 7' })]);
});

test('a reason alone is no change', async () => {
  expect(await run(['accounts', 'update', 'acme', '--reason', 'none'])).toBe(2);
  expect(await run(['keys', 'update', 'acme-key', '--reason', 'none'])).toBe(2);
});

test('an erased job carries its row until the row is filed, although the job vanishes', async () => {
  await createJob('SUCCESS');
  const key = { namespace, name: jobName };
  await home.store.patch(adJobKind, key, { metadata: { finalizers: [cleanupFinalizer] } });
  const { store, archive, artifacts } = home;
  const deps = { store, archive, artifacts, jobs: storeJobs(store, namespace), ledger: home.ledger };
  const announce = annotating({ action: 'job.erase', actor, source: {}, reason: undefined }, new Date());
  const by = { actor: { kind: 'role' as const, role: 'admin' as const }, announce };
  expect((await eraseJob.run({ jobId: jobName }, deps, by)).kind).toBe('done');
  const job = await store.get(adJobKind, key);
  expect(job?.metadata.deletionTimestamp).toBeDefined();
  expect(hasUnfiledRow(job?.metadata ?? {})).toBe(true);
  await live();
  await allFiled(1);
  expect(await filed()).toEqual([expect.objectContaining({ action: 'job.erase', outcome: 'started' })]);
});
