import { expect, test } from '@jest/globals';
import { FakeClock } from '../../test/support/time/fake-clock.ts';
import type { ObjectEvent } from '../events/port.ts';
import { StoreError } from '../objects/store-error.ts';
import { KubernetesEvents } from './kubernetes-events.ts';
import type { ApiRequest } from './rest-client.ts';

/** API server that answers requests only when a test calls `answerAll`. */
class SlowServer {
  readonly asked: ApiRequest[] = [];
  private answers: ((error?: Error) => void)[] = [];

  json = (request: ApiRequest): Promise<unknown> => {
    this.asked.push(request);
    return new Promise((resolve, reject) => {
      this.answers.push((error) => {
        if (error === undefined) resolve({});
        else reject(error);
      });
    });
  };

  /** Answers all waiting requests, and the further requests that these answers cause. */
  async answerAll(error?: Error): Promise<void> {
    for (let next = this.answers.shift(); next !== undefined; next = this.answers.shift()) {
      next(error);
      await new Promise(setImmediate);
    }
  }
}

const warnings: unknown[] = [];
const logger = { debug: () => undefined, warn: (details: unknown) => void warnings.push(details) };
const about = (message: string, name = 'ad'): ObjectEvent => ({
  type: 'Normal',
  reason: 'StageStarted',
  message,
  object: { namespace: 'here', name, kind: 'AdJob', uid: 'u' },
});

test('emit creates an Event as kubectl describe expects it', async () => {
  const server = new SlowServer();
  new KubernetesEvents(server, { logger, clock: new FakeClock() }).emit(about('Stage image has begun.'));
  await server.answerAll();
  expect(server.asked).toEqual([
    {
      method: 'POST',
      path: '/api/v1/namespaces/here/events',
      body: expect.objectContaining({
        kind: 'Event',
        metadata: { namespace: 'here', name: expect.stringMatching(/^ad\.[0-9a-f]{16}$/) },
        involvedObject: {
          apiVersion: 'adwright.dev/v1alpha1',
          kind: 'AdJob',
          namespace: 'here',
          name: 'ad',
          uid: 'u',
        },
        type: 'Normal',
        reason: 'StageStarted',
        message: 'Stage image has begun.',
        firstTimestamp: '2026-01-01T00:00:00Z',
        lastTimestamp: '2026-01-01T00:00:00Z',
        count: 1,
        reportingComponent: 'adwright-controller',
      }),
    },
  ]);
});

test('Events are created one after another, in order, with the time of their emission', async () => {
  const server = new SlowServer();
  const clock = new FakeClock();
  const events = new KubernetesEvents(server, { logger, clock });
  events.emit(about('one'));
  events.emit(about('two'));
  await clock.advance(5_000);
  expect(server.asked).toHaveLength(1);
  await server.answerAll();
  await events.flushed();
  expect(server.asked.map(({ body }) => body)).toMatchObject([
    { message: 'one', firstTimestamp: '2026-01-01T00:00:00Z' },
    { message: 'two', firstTimestamp: '2026-01-01T00:00:00Z' },
  ]);
});

test('an Event that fails is dropped, and the next one is created', async () => {
  const server = new SlowServer();
  const events = new KubernetesEvents(server, { logger });
  events.emit(about('one'));
  events.emit(about('two'));
  await server.answerAll(new StoreError('Forbidden', 'no right'));
  await events.flushed();
  events.emit(about('three'));
  expect(server.asked.map(({ body }) => body)).toMatchObject([
    { message: 'one' },
    { message: 'two' },
    { message: 'three' },
  ]);
});

test('if the API server is slow, further Events are dropped instead of filling the memory', async () => {
  const server = new SlowServer();
  const events = new KubernetesEvents(server, { logger });
  for (let turn = 0; turn < 1_500; turn += 1) events.emit(about(String(turn)));
  await server.answerAll();
  await events.flushed();
  expect(server.asked).toHaveLength(1_001);
  expect(warnings).toEqual([{ dropped: 499 }]);
});

test('long names and messages are cut to the limits of Kubernetes', async () => {
  const server = new SlowServer();
  new KubernetesEvents(server, { logger }).emit(about('🐘'.repeat(2_000), `${'a'.repeat(235)}.b${'c'.repeat(16)}`));
  await server.answerAll();
  const body: unknown = server.asked[0]?.body;
  expect(body).toMatchObject({
    message: '🐘'.repeat(1_024),
    metadata: { name: expect.stringMatching(/^a{235}\.[0-9a-f]{16}$/) },
  });
});

test('flushed stops waiting after ten seconds if the API server does not answer', async () => {
  const clock = new FakeClock();
  const events = new KubernetesEvents(new SlowServer(), { logger, clock });
  events.emit(about('a'));
  let isOver = false;
  const flushed = events.flushed().then(() => (isOver = true));
  await clock.advance(9_999);
  expect(isOver).toBe(false);
  await clock.advance(1);
  await flushed;
  expect(clock.sleeping).toBe(0);
});
