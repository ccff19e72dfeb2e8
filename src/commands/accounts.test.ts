import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import type { Clock } from '../clock/port.ts';
import { adAccountKind } from '../domain/kinds.ts';
import { StoreError } from '../objects/store-error.ts';
import type { ObjectStore } from '../store/port.ts';
import type { SqliteStore } from '../store/sqlite-store.ts';
import { Installation } from '../../test/support/installation/installation.ts';
import { aroundCalls } from '../../test/support/faults/around-calls.ts';
import { AutoAdvancingClock } from '../../test/support/time/auto-advancing-clock.ts';
import { Terminal } from '../../test/support/process/terminal.ts';

const namespace = 'default';
const terminal = new Terminal();
let store: SqliteStore;
let clock: Clock;
beforeEach(() => {
  clock = new AutoAdvancingClock(); // no controller runs, so a command that waits for one reaches its timeout
  store = new Installation().store;
});
afterEach(() => {
  store.close();
});

/** Runs a command and returns its exit code. */
function exit(...args: string[]): Promise<number> {
  return terminal.run(args, { namespace, clock, store: () => Promise.resolve(store) });
}

/** Runs a command that must succeed. Returns the cells of each printed line, which two or more spaces separate. */
async function run(...args: string[]): Promise<string[][]> {
  expect(await exit(...args)).toBe(0);
  return terminal.out.split('\n').map((line) => line.split(/ {2,}/));
}

test('options limit the keys that owners of an account create', async () => {
  await run('accounts', 'create', 'acme', '--owner-keys-max', '3');
  expect((await store.get(adAccountKind, { namespace, name: 'acme' }))?.spec).toMatchObject({ ownerKeys: { max: 3 } });
  const limits = ['--owner-job-reads-per-minute', '60', '--owner-image-creates-per-minute', '5'];
  await run('accounts', 'update', 'acme', ...limits);
  const ownerKeys = { max: 3, limits: { jobReadsPerMinute: 60, imageCreatesPerMinute: 5 } };
  expect((await store.get(adAccountKind, { namespace, name: 'acme' }))?.spec).toMatchObject({ ownerKeys });
  expect(await exit('accounts', 'update', 'acme', '--owner-video-creates-per-minute', '11')).toBe(2);
});

test('accounts can be created, updated, deactivated and listed', async () => {
  const create = ['accounts', 'create', 'acme', '--display-name', 'ACME Ltd', '--credits', '50'];
  await run(...create);
  await run('accounts', 'update', 'acme', '--max-running-jobs', '3');
  await run('accounts', 'deactivate', 'acme');
  await run('accounts', 'list', '-o', 'json');
  const [account] = JSON.parse(terminal.out) as { spec: unknown }[];
  expect(account?.spec).toMatchObject({
    displayName: 'ACME Ltd',
    active: false,
    maxRunningJobs: 3,
    creditGrants: [{ id: expect.stringMatching(/^initial-[0-9a-f-]{36}$/), amount: 50 }],
  });
});

test('a grant id counts once, and another amount under that id is refused', async () => {
  await run('accounts', 'create', 'acme');
  const grant = (...args: string[]) => exit('accounts', 'grant', 'acme', ...args);
  expect(await grant('20', '--id', 'invoice-1')).toBe(0);
  expect(terminal.err).toMatch(/^Granted 20 credits as "invoice-1"\./);
  expect(await grant('20', '--id', 'invoice-1', '-o', 'yaml')).toBe(0);
  expect(terminal.err).toMatch(/^Nothing changed: grant "invoice-1" already exists\./);
  expect(parse(terminal.out)).toMatchObject({ spec: { creditGrants: [{ id: 'invoice-1', amount: 20 }] } });
  expect(await grant('30', '--id', 'invoice-1')).toBe(1);
  expect(terminal.err).toContain('Choose another --id');
});

test('two concurrent grants both count', async () => {
  await run('accounts', 'create', 'acme');
  const grant = (credits: string) => run('accounts', 'grant', 'acme', credits);
  await Promise.all([grant('20'), grant('30')]);
  await run('accounts', 'list');
  expect(terminal.out).toMatch(/acme .* 50 /);
});

test.each([
  ['a name in capitals', ['accounts', 'create', 'ACME'], 2, 'lower-case'],
  ['a taken name', ['accounts', 'create', 'taken'], 1, 'already exists'],
  ['an unknown account', ['accounts', 'grant', 'nobody', '5'], 3, 'accounts list'],
  ['no credits', ['accounts', 'grant', 'taken', '0'], 2, 'whole number'],
  ['nothing to change', ['accounts', 'update', 'taken'], 2, '--help'],
  ['an unknown command', ['accounts', 'destroy', 'taken'], 2, 'unknown command'],
])('an accounts command with %s is refused with a helpful message', async (_, args, code, text) => {
  await run('accounts', 'create', 'taken');
  expect(await exit(...args)).toBe(code);
  expect(terminal.err).toContain(text);
});

