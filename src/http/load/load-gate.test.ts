import { createServer, request as send, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { blockFor } from '../../../test/support/process/block-for.ts';
import { FakeClock } from '../../../test/support/time/fake-clock.ts';
import { until } from '../../../test/support/process/until.ts';
import { systemClock } from '../../clock/system-clock.ts';
import { createLoadGate } from './load-gate.ts';
import type { ShedReason } from '../metrics.ts';

const limits = { waitingMax: 2, waitMsMax: 5_000, writesMax: 1 };

let clock: FakeClock;
let server: Server;
/** Responses of the requests that were started and not answered yet, by the path of the request. */
let begun: Map<string, ServerResponse>;
let reasons: ShedReason[];
let gate: RequestListener;
/** Answers a shed request. */
let shed: RequestListener;

beforeEach(async () => {
  clock = new FakeClock();
  begun = new Map();
  const reasonsOfTest: ShedReason[] = []; // requests queued at the end of a test disconnect during the next test
  reasons = reasonsOfTest;
  shed = (_, response) => response.writeHead(503).end();
  gate = createLoadGate({
    limits,
    clock,
    connectionsMade: () => 0,
    exempt: new Set(['/livez']),
    app: (request, response) => begun.set(request.url ?? '', response),
    shed: (request, response) => {
      shed(request, response);
    },
    onShed: (reason) => reasonsOfTest.push(reason),
  });
  server = createServer(gate);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
});

afterEach(async () => {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
});

function port(): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

/** Sends a request on its own connection. `status` resolves with the status code, or with 0 if there is no answer. */
function ask(method: string, path: string) {
  const sent = send({ port: port(), host: '127.0.0.1', method, path, agent: false });
  const status = new Promise<number>((resolve) => {
    sent.on('response', (answer) => {
      resolve(answer.statusCode ?? 0);
      answer.resume();
    });
    sent.on('error', () => {
      resolve(0);
    });
  });
  sent.end();
  return { status, hangUp: () => sent.destroy() };
}

async function answer(path: string): Promise<void> {
  await until(() => begun.has(path));
  begun.get(path)?.end();
}

/** Takes the only write slot and both places in the queue. */
async function fill() {
  const first = ask('POST', '/1');
  await until(() => begun.has('/1'));
  const [second, third] = [ask('POST', '/2'), ask('POST', '/3')];
  await until(async () => (await ask('POST', '/probe-of-the-queue').status) === 503);
  reasons.length = 0;
  return [first, second, third] as const;
}

test('the load gate starts a request at once while a slot is free', async () => {
  const { status } = ask('POST', '/1');
  await answer('/1');
  expect(await status).toBe(200);
  expect(reasons).toEqual([]);
});

test('the load gate starts waiting writes in order as slots become free', async () => {
  const [first, second, third] = await fill();
  expect([...begun.keys()]).toEqual(['/1']);
  for (const path of ['/1', '/2', '/3']) await answer(path);
  expect(await Promise.all([first.status, second.status, third.status])).toEqual([200, 200, 200]);
  expect([...begun.keys()]).toEqual(['/1', '/2', '/3']);
});

test('the load gate sheds a request beyond the queue without passing it to the app', async () => {
  await fill();
  expect(await ask('POST', '/4').status).toBe(503);
  expect(await ask('GET', '/5').status).toBe(503);
  expect(reasons).toEqual(['queue_full', 'queue_full']);
  expect([...begun.keys()]).toEqual(['/1']);
});

test('the load gate sheds a request that has waited too long', async () => {
  const [, second, third] = await fill();
  await clock.advance(4_999);
  expect(reasons).toEqual([]);
  await clock.advance(1);
  expect(await Promise.all([second.status, third.status])).toEqual([503, 503]);
  expect(reasons).toEqual(['waited_too_long', 'waited_too_long']);
  const later = ask('POST', '/later');
  for (const path of ['/1', '/later']) await answer(path);
  expect(await later.status).toBe(200);
});

test('the load gate passes an exempt path while the queue is full', async () => {
  await fill();
  const { status } = ask('GET', '/livez?verbose');
  await answer('/livez?verbose');
  expect(await status).toBe(200);
});

test('long polls take no slot from writes, and writes take no slot from reads', async () => {
  const polls = [1, 2, 3].map((poll) => ask('GET', `/poll-${poll}`));
  await until(() => begun.size === 3);
  const write = ask('POST', '/1');
  await until(() => begun.has('/1'));
  ask('POST', '/2');
  polls.push(ask('GET', '/poll-4'));
  await until(() => begun.has('/poll-4'));
  expect(begun.has('/2')).toBe(false);
  for (const path of ['/1', '/poll-1', '/poll-2', '/poll-3', '/poll-4', '/2']) await answer(path);
  expect(await Promise.all([write, ...polls].map(({ status }) => status))).toEqual([200, 200, 200, 200, 200]);
});

test('the load gate never starts a request whose client has disconnected', async () => {
  const [, second] = await fill();
  second.hangUp();
  await until(async () => (await connections()) === 2);
  for (const path of ['/1', '/3']) await answer(path);
  expect(reasons).toEqual(['hung_up']);
  expect(begun.has('/2')).toBe(false);
});

test('the place of a client that disconnected goes to the next request', async () => {
  const [, second] = await fill();
  second.hangUp();
  await until(() => reasons.length === 1);
  expect(reasons).toEqual(['hung_up']);
  const fourth = ask('POST', '/4');
  for (const path of ['/1', '/3', '/4']) await answer(path);
  expect(await fourth.status).toBe(200);
  expect(reasons).toEqual(['hung_up']);
});

test('the load gate drops every request of a closed connection', async () => {
  ask('POST', '/1');
  await until(() => begun.has('/1'));
  const socket = connect(port(), '127.0.0.1');
  socket.write(['/2', '/3'].map((path) => `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n`).join(''));
  await until(async () => (await ask('POST', '/probe-of-the-queue').status) === 503);
  reasons.length = 0;
  socket.destroy();
  await until(() => reasons.length === 2);
  expect(reasons).toEqual(['hung_up', 'hung_up']);
});

test('the load gate starts waiting requests while excess requests keep arriving', async () => {
  await fill();
  let shedCount = 0;
  shed = (request, response) => {
    shedCount += 1;
    if (shedCount === 100) begun.get('/1')?.end();
    if (begun.has('/2') || shedCount === 10_000) response.writeHead(503).end();
    else gate(request, response); // as if another request had arrived
  };
  expect(await ask('GET', '/flood').status).toBe(503);
  expect(begun.has('/2')).toBe(true);
  expect(shedCount).toBeLessThan(10_000);
});

test('requests that keep the event loop busy wait for its next turn, and others are read in between', async () => {
  const shown: string[] = [];
  let made = 0;
  server.on('connection', () => (made += 1));
  server.removeAllListeners('request');
  const busy = createLoadGate({
    limits: { waitingMax: 100, waitMsMax: 60_000, writesMax: 100 },
    clock: systemClock,
    connectionsMade: () => made,
    exempt: new Set(['/livez']),
    app: (request, response) => {
      shown.push(request.url ?? '');
      if (request.method === 'POST') blockFor(15);
      response.end();
    },
    shed: (_, response) => response.writeHead(503).end(),
    onShed: (reason) => reasons.push(reason),
  });
  server.on('request', busy);
  const writes = Array.from({ length: 20 }, (_, write) => ask('POST', `/${write}`).status);
  const alive = ask('GET', '/livez').status;
  await Promise.all([...writes, alive]);
  expect(shown).toHaveLength(21);
  expect(shown.indexOf('/livez')).toBeLessThan(10);
  expect(reasons).toEqual([]);
});

function connections(): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => {
      if (error === null) resolve(count);
      else reject(error);
    });
  });
}
