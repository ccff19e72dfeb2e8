import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { systemClock } from '../clock/system-clock.ts';
import { json, problem } from './answer.ts';
import { createListener, createRefusal, type ListenerOptions } from './listener.ts';
import { overloaded } from './retry-later.ts';
import type { Contract, Route } from './route.ts';
import { createHttpService, type HttpService } from './server.ts';

/** Contract of a listener whose callers have sessions. It counts no requests but those that change something. */
interface PageContract extends Contract {
  authentication: 'public' | 'session';
  isCounted?: boolean;
}

interface Person {
  name: string;
}

const routes: Route<Person, PageContract>[] = [
  {
    contract: { method: 'get', path: '/hello', authentication: 'public' },
    open: ({ caller }) => json(200, { caller }),
  },
  {
    contract: { method: 'get', path: '/rooms/{room}', authentication: 'session' },
    handle: ({ caller, params, query }) => json(200, { ...caller, ...params, x: query.get('x') }),
  },
  {
    contract: { method: 'post', path: '/notes', authentication: 'session', isCounted: true, body: {} },
    handle: ({ body }) => json(201, body),
  },
  {
    contract: { method: 'get', path: '/broken', authentication: 'session' },
    handle: () => Promise.reject(new Error('the disk is full')),
  },
];

const options: ListenerOptions = {
  publicUrl: 'https://console.example/base',
  crossOrigin: { origins: [], requestHeaders: [], answerHeaders: [] },
  clock: systemClock,
  newRequestId: () => '0199a3c4-5b1e-7cc2-9d1f-2f4b8a6c7d10',
  observe: () => undefined,
  answerFor: (error) => (String(error).includes('disk') ? problem('unavailable') : undefined),
  logger: pino({ level: 'silent' }),
};

let [service, shedding]: HttpService[] = [];
let [url, shedUrl] = ['', ''];
let counts = 0;

beforeAll(async () => {
  const listener = createListener<Person, PageContract>(options, routes, {
    authenticate: ({ headers }) =>
      Promise.resolve(
        headers.cookie === undefined
          ? { kind: 'refused', answer: problem('unauthorized') }
          : { kind: 'caller', caller: { name: headers.cookie } },
      ),
    count: (_caller, { isCounted }) => {
      if (isCounted !== true) return Promise.resolve({ headers: {} });
      counts += 1;
      const headers = { RateLimit: String(counts) };
      return Promise.resolve(counts > 2 ? { headers, refusal: problem('rate_limited') } : { headers });
    },
  });
  [service, shedding] = [createHttpService(), createHttpService()];
  url = `http://127.0.0.1:${(await service.listen({ host: '127.0.0.1', port: 0 })).port}/base`;
  shedUrl = `http://127.0.0.1:${(await shedding.listen({ host: '127.0.0.1', port: 0 })).port}/base`;
  service.serve({ handler: listener, publicUrl: options.publicUrl });
  shedding.serve({ handler: createRefusal(options, overloaded(5_000)), publicUrl: options.publicUrl });
});
afterAll(async () => {
  await Promise.all([service?.drain(0), shedding?.drain(0)]);
});

const cookie = { cookie: 'ada' };
const note = { method: 'POST', body: '{"text":"hi"}', headers: { ...cookie, 'content-type': 'application/json' } };

test('a public endpoint ignores the credentials of a request', async () => {
  expect(await (await fetch(`${url}/hello`, { headers: cookie })).json()).toEqual({});
});

test('a handler gets the caller that its listener identified', async () => {
  const answer = await fetch(`${url}/rooms/blue?x=1`, { headers: cookie });
  expect(await answer.json()).toEqual({ name: 'ada', room: 'blue', x: '1' });
});

test.each<[string, RequestInit, [status: number, code: string], counted: number]>([
  ['without a caller is not counted', { ...note, headers: {} }, [401, 'unauthorized'], 0],
  ['without JSON is counted', { ...note, headers: cookie }, [415, 'unsupported_media_type'], 1],
  ['with damaged JSON is counted', { ...note, body: '{' }, [400, 'body_unreadable'], 1],
  ['beyond the limit is refused before its body is read', { ...note, body: '{' }, [429, 'rate_limited'], 1],
])('a request %s', async (_, init, [status, code], counted) => {
  const before = counts;
  const answer = await fetch(`${url}/notes`, init);
  expect([answer.status, await answer.json()]).toMatchObject([status, { code }]);
  expect(counts - before).toBe(counted);
  expect(answer.headers.get('ratelimit')).toBe(counted === 0 ? null : String(counts));
});

test('the listener decides which errors of its handlers are outages', async () => {
  const answer = await fetch(`${url}/broken`, { headers: cookie });
  expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'unavailable' }]);
});

test('a refusal under overload needs no caller and names the listener', async () => {
  const answer = await fetch(`${shedUrl}/rooms/blue`);
  const type = 'https://console.example/base/docs/errors#overloaded';
  expect([answer.status, await answer.json()]).toMatchObject([503, { type }]);
});
