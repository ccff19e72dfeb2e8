import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import type { Clock } from '../../src/clock/port.ts';
import { systemClock } from '../../src/clock/system-clock.ts';
import { checkApiKey, hashApiKey } from '../../src/domain/api-key.ts';
import { adJobKind, apiKeyKind } from '../../src/domain/kinds.ts';
import type { ObjectStore } from '../../src/store/port.ts';
import { StoreError } from '../../src/objects/store-error.ts';
import { openSqliteStore, type SqliteStore } from '../../src/store/sqlite-store.ts';
import { imageSpec } from '../support/build-job.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { HastyClock } from '../support/hasty-clock.ts';
import { SpiedStore } from '../support/spied-store.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { Terminal } from '../support/terminal.ts';
import { until } from '../support/until.ts';

const namespace = 'default';
const jobName = '0199a3c4-5b1e-7cc2-9d1f-2f4b8a6c7d10';

let folder: ReturnType<typeof temporaryFolder>;
let store: SqliteStore;
const terminal = new Terminal();

beforeEach(() => {
  folder = temporaryFolder();
  store = openSqliteStore({ file: join(folder.path, 'test.db'), clock: systemClock });
});

afterEach(() => {
  store.close();
  folder.remove();
});

/** Runs one command line; `terminal` holds its output. */
function run(args: string[], open: () => ObjectStore = () => store, clock: Clock = systemClock): Promise<number> {
  return terminal.run(args, { clock, store: () => Promise.resolve(open()) });
}

async function makeJob(): Promise<void> {
  await store.create(adJobKind, {
    metadata: { namespace, name: jobName },
    spec: imageSpec({ accountRef: { name: 'acme' } }),
  });
}

async function setStatus(status: Record<string, unknown>): Promise<void> {
  await store.patchStatus(adJobKind, { namespace, name: jobName }, { status });
}

const running = { name: 'image', state: 'Running', attempt: 1, optional: false };

/**
 * Returns the store, except that its next watches end at once: each with the given error, or without one for
 * `undefined`.
 */
function watchesEnd(ends: (Error | undefined)[]): ObjectStore {
  const watch: ObjectStore['watch'] = async function* (kind, options) {
    if (ends.length === 0) {
      yield* store.watch(kind, options);
      return;
    }
    yield { type: 'BOOKMARK', resourceVersion: options.resourceVersion };
    const error = ends.shift();
    if (error !== undefined) throw error;
  };
  const spied = new SpiedStore(store);
  spied.watch = watch;
  return spied;
}

describe('accounts', () => {
  test('accounts can be created, updated, deactivated and listed', async () => {
    const create = ['accounts', 'create', 'acme', '--display-name', 'ACME Ltd', '--credits', '50'];
    expect(await run(create, () => store, new HastyClock())).toBe(0);
    expect(await run(['accounts', 'update', 'acme', '--max-running-jobs', '3'])).toBe(0);
    expect(await run(['accounts', 'deactivate', 'acme'])).toBe(0);
    expect(await run(['accounts', 'list', '-o', 'json'])).toBe(0);
    const [account] = JSON.parse(terminal.out) as { spec: unknown }[];
    expect(account?.spec).toMatchObject({
      displayName: 'ACME Ltd',
      active: false,
      maxRunningJobs: 3,
      creditGrants: [{ id: expect.stringMatching(/^initial-[0-9a-f-]{36}$/), amount: 50 }],
    });
  });

  test('a grant id counts once, and another amount under that id is refused', async () => {
    await run(['accounts', 'create', 'acme']);
    const grant = (...args: string[]) => run(['accounts', 'grant', 'acme', ...args], () => store, new HastyClock());
    expect(await grant('20', '--id', 'invoice-1')).toBe(0);
    expect(terminal.err).toMatch(/^Granted 20 credits as "invoice-1"\./);
    expect(await grant('20', '--id', 'invoice-1', '-o', 'yaml')).toBe(0);
    expect(terminal.err).toMatch(/^Nothing changed: grant "invoice-1" already exists\./);
    expect(parse(terminal.out)).toMatchObject({ spec: { creditGrants: [{ id: 'invoice-1', amount: 20 }] } });
    expect(await grant('30', '--id', 'invoice-1')).toBe(1);
    expect(terminal.err).toContain('Choose another --id');
  });

  test('two concurrent grants both count', async () => {
    await run(['accounts', 'create', 'acme']);
    const grant = (credits: string) => run(['accounts', 'grant', 'acme', credits], () => store, new HastyClock());
    await Promise.all([grant('20'), grant('30')]);
    await run(['accounts', 'list']);
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
    await run(['accounts', 'create', 'taken']);
    expect(await run(args)).toBe(code);
    expect(terminal.err).toContain(text);
  });
});

