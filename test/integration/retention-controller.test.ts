import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ArtifactAuditLog } from '../../src/audit-log/artifact-audit-log.ts';
import { AuditLogUnavailable } from '../../src/audit-log/port.ts';
import { createRetentionController } from '../../src/controllers/retention/controller.ts';
import type { RetentionConfig } from '../../src/controllers/retention/deps.ts';
import { LedgerError } from '../../src/ledger/port.ts';
import { NotLeadingError } from '../../src/runtime/fence.ts';
import { StoreError } from '../../src/objects/store-error.ts';
import type { ObjectKey } from '../../src/objects/object-key.ts';
import { auditRow } from '../support/admin/audit-rows.ts';
import { collected } from '../support/process/collected.ts';
import { RetentionRig } from '../support/ledger/retention-rig.ts';
import { SpiedStore } from '../support/faults/spied-store.ts';

let rig: RetentionRig;
let stop: AbortController;
beforeEach(() => {
  stop = new AbortController();
});
afterEach(() => {
  rig.close();
});

async function open(config: Partial<RetentionConfig>): Promise<void> {
  rig = await RetentionRig.open(config);
}

const goneOf = async (keys: ObjectKey[]): Promise<number> =>
  (await Promise.all(keys.map((key) => rig.job(key)))).filter((job) => job === undefined).length;
const jobsOf = async (count: number): Promise<ObjectKey[]> => {
  const keys: ObjectKey[] = [];
  while (keys.length < count) keys.push(await rig.finishedJob({ ttlSecondsAfterFinished: 0 }));
  return keys;
};
const archived = async (keys: ObjectKey[]): Promise<number> => {
  await rig.finishDeletions();
  return goneOf(keys);
};

test('retention deletes at most the configured number of jobs per second and stops at once', async () => {
  await open({ deletionsPerSecond: 4, archiveSeconds: Infinity });
  const keys = await jobsOf(12);
  const run = createRetentionController(rig.deps).run(stop.signal);
  await rig.clock.advance(999);
  expect(await archived(keys)).toBe(4);
  await rig.clock.advance(1_000);
  expect(await archived(keys)).toBe(8);
  stop.abort();
  await run;
  await rig.clock.advance(10_000);
  expect(await archived(keys)).toBe(8);
});

test('retention archives and erases nothing while all jobs wait', async () => {
  await open({ archiveSeconds: 0, auditLogSeconds: 0 });
  const keys = await jobsOf(1);
  await rig.artifacts.put('archive/of-others.json', Buffer.from('{}'));
  let isHalted = true;
  const run = createRetentionController({ ...rig.deps, isHalted: () => isHalted }).run(stop.signal);
  await rig.clock.advance(7_200_000);
  const others = await rig.artifacts.stat('archive/of-others.json');
  expect([await archived(keys), others !== undefined]).toEqual([0, true]);
  isHalted = false;
  await rig.clock.advance(60_000);
  expect(await archived(keys)).toBe(1);
  stop.abort();
  await run;
});

test('retention runs again after a minute, also after a failed pass', async () => {
  await open({ archiveSeconds: Infinity });
  const keys = await jobsOf(1);
  let isLost = true;
  const listHolds: typeof rig.deps.holds.listHolds = (page) =>
    isLost ? Promise.reject(new LedgerError('Lost', 'Gone.')) : rig.ledger.audit.listHolds(page);
  const run = createRetentionController({ ...rig.deps, holds: { listHolds } }).run(stop.signal);
  await rig.clock.advance(1_000);
  expect(rig.logged).toMatchObject([
    { level: 'warn', msg: 'retention pass failed; retrying with backoff', err: { reason: 'Lost' } },
  ]);
  isLost = false;
  await rig.clock.advance(60_000);
  expect(await archived(keys)).toBe(1);
  stop.abort();
  await run;
});

