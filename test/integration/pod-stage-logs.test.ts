import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { PodStageLogs } from '../../src/k8s/pod-stage-logs.ts';
import { answer, ApiClients, startApiServer, statusOf, type ApiServer } from '../support/cluster/fake-api-server.ts';
import { collected } from '../support/process/collected.ts';

const attempt = { jobId: 'id', owner: { namespace: 'ads', uid: 'u1' }, stage: 'image', attempt: 2 };
const pod = (name: string, minute: number) => ({
  metadata: { name, creationTimestamp: `2026-11-26T10:0${minute}:00Z` },
});

let server: ApiServer;
let clients: ApiClients;
let logs: PodStageLogs;

beforeEach(async () => {
  server = await startApiServer((request, response) => {
    if (request.url?.includes('/log?') === true) response.end('first\nsecond');
    else answer(response, 200, { items: [pod('old', 1), pod('new', 2)] });
  });
  clients = new ApiClients();
  logs = new PodStageLogs(clients.open({ server: server.origin }).client, 'stage');
});
afterEach(async () => {
  await clients.close();
  await server.close();
});

const read = (isFollowed = false, signal = new AbortController().signal) => logs.read(attempt, { isFollowed, signal });

test('the log of an attempt is that of the stage container of its newest pod', async () => {
  expect(await collected((await read()) ?? missing())).toEqual(['first', 'second']);
  const selector = 'adwright.dev/adjob-uid=u1,adwright.dev/stage=image,adwright.dev/attempt=2';
  expect(server.asked).toEqual([
    `GET /api/v1/namespaces/ads/pods?labelSelector=${encodeURIComponent(selector)}`,
    'GET /api/v1/namespaces/ads/pods/new/log?container=stage&tailLines=2000&limitBytes=262144',
  ]);
});

test('a followed log yields lines as they arrive and ends when the reader leaves', async () => {
  const { handle } = server;
  server.handle = (request, response, body) => {
    if (request.url?.includes('follow=true') === true) response.write('first\n');
    else handle(request, response, body);
  };
  const stop = new AbortController();
  const lines: string[] = [];
  for await (const line of (await read(true, stop.signal)) ?? missing()) {
    lines.push(line);
    stop.abort();
  }
  expect(lines).toEqual(['first']);
});

test.each([
  ['whose pod is gone', 404, statusOf(404, 'NotFound', 'pods "new" not found', { name: 'new' })],
  ['whose container has not started', 400, statusOf(400, 'BadRequest', 'container is waiting to start')],
])('an attempt %s has no log', async (_, code, status) => {
  const { handle } = server;
  server.handle = (request, response, body) => {
    if (request.url?.includes('/log?') === true) answer(response, code, status);
    else handle(request, response, body);
  };
  expect(await read()).toBeUndefined();
});

test('an attempt without a pod has no log', async () => {
  server.handle = (_, response) => {
    answer(response, 200, { items: [] });
  };
  expect(await read()).toBeUndefined();
});

function missing(): never {
  throw new Error('there is no log');
}