describe('keys', () => {
  beforeEach(async () => {
    await run(['accounts', 'create', 'acme']);
  });

  test('keys create prints only the key and stores only its hash', async () => {
    expect(await run(['keys', 'create', '--account', 'acme', '--name', 'shop'])).toBe(0);
    const secret = terminal.out.trimEnd();
    expect(terminal.out).toBe(`${secret}\n`);
    expect(checkApiKey(secret)).toBe(true);
    const stored = await store.get(apiKeyKind, { namespace, name: 'shop' });
    expect(stored?.spec.secretHash).toBe(hashApiKey(secret));
    expect(JSON.stringify(stored)).not.toContain(secret);
  });

  test('keys rotate with an overlap keeps the old secret valid until the overlap ends', async () => {
    await run(['keys', 'create', '--account', 'acme', '--name', 'shop']);
    const old = hashApiKey(terminal.out.trimEnd());
    expect(await run(['keys', 'rotate', 'shop', '--overlap', '24h'])).toBe(0);
    const { spec } = (await store.get(apiKeyKind, { namespace, name: 'shop' })) ?? {};
    expect(spec).toMatchObject({ secretHash: hashApiKey(terminal.out.trimEnd()), previousSecretHash: old });
    expect(Date.parse(spec?.previousExpiresAt ?? '')).toBeGreaterThan(Date.now() + 23 * 3_600_000);
  });

  test('keys rotate without an overlap removes every old secret', async () => {
    await run(['keys', 'create', '--account', 'acme', '--name', 'shop']);
    await run(['keys', 'rotate', 'shop', '--overlap', '24h']);
    await run(['keys', 'rotate', 'shop']);
    expect((await store.get(apiKeyKind, { namespace, name: 'shop' }))?.spec.previousSecretHash).toBeUndefined();
  });

  test('keys rotate refuses a revoked key', async () => {
    await run(['keys', 'create', '--account', 'acme', '--name', 'shop']);
    expect(await run(['keys', 'revoke', 'shop'])).toBe(0);
    expect(await run(['keys', 'rotate', 'shop'])).toBe(1);
    await run(['keys', 'list']);
    expect(terminal.out).toContain('revoked');
  });

  test('keys update changes only the given fields', async () => {
    await run([
      'keys',
      'create',
      '--account',
      'acme',
      '--name',
      'shop',
      '--job-reads-per-minute',
      '600',
      '--expires-in',
      '30d',
    ]);
    expect(await run(['keys', 'update', 'shop', '--image-creates-per-minute', '60', '--no-expiry'])).toBe(0);
    const { spec } = (await store.get(apiKeyKind, { namespace, name: 'shop' })) ?? {};
    expect(spec?.limits).toEqual({ jobReadsPerMinute: 600, imageCreatesPerMinute: 60 });
    expect(spec?.expiresAt).toBeUndefined();
  });

  test.each([
    [
      'more than ten video creates per minute',
      ['keys', 'create', '--account', 'acme', '--video-creates-per-minute', '11'],
      2,
    ],
    ['an unknown account', ['keys', 'create', '--account', 'nobody'], 3],
    ['a duration without a unit', ['keys', 'create', '--account', 'acme', '--expires-in', '90'], 2],
    ['no account', ['keys', 'create'], 2],
  ])('keys create with %s is refused', async (_, args, code) => {
    expect(await run(args)).toBe(code);
    expect(terminal.out).toBe('');
  });
});

