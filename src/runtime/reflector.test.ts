import { expect, test } from '@jest/globals';
import { FakeClock, settle } from '../../test/support/time/fake-clock.ts';
import { ScriptedStore, type ScriptedWatch } from '../../test/support/faults/scripted-store.ts';
import type { ObjectList } from '../store/port.ts';
import { StoreError } from '../objects/store-error.ts';
import type { ResourceKind } from '../objects/resource-kind.ts';
import type { StoredObject } from '../objects/stored-object.ts';
import { Reflector, type ReflectorOptions } from './reflector.ts';

const things: ResourceKind<string, unknown> = {
  apiVersion: 'v1',
  kind: 'Thing',
  plural: 'things',
  parseSpec: String,
  parseStatus: (status) => status,
  selectableFields: [],
};
const away = new StoreError('Unavailable', 'away');
const expired = new StoreError('Expired', 'expired');

function thing(name: string, resourceVersion: string, spec = 'x'): StoredObject {
  const metadata = { name, namespace: 'here', uid: name, resourceVersion, generation: 1, creationTimestamp: '' };
  return { apiVersion: 'v1', kind: 'Thing', metadata, spec };
}

function listed(resourceVersion: string, items: StoredObject[], continueToken?: string): ObjectList<unknown, unknown> {
  return { items, resourceVersion, ...(continueToken !== undefined && { continueToken }) };
}

const empty = listed('10', []);
const stands = { type: 'BOOKMARK', resourceVersion: '10' } as const;

/** Starts a reflector on a store that gives the answers of the test. Retries wait 100 ms, 200 ms, ... */
function running(answers: (ObjectList<unknown, unknown> | Error)[], options: Partial<Options> = {}) {
  const clock = new FakeClock();
  const store = new ScriptedStore(answers);
  const nothing = (): void => undefined;
  const reflector = new Reflector<string, unknown, string>({
    ...{ store, kind: things, clock, random: () => 1, backoff: { baseMs: 100, maxMs: 1_000 } },
    logger: { debug: nothing, warn: nothing, error: nothing },
    transform: ({ spec }) => spec,
    inactivityTimeoutMs: 60_000,
    ...options,
  });
  const stop = new AbortController();
  const ended = reflector.run(stop.signal);
  const watch = async (at: number): Promise<ScriptedWatch> => {
    await settle();
    const found = store.watches.at(at);
    if (found === undefined) throw new Error(`there is no watch ${at}`);
    return found;
  };
  const views = (): string[] => [...reflector.cache.values()];
  return { reflector, clock, store, stop, ended, watch, views };
}

type Options = ReflectorOptions<string, unknown, string>;

test('the reflector lists page by page, transforms the objects and watches from the version of the list', async () => {
  const select = { namespace: 'here', labelSelector: 'a=b' };
  const answers = [listed('10', [thing('a', '3', 'one')], 'more'), listed('10', [thing('b', '4', 'two')])];
  const { reflector, store, watch, views } = running(answers, { select, pageSize: 1 });
  expect(reflector.hasSynced).toBe(false);
  await reflector.whenSynced();
  expect(reflector.hasSynced).toBe(true);
  expect(views()).toEqual(['one', 'two']);
  expect(store.asked).toEqual([
    { ...select, limit: 1 },
    { ...select, limit: 1, continueToken: 'more' },
  ]);
  expect((await watch(0)).from).toBe('10');
});

test('the reflector lists urgent objects first and only once, and watches while it lists the others', async () => {
  const select = { fieldSelector: 'metadata.name!=z' };
  const options = { select, urgent: 'status.phase!=DONE', pageSize: 2 };
  const answers = [listed('10', [thing('a', '3', 'one')]), away, away];
  const { reflector, clock, store, watch, views } = running(answers, options);
  await reflector.whenUrgentSynced();
  const first = await watch(0);
  expect([views(), reflector.hasSynced, first.from]).toEqual([['one'], false, '10']);
  first.say({ type: 'MODIFIED', object: thing('a', '12', 'two') });
  await settle();
  expect([views(), reflector.staleSeconds()]).toEqual([['two'], 0]);
  await clock.advance(100);
  expect(reflector.staleSeconds()).toBe(0.1);
  store.answer(listed('11', [thing('a', '3', 'one'), thing('b', '4', 'three')]));
  await clock.advance(200);
  await reflector.whenSynced();
  expect(views()).toEqual(['two', 'three']);
  const fieldSelector = 'metadata.name!=z,status.phase!=DONE';
  expect(store.asked).toEqual([{ fieldSelector, limit: 2 }, ...Array<object>(3).fill({ ...select, limit: 2 })]);
  expect(store.watches).toHaveLength(1);
});

