import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { Readable } from 'node:stream';
import { FakeClock } from '../../../test/support/time/fake-clock.ts';
import type { Viewer } from '../viewer.ts';
import type { ChangeSources } from './changes.ts';
import { LiveHub } from './hub.ts';

type JobChange = Parameters<Parameters<ChangeSources['jobs']['onChange']>[0]>[0];

const admin: Viewer['actor'] = { kind: 'role', role: 'admin' };
const owner: Viewer['actor'] = { kind: 'owner', accounts: [{ namespace: 'default', name: 'acme' }] };

function openHub() {
  const clock = new FakeClock();
  const stopping = new AbortController();
  const listeners = new Set<(change: JobChange) => void>();
  const nothing = { onChange: () => () => undefined };
  const jobs: ChangeSources['jobs'] = {
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const hub = new LiveHub({ sources: { accounts: nothing, keys: nothing, jobs }, clock, stopping: stopping.signal });
  return {
    ...{ hub, clock, listeners, stopping },
    change: (jobId: string, account = 'acme') => {
      for (const listener of listeners)
        listener({ before: undefined, row: { jobId, owner: { namespace: 'default', account } } });
    },
    follow: (
      actor: Viewer['actor'],
      topics: string[],
      more: { viewerNow?: () => Promise<Viewer | undefined> } = {},
    ) => {
      const viewer = viewerOf(actor);
      const source = hub.open({ topics, sinceMs: clock.now().getTime(), viewer, viewerNow: keep(viewer), ...more });
      return { source, read: () => read(source) };
    },
  };
}

const keep = (viewer: Viewer) => () => Promise.resolve(viewer);

function viewerOf(actor: Viewer['actor'], id: string = randomUUID()): Viewer {
  return { actor, person: { kind: 'person', subject: 'ada' }, source: {}, session: { id, authenticatedMs: 0 } };
}

interface Message {
  topics: string[];
  spreadMs: number;
}

/** Returns the messages that have arrived. */
function messagesOf(source: Readable): Message[] {
  const text = String(source.read() ?? '');
  return [...text.matchAll(/^data: (\{.*\})$/gm)].map(([, data = '']) => JSON.parse(data) as Message);
}

/** Returns the topics of the messages that have arrived. */
function read(source: Readable): string[][] {
  return messagesOf(source).map(({ topics }) => topics);
}

test('a stream gets the changed topics that its pages follow, once for many changes', async () => {
  const { follow, change, clock } = openHub();
  await clock.advance(10_000);
  const { read: messages } = follow(admin, ['jobs', 'job/1']);
  expect(messages()).toEqual([[]]);
  for (let count = 0; count < 50; count += 1) change('1');
  change('2');
  await clock.advance(500);
  expect(messages()).toEqual([['jobs', 'job/1']]);
});

test('an owner learns nothing of the accounts of others', async () => {
  const { follow, change, clock } = openHub();
  await clock.advance(10_000);
  const { read: messages } = follow(owner, ['jobs', 'job/2', 'account/default/other']);
  change('2', 'other');
  await clock.advance(500);
  expect(messages()).toEqual([[]]);
  change('3', 'acme');
  await clock.advance(500);
  expect(messages()).toEqual([['jobs']]);
});

test('a stream gets what changed between its page and its opening', async () => {
  const { hub, change, clock } = openHub();
  await clock.advance(10_000);
  const madeMs = clock.now().getTime();
  change('1');
  await clock.advance(3_000);
  const viewer = viewerOf(admin);
  const source = hub.open({ topics: ['job/1', 'job/2'], sinceMs: madeMs, viewer, viewerNow: keep(viewer) });
  expect(read(source)).toEqual([['job/1']]);
});

test('a page older than the known changes gets all its topics', () => {
  const { hub } = openHub();
  const viewer = viewerOf(admin);
  const source = hub.open({ topics: ['job/1'], sinceMs: 0, viewer, viewerNow: keep(viewer) });
  expect(read(source)).toEqual([['job/1']]);
});

test.each<[string, () => Promise<Viewer | undefined>, boolean]>([
  ['ends for good with its session', () => Promise.resolve(undefined), true],
  ['ends if its session cannot be checked', () => Promise.reject(new Error('no store')), false],
])('a stream %s', async (_, viewerNow, isFinal) => {
  const { hub, follow, clock } = openHub();
  const { source } = follow(admin, ['jobs'], { viewerNow });
  await clock.advance(30_000);
  expect(hub.size).toBe(0);
  expect(String(source.read()).includes('event: ended')).toBe(isFinal);
});

test('a stream follows the rights of its person', async () => {
  const { follow, change, clock } = openHub();
  const { read: messages } = follow(admin, ['jobs'], { viewerNow: keep(viewerOf(owner)) });
  await clock.advance(30_000);
  messages();
  change('2', 'other');
  await clock.advance(500);
  expect(messages()).toEqual([]);
});

test('a reader that does not read is disconnected', async () => {
  const { hub, follow, change, clock } = openHub();
  const { source } = follow(admin, ['jobs', `job/${'x'.repeat(280)}`]);
  for (let count = 0; count < 400 && !source.destroyed; count += 1) {
    change('x'.repeat(280));
    await clock.advance(500);
  }
  expect([source.destroyed, hub.size]).toEqual([true, 0]);
});

test('a fifth stream of a session ends its first one, which then waits before it connects again', () => {
  const { hub, clock } = openHub();
  const [ada, ben] = [viewerOf(admin, 'ada'), viewerOf(admin, 'ben')];
  const open = (viewer: Viewer) =>
    hub.open({ topics: ['jobs'], sinceMs: clock.now().getTime(), viewer, viewerNow: keep(viewer) });
  const [other, ...streams] = [ben, ada, ada, ada, ada, ada].map(open);
  expect(hub.size).toBe(5);
  const isReplaced = (source: Readable | undefined) => String(source?.read()).includes('event: replaced');
  expect([other, ...streams].map(isReplaced)).toEqual([false, true, false, false, false, false]);
});

test('the more pages a change concerns, the longer they spread their fetches', async () => {
  const { follow, change, clock } = openHub();
  const few = Array.from({ length: 2 }, () => follow(admin, ['job/1']));
  const many = Array.from({ length: 200 }, () => follow(admin, ['job/2']));
  const spreads = async (jobId: string, pages: typeof few): Promise<number[]> => {
    for (const { source } of pages) source.read();
    change(jobId);
    await clock.advance(500);
    return [...new Set(pages.flatMap(({ source }) => messagesOf(source).map(({ spreadMs }) => spreadMs)))];
  };
  expect([await spreads('1', few), await spreads('2', many)]).toEqual([[50], [5_000]]);
});

test('1,000 streams listen to each cache once, and end when the process stops', async () => {
  const { hub, follow, change, clock, listeners, stopping } = openHub();
  const all = Array.from({ length: 1_000 }, () => follow(admin, ['jobs']));
  change('1');
  await clock.advance(500);
  expect([hub.size, listeners.size]).toEqual([1_000, 1]);
  expect(all.at(-1)?.read().at(-1)).toEqual(['jobs']);
  stopping.abort();
  expect([hub.size, listeners.size, all.every(({ source }) => source.read() === null)]).toEqual([0, 0, false]);
});
