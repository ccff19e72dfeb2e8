import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { systemClock } from '../../src/clock/system-clock.ts';
import { createCallbackController, type CallbackController } from '../../src/controllers/callback/controller.ts';
import type { CallbackDeps } from '../../src/controllers/callback/deps.ts';
import { formatSampleRequest, sampleResult } from '../../src/domain/callback-sample.ts';
import type { AttemptResult } from '../../src/domain/delivery.ts';
import { adAccountKind, adJobKind } from '../../src/domain/kinds.ts';
import { sampleAnnotation } from '../../src/domain/labels.ts';
import { StoreError } from '../../src/objects/store-error.ts';
import { ObjectCache } from '../../src/runtime/object-cache.ts';
import { Reflector } from '../../src/runtime/reflector.ts';
import type { AdAccount } from '../../src/schema/adaccount.ts';
import type { AdJob } from '../../src/schema/adjob.ts';
import type { Callback } from '../../src/webhooks/port.ts';
import { callbackDeps } from '../support/callbacks/callback-deps.ts';
import { Installation } from '../support/installation/installation.ts';
import { acme, createAccount } from '../support/installation/objects.ts';
import { AutoAdvancingClock } from '../support/time/auto-advancing-clock.ts';
import { FakeClock } from '../support/time/fake-clock.ts';
import { Terminal } from '../support/process/terminal.ts';
import { until } from '../support/process/until.ts';

const url = 'https://hooks.example.com/ads';
const secret = Buffer.alloc(32, 7);
const delivered: AttemptResult = { outcome: 'delivered', status: 204, latencyMs: 12, responseExcerpt: 'Thank\nyou' };
const terminal = new Terminal();

let home: Installation;
let store: Installation['store'];
let sent: Callback[];
/** Returns the result of each attempt. A test may replace this function. */
let answer: (callback: Callback) => Promise<AttemptResult>;
let events: Installation['emitted'];
let stop: AbortController;
let controller: CallbackController | undefined;
/** Accounts that the controller's watch has delivered. */
let seen: ObjectCache<AdAccount>;

beforeEach(async () => {
  [sent, stop, controller] = [[], new AbortController(), undefined];
  answer = () => Promise.resolve(delivered);
  home = new Installation();
  ({ store, emitted: events } = home);
  await createAccount(home);
});

afterEach(async () => {
  stop.abort();
  await controller?.drain();
  home.close();
});

async function start(change: Partial<CallbackDeps> = {}): Promise<void> {
  const { logger } = home;
  const reflector = new Reflector({
    ...{ store, kind: adAccountKind, select: {}, clock: systemClock, logger },
    transform: (account: AdAccount) => account,
  });
  void reflector.run(stop.signal);
  await reflector.whenSynced();
  seen = reflector.cache;
  const deps = callbackDeps(home, {
    sender: {
      send: (callback) => {
        sent.push(callback);
        return answer(callback);
      },
    },
    signingKeys: () => Promise.resolve([secret]),
    allowHttp: false,
    events: home.events,
    ...change,
  });
  controller = createCallbackController(deps, { jobs: new ObjectCache<AdJob>(logger), accounts: reflector.cache });
  controller.start(stop.signal);
}

function run(...args: string[]): Promise<number> {
  return terminal.run(['callbacks', 'test', ...args], { store: () => Promise.resolve(store) });
}

async function request(id: string, ageSeconds = 0): Promise<void> {
  const time = new Date(systemClock.now().getTime() - ageSeconds * 1_000);
  const annotations = { [sampleAnnotation]: formatSampleRequest({ id, time, url }) };
  await store.patch(adAccountKind, acme, { metadata: { annotations } });
}

async function result() {
  const account = await store.get(adAccountKind, acme);
  return account && sampleResult(account);
}