test('retention backs off and logs rarely while the archive is unavailable, and continues when it is available again', async () => {
  await open({ archiveSeconds: Infinity });
  const keys = await jobsOf(20);
  const add = rig.archive.add.bind(rig.archive);
  let asked = 0;
  rig.archive.add = () => {
    asked += 1;
    return Promise.reject(new Error('The bucket does not answer.'));
  };
  const run = createRetentionController(rig.deps).run(stop.signal);
  // With the back-off, passes run at 0, 1, 3, 7, 15, 25, 35, 45 and 55 minutes.
  for (let minute = 0; minute < 60; minute += 1) await rig.clock.advance(60_000);
  // A pass ends after three failures; three further jobs may have begun by then.
  expect(asked).toBeGreaterThanOrEqual(9 * 3);
  expect(asked).toBeLessThanOrEqual(9 * 6);
  expect(rig.logged.filter(({ msg }) => msg !== 'retention pass failed; retrying with backoff')).toEqual([]);
  expect(rig.logged).toHaveLength(9);
  rig.archive.add = add;
  for (let minute = 0; minute < 60; minute += 1) await rig.clock.advance(60_000);
  expect(await archived(keys)).toBe(20);
  stop.abort();
  await run;
});

async function failures() {
  return (await rig.registry.getSingleMetric('adwright_retention_failing')?.get())?.values;
}

const failing = async (step: string): Promise<number | undefined> =>
  (await failures())?.find(({ labels }) => labels['step'] === step)?.value;

test('a metric reports the jobs that retention cannot archive', async () => {
  await open({ archiveSeconds: Infinity });
  const [bad] = await jobsOf(2);
  await rig.artifacts.put(`archive/${bad?.name ?? ''}.json`, Buffer.from('garbage'));
  const run = createRetentionController(rig.deps).run(stop.signal);
  await rig.clock.advance(1_000);
  expect(await failures()).toEqual([
    { labels: { step: 'archive' }, value: 1 },
    { labels: { step: 'erase' }, value: 0 },
    { labels: { step: 'audit_log' }, value: 0 },
  ]);
  stop.abort();
  await run;
});

test('retention deletes the rows of the audit log when their time is over, also after a failure', async () => {
  await open({ auditLogSeconds: 2 * 86_400 });
  const row = (time: string) => auditRow({ time });
  const [old, young] = [row('2026-10-29T10:00:00.000Z'), row('2026-10-31T10:00:00.000Z')];
  const auditLog = new ArtifactAuditLog(rig);
  for (const one of [old, young]) await auditLog.write(one);
  let isFull = true;
  const deleteBefore: typeof auditLog.deleteBefore = (time) =>
    isFull ? Promise.reject(new AuditLogUnavailable('The bucket does not answer.')) : auditLog.deleteBefore(time);
  const run = createRetentionController({ ...rig.deps, auditLog: { deleteBefore } }).run(stop.signal);
  await rig.clock.advance(1_000);
  expect(await failing('audit_log')).toBe(1);
  expect(await collected(auditLog.all({}))).toEqual([young, old]);
  isFull = false;
  await rig.clock.advance(60_000);
  expect(await failing('audit_log')).toBe(0);
  expect(await collected(auditLog.all({}))).toEqual([young]);
  stop.abort();
  await run;
});

test.each<[string, StoreError, number]>([
  ['without leadership ends silently', new NotLeadingError(), 0],
  ['without a store is logged once', new StoreError('Unavailable', 'Away.'), 1],
])('a retention pass %s', async (_, error, lines) => {
  await open({ archiveSeconds: Infinity });
  await jobsOf(20);
  const store = new SpiedStore(rig.store);
  store.failNext('patch', error, 'before');
  const run = createRetentionController({ ...rig.deps, store }).run(stop.signal);
  await rig.clock.advance(1_000);
  expect(rig.logged).toHaveLength(lines);
  // Four jobs are archived at a time, and no further one begins.
  expect(store.calls.filter((call) => call === 'patch AdJob').length).toBeLessThanOrEqual(4);
  stop.abort();
  await run;
});