test('an object that is deleted while the others are listed does not come back with the list', async () => {
  const answers = [listed('10', [thing('a', '3')]), away];
  const { reflector, clock, store, watch, views } = running(answers, { urgent: 'status.phase!=DONE' });
  const first = await watch(0);
  first.say({ type: 'DELETED', object: thing('b', '12') }, { type: 'DELETED', object: thing('a', '13') });
  store.answer(listed('11', [thing('a', '3'), thing('b', '4'), thing('c', '5', 'three')]));
  await clock.advance(100);
  await reflector.whenSynced();
  expect(views()).toEqual(['three']);
});

test('a watch that expires while the others are listed is followed by a list of all objects', async () => {
  const answers = [listed('10', [thing('a', '3')]), away];
  const { reflector, clock, store, watch, views } = running(answers, { urgent: 'status.phase!=DONE' });
  store.answer(listed('20', [thing('b', '14', 'two')]));
  (await watch(0)).end(expired);
  await clock.advance(100);
  await reflector.whenSynced();
  expect([(await watch(1)).from, views()]).toEqual(['20', ['two']]);
  await clock.advance(10_000);
  expect(store.asked).toHaveLength(3);
});

test('an object that has not changed is not transformed again by a later list', async () => {
  const made: string[] = [];
  const transform = ({ spec }: { spec: string }): string => {
    made.push(spec);
    return spec;
  };
  const { watch, store, clock } = running([listed('10', [thing('a', '3', 'one'), thing('b', '4', 'two')])], {
    transform,
  });
  (await watch(0)).end(expired);
  store.answer(listed('20', [thing('a', '3', 'one'), thing('b', '15', 'three')]));
  await clock.advance(100);
  await watch(1);
  expect(made).toEqual(['one', 'two', 'three']);
});

test('without an urgent selector, whenUrgentSynced waits for the whole list', async () => {
  const { reflector, clock, store } = running([away]);
  let isSynced = false;
  void reflector.whenUrgentSynced().then(() => (isSynced = true));
  await settle();
  expect(isSynced).toBe(false);
  store.answer(empty);
  await clock.advance(100);
  expect(isSynced).toBe(true);
});

test('the reflector applies the events of the watch', async () => {
  const { watch, views } = running([listed('10', [thing('a', '3', 'one')])]);
  const first = await watch(0);
  first.say({ type: 'ADDED', object: thing('b', '11', 'two') });
  first.say({ type: 'MODIFIED', object: thing('a', '12', 'three') });
  await settle();
  expect(views()).toEqual(['three', 'two']);
  first.say({ type: 'DELETED', object: thing('b', '13', 'two') });
  await settle();
  expect(views()).toEqual(['three']);
});

test.each<[string, Parameters<ScriptedWatch['say']>, string]>([
  ['an event', [{ type: 'ADDED', object: thing('a', '11') }], '11'],
  ['a bookmark', [{ type: 'BOOKMARK', resourceVersion: '15' }], '15'],
])('a watch that ends is resumed at once after the version of the last event: %s', async (_, events, want) => {
  const { watch, store } = running([empty]);
  const first = await watch(0);
  first.say(...events);
  first.end();
  expect((await watch(1)).from).toBe(want);
  expect(store.asked).toHaveLength(1);
});

test('a watch that fails is resumed after a back-off without a list', async () => {
  const { watch, store, clock } = running([empty]);
  const first = await watch(0);
  first.say({ type: 'ADDED', object: thing('a', '11') });
  first.end(away);
  await clock.advance(99);
  expect(store.watches).toHaveLength(1);
  await clock.advance(1);
  expect((await watch(1)).from).toBe('11');
  expect(store.asked).toHaveLength(1);
});

