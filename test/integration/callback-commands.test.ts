import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { adJobKind } from '../../src/domain/kinds.ts';
import { archivedAnnotation, replayAnnotation } from '../../src/domain/labels.ts';
import type { DeliveryStatus } from '../../src/schema/adjob.ts';
import type { SqliteStore } from '../../src/store/sqlite-store.ts';
import { Installation } from '../support/installation/installation.ts';
import { imageSpec, jobName } from '../support/pipeline/build-job.ts';
import { FakeClock } from '../support/time/fake-clock.ts';
import { Terminal } from '../support/process/terminal.ts';

const key = { namespace: 'default', name: jobName };
const terminal = new Terminal();
const clock = new FakeClock('2026-11-21T10:00:00Z');
const delivery: DeliveryStatus = {
  state: 'pending',
  attempts: 2,
  deliveries: [
    { attempt: 1, time: '2026-11-21T09:30:41Z', outcome: 'failed', latencyMs: 15_000, error: 'timed_out' },
    {
      ...{ attempt: 2, time: '2026-11-21T09:31:02Z', outcome: 'failed', latencyMs: 7, error: 'bad_status' },
      ...{ status: 500, responseExcerpt: 'Oops' },
    },
  ],
  nextAttemptTime: '2026-11-21T10:36:02Z',
};

let store: SqliteStore;
beforeEach(() => {
  store = new Installation().store;
});
afterEach(() => {
  store.close();
});

function run(...args: string[]): Promise<number> {
  return terminal.run(['jobs', ...args], { clock, store: () => Promise.resolve(store) });
}

async function job({ phase = 'SUCCESS', callbackUrl = 'https://hooks.example.com/' } = {}): Promise<void> {
  const spec = imageSpec(callbackUrl === '' ? {} : { callbackUrl });
  await store.create(adJobKind, { metadata: key, spec });
  await store.patchStatus(adJobKind, key, { status: { phase, response: {}, delivery } });
}

async function annotation(): Promise<string | undefined> {
  return (await store.get(adJobKind, key))?.metadata.annotations?.[replayAnnotation];
}

test.each(['get', 'show'])('`jobs %s` lists the attempts to deliver the callback, newest first', async (verb) => {
  await job();
  expect(await run(verb, jobName)).toBe(0);
  expect(terminal.out.split('\n').slice(-4)).toEqual([
    'Callback to https://hooks.example.com/: pending, next attempt at 2026-11-21T10:36:02Z',
    '  attempt 2   2026-11-21T09:31:02Z  failed     status 500 after 7 ms (bad_status)',
    '  attempt 1   2026-11-21T09:30:41Z  failed     no response after 15000 ms (timed_out)',
    '',
  ]);
});

test('`jobs get` of a job without a callback shows no deliveries', async () => {
  await job({ callbackUrl: '' });
  await run('get', jobName);
  expect(terminal.out).not.toContain('Callback');
});

test('`jobs replay` requests another delivery, which `jobs get` shows as pending', async () => {
  await job();
  expect(await run('replay', jobName)).toBe(0);
  expect(await annotation()).toBe('2026-11-21T10:00:00.000Z');
  await run('get', jobName);
  expect(terminal.out).toMatch(/^Callback to .*: pending$/m);
});

test.each([
  ['an unknown job', () => Promise.resolve(), 3, 'not found'],
  ['a job that runs', () => job({ phase: 'PROCESSING' }), 1, 'not ended'],
  ['a job without a callback', () => job({ callbackUrl: '' }), 1, 'no callback'],
  [
    'an archived job',
    async () => {
      await job();
      await store.patch(adJobKind, key, { metadata: { annotations: { [archivedAnnotation]: 'true' } } });
    },
    1,
    'archived',
  ],
])('`jobs replay` of %s is refused', async (_, make, code, text) => {
  await make();
  expect(await run('replay', jobName)).toBe(code);
  expect(terminal.err).toContain(text);
});

test('`jobs replay` is refused after ten replays within an hour', async () => {
  await job();
  for (let n = 0; n < 10; n += 1) expect(await run('replay', jobName)).toBe(0);
  const before = await annotation();
  expect(await run('replay', jobName)).toBe(1);
  expect(terminal.err).toContain('Try again in 3600 s');
  expect(await annotation()).toBe(before);
});
