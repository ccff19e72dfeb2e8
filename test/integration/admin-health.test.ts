import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { StateUnavailable } from '../../src/admin/state/port.ts';
import { Probes } from '../../src/observability/readiness.ts';
import { createCacheMetrics } from '../../src/runtime/metrics.ts';
import { openAdmin, operator, viewer, type AdminRig } from '../support/admin/admin-rig.ts';
import { wordsOf } from '../support/admin/words-of.ts';
import { Installation } from '../support/installation/installation.ts';
import { AutoAdvancingClock } from '../support/time/auto-advancing-clock.ts';

let home: Installation;
let rig: AdminRig;
const probes = new Probes();

beforeEach(async () => {
  home = new Installation();
  await home.ledger.audit.begin('epoch');
  rig = await openAdmin(home, {
    readiness: probes,
    settingsInForce: [
      { name: 'ADWRIGHT_REDIS_PASSWORD', state: 'set', value: undefined, isSecret: true },
      { name: 'ADWRIGHT_REDIS_PREFIX', state: 'default', value: 'adwright', isSecret: false },
      { name: 'ADWRIGHT_STAGE_FAULTS', state: 'unused', value: undefined, isSecret: false },
    ],
  });
});
afterEach(async () => {
  await rig.close();
  home.close();
});

const health = async (): Promise<string> => (await rig.as(viewer).get('/health')).text();
/** Returns the words of a row of a table, by the first cell. */
function rowOf(page: string, name: string): string {
  const row =
    page
      .replaceAll('<wbr />', '')
      .split('<tr')
      .slice(1)
      .find((one) => one.includes(name)) ?? '';
  return wordsOf(row);
}

test('everything works', async () => {
  const page = await health();
  expect(page).toContain('All systems work.');
  expect(rowOf(page, 'Audit log')).toContain('Works');
  expect(page).toMatch(/Adwright \d+\.\d+\.\d+/);
});

test('a part that does not work is named, with what fails without it', async () => {
  rig.auditLog.isFull = true;
  const page = await health();
  expect(page).toContain('a part of it does not work as it should');
  expect(rowOf(page, 'changes are refused')).toContain('Failed');
  expect(rowOf(page, 'Ledger of credits')).toContain('Works');
});

test('a full store of sessions, which can still be read, is named', async () => {
  rig.deps.state.set = () => Promise.reject(new StateUnavailable('the database is full'));
  expect(rowOf(await health(), 'Sessions and forms')).toContain('Failed');
});

test('a store that never answers does not hold up the page', async () => {
  rig.deps.clock = new AutoAdvancingClock();
  rig.deps.artifacts.stat = () => new Promise(() => undefined);
  expect(rowOf(await health(), 'Files of jobs')).toContain('no answer');
});

test('pages that are reloaded at the same time share the checks, which run again some seconds later', async () => {
  let [reads, nowMs] = [0, 0];
  const { clock } = home;
  rig.deps.clock = {
    now: () => clock.now(),
    monotonicMs: () => nowMs,
    sleep: (delayMs, signal) => clock.sleep(delayMs, signal),
  };
  rig.auditLog.check = () => Promise.resolve(void (reads += 1));
  await Promise.all([health(), health(), health()]);
  nowMs = 4_000;
  await health();
  expect(reads).toBe(1);
  nowMs = 6_000;
  await health();
  expect(reads).toBe(2);
});

test('parts of the process and the ages of its watches are shown', async () => {
  createCacheMetrics(rig.deps.metrics)({ cache: 'admin', kind: 'AdJob' }, () => 95);
  probes.add(() => ({ name: 'redis', state: 'warning', detail: 'not <connected>' }));
  const page = await health();
  expect(rowOf(page, 'not &lt;connected&gt;')).toContain('Impaired');
  expect(rowOf(page, 'AdJob (admin)')).toContain('1 min 35 sec ago');
});

test('the settings show values and defaults, and no secret', async () => {
  const page = await (await rig.as(operator).get('/settings')).text();
  expect(page).toContain('Settings of this process');
  expect(rowOf(page, 'ADWRIGHT_REDIS_PASSWORD')).toContain('set (secret)');
  expect(rowOf(page, 'ADWRIGHT_REDIS_PREFIX')).toContain('adwright Default');
  expect(rowOf(page, 'ADWRIGHT_STAGE_FAULTS')).toContain('Not read by this process');
});

test('a switch in the address leaves out the settings that have their default', async () => {
  const page = await (await rig.as(operator).get('/settings?only=set')).text();
  expect(rowOf(page, 'ADWRIGHT_REDIS_PASSWORD')).toContain('set (secret)');
  expect(rowOf(page, 'ADWRIGHT_REDIS_PREFIX')).toBe('');
});

test('prices are named in words and grouped by type of ad, and 0 credits are free', async () => {
  const page = await (await rig.as(viewer).get('/pricing')).text();
  expect(rowOf(page, 'Image generation 4K')).toMatch(/image 10\b/);
  expect(rowOf(page, 'Connect ad accounts (launching)')).toContain('Free');
  expect(page).toMatch(/<h2>Image ad<\/h2>[^]*Image generation 1K[^]*<h2>Video ad<\/h2>[^]*<h2>Other actions<\/h2>/);
});