test('watches that end at once without an event are reopened with a growing back-off', async () => {
  const { watch, store, clock } = running([empty]);
  (await watch(0)).end();
  await clock.advance(99);
  expect(store.watches).toHaveLength(1);
  await clock.advance(1);
  (await watch(1)).end();
  await clock.advance(199);
  expect(store.watches).toHaveLength(2);
  await clock.advance(1);
  expect(store.watches).toHaveLength(3);
});

test('a first bookmark does not reset the back-off of a watch that ends at once', async () => {
  const { reflector, watch, store, clock } = running([empty]);
  const endsAtOnce = async (at: number): Promise<void> => {
    const begun = await watch(at);
    begun.say(stands);
    begun.end();
    await settle();
  };
  await endsAtOnce(0);
  await clock.advance(100);
  await endsAtOnce(1);
  await clock.advance(199);
  expect([store.watches.length, reflector.staleSeconds()]).toEqual([2, 0.199]);
  await clock.advance(1);
  expect(store.watches).toHaveLength(3);
});

test('a watch that has lasted long enough resets the back-off', async () => {
  const { watch, store, clock } = running([empty]);
  (await watch(0)).end();
  await clock.advance(100);
  (await watch(1)).say(stands);
  await clock.advance(1_000);
  (await watch(1)).end();
  (await watch(2)).end();
  await clock.advance(100);
  expect(store.watches).toHaveLength(4);
});

test('an expired version causes a new list, and only the differences are reported', async () => {
  const { reflector, watch, store, clock, views } = running([listed('10', [thing('a', '3', 'one'), thing('b', '4')])]);
  const heard: string[] = [];
  reflector.cache.onChange(({ type, key }) => heard.push(`${type} ${key.name}`));
  store.answer(listed('50', [thing('a', '3', 'one'), thing('c', '44', 'three')]));
  (await watch(0)).end(expired);
  await clock.advance(100);
  expect(views()).toEqual(['one', 'three']);
  expect(heard).toEqual(['added a', 'added b', 'deleted b', 'added c']);
  expect((await watch(1)).from).toBe('50');
});

test('a first list that fails is retried until it succeeds', async () => {
  const { reflector, store, clock } = running([away, away, empty]);
  await clock.advance(100);
  expect([reflector.hasSynced, store.asked.length]).toEqual([false, 2]);
  await clock.advance(200);
  expect(reflector.hasSynced).toBe(true);
});

test('if a list expires between two pages, all objects are listed in one request', async () => {
  const { reflector, store } = running([listed('10', [], 'more'), expired, empty], { pageSize: 1 });
  await reflector.whenSynced();
  expect(store.asked.map(({ limit }) => limit)).toEqual([1, 1, undefined]);
});

test('a watch without events is cancelled and resumed, and bookmarks keep a watch open', async () => {
  const { watch, store, clock } = running([empty]);
  const first = await watch(0);
  await clock.advance(59_999);
  first.say({ type: 'BOOKMARK', resourceVersion: '20' });
  await clock.advance(59_999);
  expect(store.watches).toHaveLength(1);
  await clock.advance(1);
  expect((await watch(1)).from).toBe('20');
});

test('the reflector is stale from the end of a watch until the next watch has started', async () => {
  const { reflector, watch, clock } = running([empty]);
  await clock.advance(2_000);
  expect(reflector.staleSeconds()).toBe(2);
  (await watch(0)).say(stands);
  await clock.advance(10_000);
  expect(reflector.staleSeconds()).toBe(0);
  (await watch(0)).end();
  await clock.advance(3_000);
  expect(reflector.staleSeconds()).toBe(3);
  (await watch(1)).say(stands);
  await settle();
  expect(reflector.staleSeconds()).toBe(0);
});

test('a watch that is cancelled for lack of events counts as stale from its last event', async () => {
  const { reflector, watch, clock } = running([empty]);
  (await watch(0)).say(stands);
  await clock.advance(60_000);
  expect(reflector.staleSeconds()).toBe(60);
});

test('the reflector stops during a watch and during a back-off', async () => {
  const watching = running([empty]);
  await watching.watch(0);
  watching.stop.abort();
  await watching.ended;
  const waiting = running([away]);
  await settle();
  waiting.stop.abort();
  await waiting.ended;
  expect([watching.clock.sleeping, waiting.clock.sleeping]).toEqual([0, 0]);
});