test('accounts list shows the credits last copied to the status', async () => {
  await run('accounts', 'create', 'acme', '--credits', '100');
  const credits = { granted: 100, reserved: 5, spent: 30, available: 65 };
  await store.patchStatus(adAccountKind, { namespace, name: 'acme' }, { status: { credits } });
  const [titles = [], cells = []] = await run('accounts', 'list');
  const shown = Object.fromEntries(titles.map((title, i) => [title, cells[i]]));
  expect(shown).toMatchObject({ GRANTED: '100', AVAILABLE: '65', RESERVED: '5', SPENT: '30' });
});

test('--require-readable-brand sets, clears or resets the requirement of an account', async () => {
  const required = async () => (await store.get(adAccountKind, { namespace, name: 'acme' }))?.spec.requireReadableBrand;
  await run('accounts', 'create', 'acme', '--require-readable-brand', 'true');
  expect(await required()).toBe(true);
  await run('accounts', 'update', 'acme', '--require-readable-brand', 'false');
  expect(await required()).toBe(false);
  await run('accounts', 'update', 'acme', '--require-readable-brand', 'default');
  expect(await required()).toBeUndefined();
  await run('accounts', 'create', 'beta', '--require-readable-brand', 'default');
  expect(await exit('accounts', 'update', 'acme', '--require-readable-brand', 'yes')).toBe(2);
  expect(terminal.err).toContain('Allowed choices are true, false, default.');
});

const everyGrantCounts = { status: 'True', reason: 'Applied', message: 'All grants are applied.' };

/**
 * Writes the status of the account that the controller would write after applying the grants of this generation of the
 * spec.
 */
async function book(observedGeneration: number, available: number, condition = everyGrantCounts): Promise<void> {
  const credits = { granted: available, reserved: 0, spent: 0, available };
  const conditions = [
    { type: 'GrantsApplied', ...condition, observedGeneration, lastTransitionTime: '2026-11-01T12:00:00Z' },
  ];
  await store.patchStatus(adAccountKind, { namespace, name: 'acme' }, { status: { credits, conditions } });
}

test('accounts create shows the granted balance', async () => {
  clock = new AutoAdvancingClock(() => book(1, 100));
  const [titles = [], cells = []] = await run('accounts', 'create', 'acme', '--credits', '100');
  const shown = Object.fromEntries(titles.map((title, i) => [title, cells[i]]));
  expect(shown).toMatchObject({ GRANTED: '100', AVAILABLE: '100', RESERVED: '0', SPENT: '0' });
  expect(terminal.err).toBe('Granted 100 credits. Available now: 100.\n');
});

test('accounts create without credits does not wait for the controller', async () => {
  clock = new AutoAdvancingClock();
  await run('accounts', 'create', 'acme');
  expect(terminal.err).toBe('');
  expect(clock.monotonicMs()).toBe(0);
});

test('accounts grant shows the balance after the grant', async () => {
  await run('accounts', 'create', 'acme', '--credits', '100');
  await book(1, 100);
  clock = new AutoAdvancingClock(() => book(2, 120));
  const [titles = [], cells = []] = await run('accounts', 'grant', 'acme', '20', '--id', 'invoice-2041');
  const shown = Object.fromEntries(titles.map((title, i) => [title, cells[i]]));
  expect(shown).toMatchObject({ GRANTED: '120', AVAILABLE: '120' });
  expect(terminal.err).toBe('Granted 20 credits as "invoice-2041". Available now: 120.\n');
  expect(clock.monotonicMs()).toBe(200);
});

test('accounts grant reports after ten seconds that no controller has applied the grant', async () => {
  await run('accounts', 'create', 'acme', '--credits', '100');
  await book(1, 100);
  clock = new AutoAdvancingClock();
  const [titles = [], cells = []] = await run('accounts', 'grant', 'acme', '20', '--id', 'invoice-2041');
  const shown = Object.fromEntries(titles.map((title, i) => [title, cells[i]]));
  expect(shown).toMatchObject({ GRANTED: '120', AVAILABLE: '100' });
  expect(terminal.err).toMatch(
    /^Granted 20 credits as "invoice-2041"\. The controller has not applied the grant yet\./,
  );
  expect(clock.monotonicMs()).toBe(10_000);
});

test('accounts grant reports the grant even if the API server stops answering', async () => {
  await run('accounts', 'create', 'acme', '--credits', '100');
  clock = new AutoAdvancingClock();
  let isGranted = false;
  const cut = aroundCalls<ObjectStore>(store, (name, call) => {
    if (name === 'get' && isGranted) return Promise.reject(new StoreError('Unavailable', 'No answer.'));
    isGranted ||= name === 'patch';
    return call();
  });
  const parts = { namespace, clock, store: () => Promise.resolve(cut) };
  expect(await terminal.run(['accounts', 'grant', 'acme', '20', '--id', 'invoice-2041'], parts)).toBe(0);
  expect(terminal.err).toMatch(/^Granted 20 credits as "invoice-2041"\. The controller has not applied the grant yet/);
});

test('accounts grant reports that a known grant id keeps its first amount', async () => {
  await run('accounts', 'create', 'acme', '--credits', '100');
  const message = 'Grants whose amount was changed after they were applied, which has no effect: invoice-2041.';
  clock = new AutoAdvancingClock(() => book(2, 100, { status: 'False', reason: 'GrantChanged', message }));
  await run('accounts', 'grant', 'acme', '20', '--id', 'invoice-2041');
  expect(terminal.err).toContain(`${message} Available now: 100.\n`);
});
