import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { podKind } from '../../src/objects/workload-kinds.ts';
import { systemClock } from '../../src/clock/system-clock.ts';
import { KubernetesStore } from '../../src/k8s/kubernetes-store.ts';
import { aborted } from '../../src/runtime/aborted.ts';
import type { WatchEvent } from '../../src/store/port.ts';
import { widgets, type WidgetSpec, type WidgetStatus } from '../contract/widget.ts';
import {
  answer,
  ApiClients,
  startApiServer,
  statusOf,
  type ApiClient,
  type ApiServer,
} from '../support/cluster/fake-api-server.ts';
import { FakeClock } from '../support/time/fake-clock.ts';
import { until } from '../support/process/until.ts';

const key = { namespace: 'here', name: 'a' };
const widget = (resourceVersion = '7', note = 'n') => ({
  ...{ apiVersion: widgets.apiVersion, kind: 'Widget' },
  metadata: { ...key, uid: 'u', resourceVersion, generation: 1, creationTimestamp: '2026-01-01T00:00:00Z' },
  spec: { size: 1, note },
});

/** A pod as the Kubernetes API server returns it. */
const pod = {
  ...{ kind: 'Pod', apiVersion: 'v1' },
  metadata: { name: 'a', namespace: 'default', uid: 'u', resourceVersion: '8' },
  spec: { activeDeadlineSeconds: 60, containers: [{ name: 'stage' }] },
  status: { phase: 'Running' },
};

let server: ApiServer;
let clients: ApiClients;
beforeEach(async () => {
  server = await startApiServer((_, response) => {
    answer(response, 200, widget());
  });
  clients = new ApiClients();
});
afterEach(async () => {
  await clients.close();
  await server.close();
});

const open = (...[user, options]: [user?: object, options?: Parameters<ApiClients['open']>[2]]): ApiClient =>
  clients.open({ server: server.origin }, user, options);

describe('connections', () => {
  test('sequential requests reuse their connection', async () => {
    const { store } = open();
    for (let turn = 0; turn < 20; turn += 1) await store.get(widgets, key);
    expect(server.asked).toHaveLength(20);
    // The client opens a second connection if a request starts before the pool has seen the end of the previous
    // response.
    expect(server.connections).toBeLessThanOrEqual(2);
  });

  test('concurrent requests open at most 50 connections', async () => {
    const held: (() => void)[] = [];
    server.handle = (_, response) =>
      held.push(() => {
        answer(response, 200, widget());
      });
    const { store } = open();
    const all = Array.from({ length: 80 }, () => store.get(widgets, key));
    await until(() => held.length === 50);
    server.handle = (_, response) => {
      answer(response, 200, widget());
    };
    for (const release of held) release();
    await Promise.all(all);
    expect(server.connections).toBe(50);
  });

  test('watches use connections of their own', async () => {
    server.handle = (request, response) => {
      if (request.url?.includes('watch=1') === true) response.writeHead(200).flushHeaders();
      else answer(response, 200, widget());
    };
    const { store } = open();
    const abort = new AbortController();
    const watches = Array.from({ length: 60 }, () => watchFirst(store.watch(widgets, watchFrom('5', abort.signal))));
    await Promise.all(watches.map(({ standing }) => standing));
    expect(await store.get(widgets, key)).toBeDefined();
    abort.abort();
    await Promise.all(watches.map(({ ended }) => ended));
  });

  test('a closed client fails running and new requests with Unavailable', async () => {
    server.handle = () => undefined;
    const client = open();
    const running = client.store.get(widgets, key).catch((error: unknown) => error);
    await until(() => server.asked.length === 1);
    await client.close();
    expect(await running).toMatchObject({ reason: 'Unavailable' });
    await expect(client.store.get(widgets, key)).rejects.toMatchObject({ reason: 'Unavailable' });
    expect(server.asked).toHaveLength(1);
  });

  test('requests carry the user agent and keep the path prefix of a gateway', async () => {
    let agent: string | undefined;
    server.handle = (request, response) => {
      agent = request.headers['user-agent'];
      answer(response, 200, widget());
    };
    const { store, namespace } = clients.open({ server: `${server.origin}/k8s/clusters/c-1/` });
    await store.get(widgets, key);
    expect(agent).toMatch(/^adwright-test\/1\.2\.3/);
    expect(server.asked).toEqual(['GET /k8s/clusters/c-1/apis/contract.adwright.dev/v1/namespaces/here/widgets/a']);
    expect(namespace).toBe('here');
  });
});

