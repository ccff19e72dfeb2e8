import { EventEmitter, once } from 'node:events';
import { beforeEach, expect, test } from '@jest/globals';
import { MemoryState } from '../../test/support/admin/memory-state.ts';
import { AutoAdvancingClock } from '../../test/support/time/auto-advancing-clock.ts';
import { bytes, type Answer } from '../http/answer.ts';
import { formOnce } from './form-once.ts';
import type { Viewer } from './viewer.ts';

const clock = new AutoAdvancingClock();
const page = (text: string): Answer => bytes(200, 'text/html', Buffer.from(text));
const form = new URLSearchParams({ form_id: '0b8f6a1e-3d44' });

let state: MemoryState;
let runs: number;
beforeEach(() => {
  [state, runs] = [new MemoryState(clock), 0];
});

const viewerOf = (subject: string): Viewer => ({
  ...{ actor: { kind: 'role', role: 'admin' }, person: { kind: 'person', subject }, source: {} },
  session: { id: 's', authenticatedMs: 0 },
});

function post(
  made: string | undefined,
  { sent = form, url = '/keys', by = 'ada', act = () => Promise.resolve() } = {},
): Promise<Answer> {
  return formOnce(
    { state, clock },
    { url, body: sent, caller: viewerOf(by) },
    {
      act: async () => {
        runs += 1;
        await act();
        return { answer: page('the secret'), made };
      },
      again: (name) => page(`${name} was created`),
      unknown: () => page('look at the list'),
    },
  );
}

test('a form sent twice acts once, and the second answer names what was made without its secret', async () => {
  expect(await post('shop')).toEqual(page('the secret'));
  expect(await post('shop')).toEqual(page('shop was created'));
  expect(runs).toBe(1);
  expect(JSON.stringify(await state.list(''))).not.toContain('the secret');
});

test('a second post waits for the first one', async () => {
  const held = new EventEmitter();
  const firstPost = post('shop', { act: () => once(held, 'end').then(() => undefined) });
  const second = post('shop');
  await new Promise(setImmediate);
  held.emit('end');
  expect(await firstPost).toEqual(page('the secret'));
  expect(await second).toEqual(page('shop was created'));
  expect(runs).toBe(1);
});

test('a form that made nothing may be sent again', async () => {
  await post(undefined);
  expect(await post('shop')).toEqual(page('the secret'));
});

test('a form whose outcome is unknown does not act again', async () => {
  const lost = new Error('the store does not respond');
  await expect(post('shop', { act: () => Promise.reject(lost) })).rejects.toBe(lost);
  expect(await post('shop')).toEqual(page('look at the list'));
  expect(runs).toBe(1);
});

test('an answer is not lost if its outcome cannot be stored', async () => {
  state.set = () => Promise.reject(new Error('full'));
  expect(await post('shop')).toEqual(page('the secret'));
});

test('two forms are independent, and so are forms without an id', async () => {
  const other = new URLSearchParams({ form_id: 'another-form' });
  const none = new URLSearchParams();
  for (const sent of [form, other, none, none]) expect(await post('shop', { sent })).toEqual(page('the secret'));
});

test('the id of a form counts only for its person and its page, with any query', async () => {
  expect(await post('shop')).toEqual(page('the secret'));
  expect(await post('shop', { by: 'grace' })).toEqual(page('the secret'));
  expect(await post('shop', { url: '/accounts' })).toEqual(page('the secret'));
  expect(await post('shop', { url: '/keys?draft=1' })).toEqual(page('shop was created'));
});
