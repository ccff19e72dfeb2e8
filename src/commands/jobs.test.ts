import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Clock } from '../clock/port.ts';
import { systemClock } from '../clock/system-clock.ts';
import { adJobKind } from '../domain/kinds.ts';
import { StoreError } from '../objects/store-error.ts';
import type { ObjectStore } from '../store/port.ts';
import { openSqliteStore, type SqliteStore } from '../store/sqlite-store.ts';
import { imageSpec } from '../../test/support/pipeline/build-job.ts';
import { FakeClock } from '../../test/support/time/fake-clock.ts';
import { SpiedStore } from '../../test/support/faults/spied-store.ts';
import { temporaryFolder } from '../../test/support/process/temporary-folder.ts';
import { Terminal } from '../../test/support/process/terminal.ts';
import { until } from '../../test/support/process/until.ts';

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

/** Returns the account column of the printed table. */
function listedAccounts(): (string | undefined)[] {
  const [titles = [], ...rows] = terminal.out
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/));
  return rows.map((cells) => cells[titles.indexOf('ACCOUNT')]);
}

const running = { name: 'image', state: 'Running', attempt: 1, optional: false };

/**
 * Returns the store with another `watch`: each of the next calls ends at once with the error given for this call, or
 * without an error if `undefined` is given.
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

test('jobs list and jobs get show the state, and an unknown id exits with 3', async () => {
  await makeJob();
  await setStatus({ phase: 'FAILED', error: 'It broke. [internal]' });
  expect(await run(['jobs', 'list', '--status', 'FAILED'])).toBe(0);
  expect(terminal.out).toContain('It broke. [internal]');
  expect(await run(['jobs', 'get', jobName.toUpperCase()])).toBe(0);
  expect(terminal.out).toContain(jobName);
  expect(await run(['jobs', 'get', '0199a3c4-0000-7cc2-9d1f-2f4b8a6c7d10'])).toBe(3);
});

test('jobs get shows the models of the job and which of their results were not used', async () => {
  await makeJob();
  const model = { stage: 'image', port: 'image', entry: 'qwen', provider: 'openai-compatible', model: 'Qwen-Image' };
  const counts = { calls: 2, failed: 0, refused: 1, repeats: 0, costMicroUsd: 80_000, seconds: 12 };
  const refusals = [{ port: 'image', model: 'qwen', reasons: ['the picture has lettering'] }];
  const response = { degraded: true, quality: { model_refusals: refusals } };
  await setStatus({ phase: 'SUCCESS', modelCalls: [{ ...model, ...counts }], response });
  expect(await run(['jobs', 'get', jobName])).toBe(0);
  expect(terminal.out).toContain(
    [
      'Models (the built-in studio stood in for one):',
      '  image       image by qwen (openai-compatible, Qwen-Image): 2 calls, 1 not used, $0.08, 12 s',
      '  not used: image of qwen: the picture has lettering',
    ].join('\n'),
  );
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
  await until(() => terminal.out.includes('launch 3'));
  await setStatus({ phase: 'SUCCESS' });
  expect(await watching).toBe(0);
  expect(terminal.out).toContain('running, launch 2');
});

test('jobs watch exits with 1 on a permanent error', async () => {
  await makeJob();
  expect(await run(['jobs', 'watch', jobName], () => watchesEnd([new StoreError('Forbidden', 'not you')]))).toBe(1);
});

test('jobs watch exits with 4 for a job that is left alone because it was run before, and says so', async () => {
  await makeJob();
  const message = 'The job 0199a3c4 was run for another AdJob of this name.';
  const admitted = { type: 'Admitted', status: 'False', reason: 'RanBefore', message } as const;
  await setStatus({ conditions: [{ ...admitted, lastTransitionTime: '2026-11-01T12:00:00Z' }] });
  expect(await run(['jobs', 'watch', jobName])).toBe(4);
  expect(terminal.out).toContain(message);
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

test('jobs list shows the newest jobs first and no more than the limit', async () => {
  for (const [minute, name] of ['one', 'two', 'three'].entries()) {
    const at = new FakeClock(`2026-11-01T12:0${minute}:00Z`);
    const then = openSqliteStore({ file: join(folder.path, 'test.db'), clock: at });
    await then.create(adJobKind, { metadata: { namespace, name }, spec: imageSpec({ accountRef: { name } }) });
    then.close();
  }
  await run(['jobs', 'list', '--limit', '2']);
  expect(listedAccounts()).toEqual(['three', 'two']);
  await run(['jobs', 'list', '--account', 'one']);
  expect(listedAccounts()).toEqual(['one']);
});

test.each<[string, string[], number]>([
  ['--status PENDING lists a job without a status', ['--status', 'PENDING'], 1],
  ['--status PROCESSING leaves out a job without a status', ['--status', 'PROCESSING'], 0],
  ['--type image_ad lists an image job', ['--type', 'image_ad'], 1],
  ['--type video_ad leaves out an image job', ['--type', 'video_ad'], 0],
])('jobs list %s', async (_, filter, count) => {
  await makeJob();
  expect(await run(['jobs', 'list', ...filter])).toBe(0);
  expect(listedAccounts()).toHaveLength(count);
});

test('jobs list refuses an unknown status', async () => {
  expect(await run(['jobs', 'list', '--status', 'DONE'])).toBe(2);
  expect(terminal.err).toContain('Allowed choices are PENDING, PROCESSING, SUCCESS, FAILED.');
});

test('jobs get finds a job that was applied with kubectl by its uid', async () => {
  const spec = imageSpec({ accountRef: { name: 'acme' } });
  const { metadata } = await store.create(adJobKind, { metadata: { namespace, name: 'spring-sale' }, spec });
  expect(await run(['jobs', 'get', metadata.uid.toUpperCase()])).toBe(0);
  expect(terminal.out).toContain('acme');
});

test('jobs cancel names the end of a finished job', async () => {
  await makeJob();
  await setStatus({ phase: 'SUCCESS' });
  await run(['jobs', 'cancel', jobName]);
  expect(terminal.err).toBe('The job has already ended: SUCCESS.\n');
});

test('jobs watch ends with an error if the job is deleted', async () => {
  await makeJob();
  const watching = run(['jobs', 'watch', jobName]);
  await setStatus({ phase: 'PROCESSING' });
  await until(() => terminal.out.includes('PROCESSING'));
  await store.delete(adJobKind, { namespace, name: jobName });
  expect(await watching).toBe(1);
  expect(terminal.err).toBe('The job was deleted.\n');
});