describe('failing responses', () => {
  test('a request to a server that is too slow fails with Unavailable, and a write is not repeated', async () => {
    server.handle = () => undefined;
    const { store } = open({}, { timeoutMs: 50 });
    await expect(store.get(widgets, key)).rejects.toMatchObject({ reason: 'Unavailable' });
    await expect(store.patch(widgets, key, { spec: { size: 2 } })).rejects.toMatchObject({ reason: 'Unavailable' });
    expect(server.asked.filter((line) => line.startsWith('PATCH')).length).toBeLessThan(2);
  });

  test('a response that never ends fails with Unavailable', async () => {
    server.handle = (_, response) => {
      const drip = setInterval(() => response.write(' '), 5);
      response.on('close', () => {
        clearInterval(drip);
      });
    };
    const { store } = open({}, { timeoutMs: 50 });
    await expect(store.get(widgets, key)).rejects.toMatchObject({ reason: 'Unavailable' });
  });

  test('a read whose connection breaks is retried up to four times', async () => {
    const clock = new FakeClock();
    const { store } = open({}, { clock });
    server.handle = (request) => request.socket.destroy();
    const failing = store.get(widgets, key).catch((error: unknown) => error);
    for (let sends = 1; sends <= 5; sends += 1) {
      await until(() => server.asked.length === sends);
      if (sends <= 4) await until(() => clock.sleeping > 0);
      await clock.advance(1_000);
    }
    expect(await failing).toMatchObject({ reason: 'Unavailable' });
    expect(server.asked).toHaveLength(5);
  });

  test.each<[string, (store: ApiClient['store']) => Promise<unknown>]>([
    ['create', (store) => store.create(widgets, { metadata: key, spec: { size: 1 } })],
    ['patch', (store) => store.patch(widgets, key, { spec: { size: 1 } })],
    ['delete', (store) => store.delete(widgets, key)],
  ])('a %s whose connection breaks is not retried, because it may have been executed', async (_, write) => {
    server.handle = (request) => request.socket.destroy();
    await expect(write(open().store)).rejects.toMatchObject({ reason: 'Unavailable' });
    expect(server.asked).toHaveLength(1);
  });

  test('a write refused with 429 is retried after the time in Retry-After', async () => {
    const clock = new FakeClock();
    const { store } = open({}, { clock });
    server.handle = (_, response) => {
      answer(response, 429, statusOf(429, 'TooManyRequests', 'later'), { 'Retry-After': '3' });
    };
    const patching = store.patch(widgets, key, { spec: { size: 1 } });
    await until(() => clock.sleeping > 0);
    await clock.advance(2_999);
    expect(server.asked).toHaveLength(1);
    server.handle = (_, response) => {
      answer(response, 200, widget());
    };
    await clock.advance(1);
    expect((await patching).spec.size).toBe(1);
    expect(server.asked).toHaveLength(2);
  });

  test('a write refused with 429 is not retried once its guard forbids writes', async () => {
    const clock = new FakeClock();
    let isLeading = true;
    const store = open({}, { clock }).store.guarded(() => isLeading);
    server.handle = (_, response) => {
      answer(response, 429, statusOf(429, 'TooManyRequests', 'later'), { 'Retry-After': '3' });
    };
    const patching = store.patch(widgets, key, { spec: { size: 1 } }).catch((error: unknown) => error);
    await until(() => clock.sleeping > 0);
    isLeading = false;
    await clock.advance(3_000);
    expect(await patching).toMatchObject({ reason: 'Unavailable' });
    expect(server.asked).toHaveLength(1);
  });

  test('a response that is not an object of JSON fails with Unavailable, and the error omits its text', async () => {
    const { store } = open();
    for (const text of ['s3cr3t', '{"metadata":{}}', '[]', '']) {
      server.handle = (_, response) => response.end(text);
      const error = await store.get(widgets, key).catch((failure: unknown) => failure);
      expect(error).toMatchObject({ reason: 'Unavailable' });
      expect(String(error)).not.toContain('s3cr3t');
    }
  });

  test('the observer is notified of every request', async () => {
    const told: string[] = [];
    const observer = { answered: (...what: string[]) => void told.push(what.join(' ')) };
    const { store } = open({}, { observer });
    const { host } = new URL(server.origin);
    await store.get(widgets, key);
    server.handle = (request) => request.socket.destroy();
    await store.delete(widgets, key).catch(() => undefined);
    expect(told).toEqual([`200 GET ${host}`, `<error> DELETE ${host}`]);
  });
});