describe('jobs', () => {
  test('jobs list and jobs get show the state, and an unknown id exits with 3', async () => {
    await makeJob();
    await setStatus({ phase: 'FAILED', error: 'It broke. [internal]' });
    expect(await run(['jobs', 'list', '--status', 'FAILED'])).toBe(0);
    expect(terminal.out).toContain('It broke. [internal]');
    expect(await run(['jobs', 'get', jobName.toUpperCase()])).toBe(0);
    expect(terminal.out).toContain(jobName);
    expect(await run(['jobs', 'get', '0199a3c4-0000-7cc2-9d1f-2f4b8a6c7d10'])).toBe(3);
  });

  test('jobs watch prints a line for every step and exits when the job ends', async () => {
    await makeJob();
    const watching = run(['jobs', 'watch', jobName]);
    const stage = { name: 'image', state: 'Running', attempt: 1, optional: false };
    await setStatus({ phase: 'PROCESSING', stages: [stage] });
    await setStatus({ stages: [{ ...stage, state: 'Succeeded', message: 'Drew 1 ad.' }] });
    await setStatus({ phase: 'SUCCESS', response: { images: [{ url: 'http://ads.example/files/x/ad-1.png' }] } });
    expect(await watching).toBe(0);
    expect(terminal.out).toContain('Drew 1 ad.');
    expect(terminal.out).toContain('http://ads.example/files/x/ad-1.png');
  });

  test("jobs watch works for a job whose last change is no longer in the store's history", async () => {
    await makeJob();
    await setStatus({ phase: 'PROCESSING' });
    store.close();
    store = openSqliteStore({ file: join(folder.path, 'test.db'), clock: systemClock, eventsKept: 1 });
    for (const name of ['one', 'two', 'three']) {
      const spec = imageSpec({ accountRef: { name: 'acme' } });
      await store.create(adJobKind, { metadata: { namespace, name }, spec });
    }
    const watching = run(['jobs', 'watch', jobName]);
    await until(() => terminal.out.includes('PROCESSING'));
    await setStatus({ phase: 'SUCCESS' });
    expect(await watching).toBe(0);
  });

  test('jobs watch resumes after an expired, ended or broken watch', async () => {
    await makeJob();
    const ends = [new StoreError('Expired', 'forgotten'), undefined, new StoreError('Unavailable', 'cut')];
    const clock = new FakeClock();
    const watching = run(['jobs', 'watch', jobName], () => watchesEnd(ends), clock);
    for (const left of [2, 1, 0]) {
      await until(() => ends.length === left && clock.sleeping === 1);
      await setStatus({ phase: 'PROCESSING', stages: [{ ...running, attempt: 3 - left }] });
      await clock.advance(1_000);
    }
    await until(() => terminal.out.includes('attempt 3'));
    await setStatus({ phase: 'SUCCESS' });
    expect(await watching).toBe(0);
    expect(terminal.out).toContain('running, attempt 2');
  });

  test('jobs watch exits with 1 on a permanent error', async () => {
    await makeJob();
    expect(await run(['jobs', 'watch', jobName], () => watchesEnd([new StoreError('Forbidden', 'not you')]))).toBe(1);
  });

  test('jobs watch exits with 4 for a failed job and with 5 on a timeout', async () => {
    await makeJob();
    expect(await run(['jobs', 'watch', jobName, '--timeout', '1s'])).toBe(5);
    await setStatus({ phase: 'FAILED', error: 'No. [internal]' });
    expect(await run(['jobs', 'watch', jobName])).toBe(4);
    expect(terminal.out).toContain('No. [internal]');
  });

  test('jobs cancel sets spec.cancel and refuses a finished job', async () => {
    await makeJob();
    expect(await run(['jobs', 'cancel', jobName])).toBe(0);
    expect((await store.get(adJobKind, { namespace, name: jobName }))?.spec.cancel).toBe(true);
    await setStatus({ phase: 'SUCCESS' });
    expect(await run(['jobs', 'cancel', jobName])).toBe(1);
  });
});

test('help opens no store and contains examples', async () => {
  const noStore = (): never => {
    throw new Error('the store was opened');
  };
  for (const args of [
    ['--help'],
    ['accounts', 'grant', '--help'],
    ['keys', 'rotate', '--help'],
    ['jobs', 'watch', '--help'],
  ]) {
    expect(await run(args, noStore)).toBe(0);
    expect(terminal.out).toContain('Example');
  }
});