describe('adwright callbacks test', () => {
  test('the controller sends a signed sample of a failed job, and the command prints the result', async () => {
    await start();
    expect(await run('--url', url, '--account', 'acme', '-o', 'json')).toBe(0);
    const [callback] = sent;
    expect(sent).toHaveLength(1);
    expect(callback).toMatchObject({ url, keys: [secret] });
    expect(JSON.parse(String(callback?.body))).toEqual({
      job_id: callback?.id,
      type: 'image_ad',
      status: 'FAILED',
      response: null,
      error: expect.stringContaining('no job has this id'),
    });
    expect(JSON.parse(terminal.out)).toEqual({
      ...{ id: callback?.id, time: expect.any(String), outcome: 'delivered', status: 204, latencyMs: 12 },
      responseExcerpt: 'Thank\nyou',
    });
    expect((await store.list(adJobKind)).items).toEqual([]);
    const { uid } = (await store.get(adAccountKind, acme))?.metadata ?? {};
    expect(events).toEqual([
      {
        ...{ type: 'Normal', reason: 'CallbackTested', message: 'The receiver accepted the sample callback.' },
        object: { kind: 'AdAccount', ...acme, uid },
      },
    ]);
  });

  test('the command prints outcome, status, latency and response, and each run of it sends a sample', async () => {
    await start();
    for (const count of [1, 2]) {
      expect(await run('--url', url, '--account', 'acme')).toBe(0);
      expect(terminal.out).toMatch(/^delivered +204 +12 ms +- +Thank you$/m);
      expect(sent).toHaveLength(count);
    }
    expect(new Set(sent.map(({ id }) => id)).size).toBe(2);
  });

  test('a sample that fails is sent once, and the command exits with 1', async () => {
    answer = () => Promise.resolve({ outcome: 'failed', latencyMs: 3, error: 'url_not_allowed' });
    await start();
    expect(await run('--url', url, '--account', 'acme')).toBe(1);
    expect(terminal.out).toMatch(/^failed +- +3 ms +url_not_allowed +-$/m);
    expect(terminal.err).toContain('ADWRIGHT_EGRESS_ALLOW');
    expect([sent.length, events[0]?.reason]).toEqual([1, 'CallbackTestFailed']);
  });

  test.each<[string, string, Partial<CallbackDeps>, string]>([
    ['without a signing secret', url, { signingKeys: () => Promise.resolve(undefined) }, 'no usable signing secret'],
    ['to an http URL that the installation forbids', 'http://hooks.example.com/', {}, 'ADWRIGHT_ALLOW_HTTP_CALLBACKS'],
  ])('a sample %s is not sent', async (_, to, change, advice) => {
    await start(change);
    expect(await run('--url', to, '--account', 'acme')).toBe(1);
    expect(terminal.err).toContain(advice);
    expect(sent).toEqual([]);
  });

  test('a sample to an http URL is sent if the installation allows http', async () => {
    await start({ allowHttp: true });
    expect(await run('--url', 'http://hooks.example.com/', '--account', 'acme')).toBe(0);
  });

  test.each([
    ['an unknown account', ['--url', url, '--account', 'nobody'], 3],
    ['no account', ['--url', url], 2],
    ['a URL without a scheme', ['--url', 'hooks.example.com', '--account', 'acme'], 2],
    ['a URL with credentials', ['--url', 'https://a:b@hooks.example.com/', '--account', 'acme'], 2],
  ])('a test with %s is refused', async (_, args, code) => {
    expect(await run(...args)).toBe(code);
  });

  test('the command exits with 5 if no controller runs', async () => {
    const parts = { clock: new AutoAdvancingClock(), store: () => Promise.resolve(store) };
    expect(await terminal.run(['callbacks', 'test', '--url', url, '--account', 'acme'], parts)).toBe(5);
  });

  test('the command ends if another test replaces its request', async () => {
    const waiting = run('--url', url, '--account', 'acme');
    await until(async () => (await store.get(adAccountKind, acme))?.metadata.annotations !== undefined);
    await request('3f1c2a50-0d1e-4a77-9b1e-6f1d1a2b3c4d');
    expect(await waiting).toBe(1);
    expect(terminal.err).toContain('Another sample callback');
  });
});

describe('the controller of sample callbacks', () => {
  const [first, second] = ['3f1c2a50-0d1e-4a77-9b1e-6f1d1a2b3c4d', '7a1c2a50-0d1e-4a77-9b1e-6f1d1a2b3c4d'];

  test('the controller sends a sample that was requested before its start, and does not repeat a sample after a restart', async () => {
    await request(first);
    await start();
    await until(async () => (await result())?.id === first);
    stop.abort();
    await controller?.drain();
    stop = new AbortController();
    await start();
    await request(second);
    await until(async () => (await result())?.id === second);
    expect(sent.map(({ id }) => id)).toEqual([first, second]);
  });

  test.each([
    ['that is six minutes old', 360],
    ['that is days old', 7 * 86_400],
    ['whose time is in the future', -360],
  ])('the controller does not send a sample %s', async (_, ageSeconds) => {
    await request(first, ageSeconds);
    await start();
    await until(async () => (await result())?.id === first);
    expect(await result()).toMatchObject({ outcome: 'failed', error: 'expired' });
    expect(sent).toEqual([]);
  });

  test('the controller does not send a sample that expires while its attempt waits', async () => {
    const clock = new FakeClock(systemClock.now().toISOString());
    await start({ clock, signingKeys: () => Promise.reject(new StoreError('Unavailable', 'away')) });
    await request(first);
    await until(async () => {
      await clock.advance(10_000);
      return (await result())?.id === first;
    });
    expect(await result()).toMatchObject({ error: 'expired' });
    expect(sent).toEqual([]);
  });

  test('the controller sends one sample of an account at a time', async () => {
    const end: (() => void)[] = [];
    answer = () =>
      new Promise((resolve) => {
        end.push(() => {
          resolve(delivered);
        });
      });
    await start();
    await request(first);
    await until(() => end.length === 1);
    await request(second);
    await until(() => seen.get(acme)?.metadata.annotations?.[sampleAnnotation]?.startsWith(second) === true);
    expect(end).toHaveLength(1);
    end[0]?.();
    await until(() => end.length === 2);
    expect(sent.map(({ id }) => id)).toEqual([first, second]);
    end[1]?.();
    await until(async () => (await result())?.id === second);
  });

  test('the controller stores no result of a sample whose account was deleted meanwhile', async () => {
    answer = async () => {
      await store.delete(adAccountKind, acme);
      return delivered;
    };
    await start();
    await request(first);
    await until(() => sent.length === 1);
    expect([await result(), events]).toEqual([undefined, []]);
  });

  test.each([
    ['nonsense', 'please'],
    ['an id that is no UUID', `1 2026-11-01T12:00:00Z ${url}`],
    ['no time', `${first} ${url}`],
    ['two URLs', `${first} 2026-11-01T12:00:00Z ${url} ${url}`],
  ])('the controller ignores a request for a sample with %s', async (_, value) => {
    await store.patch(adAccountKind, acme, { metadata: { annotations: { [sampleAnnotation]: value } } });
    await start();
    await request(second);
    await until(async () => (await result())?.id === second);
    expect(sent).toHaveLength(1);
  });
});