describe('watches', () => {
  const line = (type: string, object: object): string => `${JSON.stringify({ type, object })}\n`;

  test('a watch parses events from a stream in any chunks', async () => {
    const text =
      line('ADDED', widget('8', 'größer 🐘')) + line('MODIFIED', widget('9', 'ø')) + line('BOOKMARK', widget('11'));
    const bytes = Buffer.from(text);
    server.handle = (_, response) => {
      void (async () => {
        for (let at = 0; at < bytes.length; at += 7) {
          response.write(bytes.subarray(at, at + 7));
          await new Promise(setImmediate);
        }
        response.end();
      })();
    };
    const heard = await all(open().store.watch(widgets, watchFrom('5')));
    expect(heard).toEqual([
      { type: 'BOOKMARK', resourceVersion: '5' },
      { type: 'ADDED', object: widget('8', 'größer 🐘') },
      { type: 'MODIFIED', object: widget('9', 'ø') },
      { type: 'BOOKMARK', resourceVersion: '11' },
    ]);
    expect(server.asked[0]).toMatch(/watch=true&allowWatchBookmarks=true&resourceVersion=5&timeoutSeconds=[345]\d\d$/);
  });

  test('a watch of a kind with a reduced spec returns only the reduced fields', async () => {
    server.handle = (_, response) => response.end(line('ADDED', pod));
    const heard: unknown[] = [];
    for await (const event of open().store.watch(podKind, watchFrom('5'))) heard.push(event);
    expect(heard.at(-1)).toEqual({ type: 'ADDED', object: { ...pod, spec: { activeDeadlineSeconds: 60 } } });
  });

  test('the observer is notified of each event of a reduced kind that was parsed whole', async () => {
    const { metadata, spec, status } = pod;
    const sorted = { metadata, status, spec };
    server.handle = (_, response) =>
      response.end(line('ADDED', pod) + line('MODIFIED', sorted) + line('BOOKMARK', sorted) + line('DELETED', sorted));
    const told: string[] = [];
    const observer = { fellBack: (kind: string) => void told.push(kind) };
    const store = new KubernetesStore({ client: open().client, clock: systemClock, observer }).guarded(() => true);
    const heard: string[] = [];
    for await (const { type } of store.watch(podKind, watchFrom('5'))) heard.push(type);
    expect(heard).toEqual(['BOOKMARK', 'ADDED', 'MODIFIED', 'BOOKMARK', 'DELETED']);
    expect(told).toEqual(['Pod', 'Pod']);
  });

  test('a create of a kind with a reduced spec returns only the reduced fields', async () => {
    server.handle = (_, response) => {
      answer(response, 201, pod);
    };
    const { metadata, spec } = pod;
    expect(await open().store.create(podKind, { metadata, spec })).toEqual({
      ...pod,
      spec: { activeDeadlineSeconds: 60 },
    });
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ['breaks', (response) => response.socket?.destroy()],
    ['ends within an event', (response) => response.end()],
  ])('a watch that %s returns the complete events and then fails', async (_, finish) => {
    server.handle = (_request, response) => {
      response.write(`${line('ADDED', widget('8'))}{"type":"ADD`);
      setImmediate(finish, response);
    };
    const heard: string[] = [];
    const reading = (async () => {
      for await (const { type } of open().store.watch(widgets, watchFrom('5'))) heard.push(type);
    })();
    await expect(reading).rejects.toMatchObject({ name: 'StoreError', reason: 'Unavailable' });
    expect(heard).toEqual(['BOOKMARK', 'ADDED']);
  });

  test.each<[string, ApiServer['handle']]>([
    ['within', (_, response) => response.end(line('ERROR', statusOf(410, 'Expired', 'too old resource version')))],
    [
      'at once',
      (_, response) => {
        answer(response, 410, statusOf(410, 'Expired', 'too old resource version'));
      },
    ],
  ])('a watch from an expired version fails with Expired, reported %s', async (_, handle) => {
    server.handle = handle;
    const watch = open().store.watch(widgets, watchFrom('5'));
    await expect(all(watch)).rejects.toMatchObject({ reason: 'Expired', message: 'too old resource version' });
  });

  test('an abort ends a watch that waits for its Retry-After', async () => {
    const clock = new FakeClock();
    const abort = new AbortController();
    server.handle = (_, response) => {
      answer(response, 429, statusOf(429, 'TooManyRequests', 'later'), { 'Retry-After': '3' });
    };
    const { ended } = watchFirst(open({}, { clock }).store.watch(widgets, watchFrom('5', abort.signal)));
    await until(() => clock.sleeping > 0);
    abort.abort();
    expect(await ended).toBeUndefined();
  });

  test('a watch that the server closes after an event ends without an error', async () => {
    server.handle = (_, response) => response.end(line('BOOKMARK', widget('9')));
    expect(await all(open().store.watch(widgets, watchFrom('5')))).toHaveLength(2);
  });

  test('a watch that the server closes before any event fails with Unavailable', async () => {
    server.handle = (_, response) => response.end();
    const watch = open({}, { clock: new FakeClock() }).store.watch(widgets, watchFrom('5'));
    await expect(all(watch)).rejects.toMatchObject({ reason: 'Unavailable' });
  });

  test('an abort ends a watch that has received no response', async () => {
    server.handle = () => undefined;
    const abort = new AbortController();
    const { ended } = watchFirst(open().store.watch(widgets, watchFrom('5', abort.signal)));
    await until(() => server.asked.length === 1);
    abort.abort();
    expect(await ended).toBeUndefined();
  });
});

function watchFrom(resourceVersion: string, signal = new AbortController().signal) {
  return { namespace: 'here', resourceVersion, signal };
}

type Events = AsyncIterable<WatchEvent<WidgetSpec, WidgetStatus>>;

async function all(watch: Events): Promise<WatchEvent<WidgetSpec, WidgetStatus>[]> {
  const heard = [];
  for await (const event of watch) heard.push(event);
  return heard;
}

/** `standing` resolves with the first event. `ended` resolves with the error that ended the watch, if any. */
function watchFirst(watch: Events): { standing: Promise<void>; ended: Promise<unknown> } {
  const first = new AbortController();
  const ended = (async () => {
    for await (const event of watch) if (event.type === 'BOOKMARK') first.abort();
  })();
  return { standing: aborted(first.signal), ended: ended.catch((error: unknown) => error) };
}
