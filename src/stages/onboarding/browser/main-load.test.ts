import { expect, test } from '@jest/globals';
import type { DevToolsEvent } from './devtools.ts';
import { MainLoad } from './main-load.ts';

const url = 'https://tern.example/';
const event = (method: string, params: unknown): DevToolsEvent => ({ method, params, session: 'page' });
const navigated = (loaderId: string, to = url, id = 'main'): DevToolsEvent =>
  event('Page.frameNavigated', { frame: { id, loaderId, url: to } });
const lifecycle = (loaderId: string, name = 'load', frameId = 'main'): DevToolsEvent =>
  event('Page.lifecycleEvent', { frameId, loaderId, name });

test.each<[string, DevToolsEvent[], boolean]>([
  ['the load of the page counts', [navigated('page'), lifecycle('page')], true],
  ['the load of the empty document does not count', [lifecycle('blank')], false],
  ['a late load of the empty document does not count', [navigated('blank', 'about:blank'), lifecycle('blank')], false],
  ['the load of an earlier document does not count', [navigated('page'), lifecycle('blank')], false],
  [
    'the load of a page that has forwarded does not count',
    [navigated('page'), navigated('next', `${url}next`), lifecycle('page')],
    false,
  ],
  [
    'the load of the page to which the page has forwarded counts',
    [navigated('page'), navigated('next', `${url}next`), lifecycle('next')],
    true,
  ],
  [
    'the load of a frame does not count',
    [navigated('page'), navigated('x', url, 'f'), lifecycle('x', 'load', 'f')],
    false,
  ],
  ['a page whose HTML is parsed has not loaded', [navigated('page'), lifecycle('page', 'DOMContentLoaded')], false],
  [
    'an event without a loader does not count',
    [event('Page.lifecycleEvent', { frameId: 'main', name: 'load' })],
    false,
  ],
  ['the load event of another form does not count', [navigated('page'), event('Page.loadEventFired', {})], false],
])('%s', (_, events, want) => {
  const load = new MainLoad('main');
  const [last, ...before] = [...events].reverse();
  for (const each of before.reverse()) expect(load.isLoaded(each)).toBe(false);
  expect(last !== undefined && load.isLoaded(last)).toBe(want);
});
