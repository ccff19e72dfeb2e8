import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { RelayDeps } from '../../src/controllers/relay/deps.ts';
import { createRelay } from '../../src/controllers/relay/controller.ts';
import { adAccountKind, adJobKind } from '../../src/domain/kinds.ts';
import { timestamp } from '../../src/domain/timestamp.ts';
import type { Intents } from '../../src/ledger/port.ts';
import { NotLeadingError } from '../../src/runtime/fence.ts';
import { StoreError } from '../../src/objects/store-error.ts';
import { collected } from '../support/process/collected.ts';
import { aroundCalls } from '../support/faults/around-calls.ts';
import { imageSpec } from '../support/pipeline/build-job.ts';
import { settle } from '../support/time/fake-clock.ts';
import { acme, createAccount, price } from '../support/installation/objects.ts';
import { RelayRig, requestSpan } from '../support/ledger/relay-rig.ts';
import { recorded } from '../support/tracing/recorded.ts';

const second = 1_000;
const minute = 60 * second;
const callbackUrl = 'https://example.com/done';

let rig: RelayRig;
beforeEach(async () => {
  rig = await RelayRig.open();
});
afterEach(() => {
  rig.close();
});

/** Returns a store in which a create fails if `answer` returns an error. `tries` lists the names of the creates. */
function creates(answer: (name: string) => Error | undefined): Pick<RelayDeps, 'store'> & { tries: string[] } {
  const tries: string[] = [];
  const { store } = rig;
  const create: RelayDeps['store']['create'] = (kind, object) => {
    tries.push(object.metadata.name);
    const error = answer(object.metadata.name);
    return error === undefined ? store.create(kind, object) : Promise.reject(error);
  };
  const get: RelayDeps['store']['get'] = (kind, key) => store.get(kind, key);
  const patch: RelayDeps['store']['patch'] = (kind, key, change) => store.patch(kind, key, change);
  return { store: { get, patch, create }, tries };
}

const intentOf = (jobId: string) => rig.ledger.intents.get(jobId);
const reserved = async () => (await rig.ledger.balance(acme)).reserved;
const warnings = () => rig.lines.filter(({ level }) => level === 'warn');

describe('an admitted job without an AdJob', () => {
  test('the relay creates the AdJob that the API requested', async () => {
    const jobId = await rig.admit();
    await rig.relayFor(4 * second);
    const { metadata, spec } = rig.wanted(jobId);
    expect(await rig.job(jobId)).toMatchObject({ metadata, spec });
    expect(await rig.bind(jobId)).toMatchObject({ kind: 'bound', credits: price });
    expect(await intentOf(jobId)).toBeUndefined();
    expect(rig.artifacts.files.size).toBe(0);
  });

  test('the AdJob that the relay creates belongs to the trace of the request', async () => {
    const jobId = await rig.admit();
    const tracing = recorded({ isSampled: false });
    await rig.relayFor(4 * second, { tracing });
    const { traceId } = requestSpan;
    expect(tracing.spans).toMatchObject([{ name: 'create AdJob', context: { traceId } }]);
    const annotations = { 'adwright.dev/traceparent': `00-${traceId}-${requestSpan.spanId}-01` };
    expect(await rig.job(jobId)).toMatchObject({ metadata: { annotations } });
  });

  test('a starting relay processes waiting intents at once', async () => {
    const jobId = await rig.admit();
    await rig.clock.advance(2 * second);
    await rig.relayFor(0);
    expect(await rig.job(jobId)).toBeDefined();
  });

  test('the relay leaves an intent to the API for two seconds', async () => {
    const jobId = await rig.admit();
    await rig.relayFor(1_999);
    expect(await rig.job(jobId)).toBeUndefined();
  });

  test('AdJobs that the relay fails to create do not delay other jobs', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 120; n += 1) ids.push(await rig.admit());
    const bad = new Set(ids.filter((_, n) => n % 7 === 0));
    const { store } = creates((name) => (bad.has(name) ? new Error('no') : undefined));
    await rig.relayFor(3 * second, { store });
    for (const jobId of ids) expect((await rig.job(jobId)) !== undefined).toBe(!bad.has(jobId));
  });

  test('an AdJob that the relay fails to create is retried with back-off and logged once a minute', async () => {
    const jobId = await rig.admit();
    const refusals = [new StoreError('Forbidden', 'exceeded quota'), new StoreError('Unavailable', 'timeout')];
    const { store, tries } = creates(() => refusals[tries.length % 2]);
    await rig.relayFor(4 * minute, { store });
    expect(tries.length).toBeGreaterThan(5);
    expect(tries.length).toBeLessThan(12);
    expect(warnings()).toHaveLength(4);
    expect(warnings()[0]).toMatchObject({ jobId, account: acme, suppressed: 0 });
    expect(await reserved()).toBe(price);
    await rig.relayFor(2 * second);
    expect(await rig.job(jobId)).toBeDefined();
  });

  test('a bound job is not created again from an older list of intents', async () => {
    const jobId = await rig.admit();
    await rig.clock.advance(5 * second);
    const listed = await rig.ledger.intents.list({ limit: 10 });
    await rig.store.create(adJobKind, rig.wanted(jobId));
    await rig.bind(jobId);
    await rig.remove(jobId);
    const list: Intents['list'] = ({ after }) => Promise.resolve(after === undefined ? listed : []);
    const intents = { ...methodsOf(rig.ledger.intents), list };
    const ledger = { intents, bind: rig.ledger.bind.bind(rig.ledger) };
    const { store, tries } = creates(() => undefined);
    await rig.relayFor(5 * second, { store, ledger });
    expect(tries).toEqual([]);
  });
});

describe('a job that cannot have an AdJob', () => {
  test('a job that the cluster refuses ends FAILED', async () => {
    const jobId = await rig.admit();
    const { store, tries } = creates(() => new StoreError('Invalid', 'spec.image: too beautiful'));
    await rig.relayFor(10 * second, { store });
    expect(tries).toHaveLength(1);
    await expectGivenUp(jobId, 'The cluster refused the job. [refused]');
  });

  test('a job that is cancelled ends FAILED', async () => {
    const jobId = await rig.admit();
    await rig.ledger.intents.cancel(jobId);
    const { store, tries } = creates(() => undefined);
    await rig.relayFor(10 * second, { store });
    expect(tries).toEqual([]);
    await expectGivenUp(jobId, 'The job was cancelled. [cancelled]');
  });

  test('a job whose intent cannot be read ends FAILED under no type', async () => {
    const jobId = await rig.admit({}, 'gibberish');
    await rig.relayFor(10 * second);
    await expectGivenUp(jobId, 'The stored request of the job is unreadable. [internal]', 'unknown');
  });

  test('a job of an unknown type ends FAILED under its own type and with its callback', async () => {
    const jobId = await rig.admit({ type: 'audio_ad', callbackUrl });
    await rig.relayFor(10 * second);
    await expectGivenUp(jobId, 'The stored request of the job is unreadable. [internal]', 'audio_ad');
    expect((await collected(rig.archive.listOpenDeliveries())).map((open) => open.jobId)).toEqual([jobId]);
  });

  test('while all jobs wait, the relay creates nothing, and the time of the halt does not count', async () => {
    const jobId = await rig.admit();
    let isHalted = true;
    await rig.relayFor(40 * minute, {
      isHalted: () => {
        if (rig.clock.monotonicMs() >= 39 * minute) isHalted = false;
        return isHalted;
      },
    });
    expect(await rig.job(jobId)).toMatchObject({ metadata: { name: jobId } });
    expect(await reserved()).toBe(price);
  });

  test('after a restart, the time until the account applies grants again does not count', async () => {
    const jobId = await rig.admit();
    await rig.clock.advance(40 * minute);
    const lastTransitionTime = timestamp(new Date(rig.clock.now().getTime() - minute));
    const applied = { type: 'GrantsApplied', status: 'True', reason: 'Applied', message: '', lastTransitionTime };
    await createAccount(rig);
    await rig.store.patchStatus(adAccountKind, acme, { status: { conditions: [applied] } });
    await rig.relayFor(4 * second);
    expect(await rig.job(jobId)).toMatchObject({ metadata: { name: jobId } });
    expect(await reserved()).toBe(price);
  });

  test('a job without an AdJob ends FAILED after 30 minutes and not earlier', async () => {
    const jobId = await rig.admit();
    const { store } = creates(() => new StoreError('NotFound', 'namespaces "default" not found'));
    await rig.relayFor(29 * minute, { store });
    expect(await reserved()).toBe(price);
    await rig.relayFor(2 * minute, { store });
    await expectGivenUp(jobId, 'The job did not start within 30 minutes. [timed_out]');
  });

  test('an AdJob that is created after its job was given up gets "given-up" from `bind` of the ledger', async () => {
    const jobId = await rig.admit();
    await rig.ledger.intents.cancel(jobId);
    await rig.relayFor(10 * second);
    await rig.store.create(adJobKind, rig.wanted(jobId));
    expect(await rig.bind(jobId)).toEqual({ kind: 'given-up' });
    expect(await reserved()).toBe(0);
  });

  test('the callback of a job without an AdJob continues from the archive', async () => {
    const jobId = await rig.admit({ callbackUrl });
    await rig.ledger.intents.cancel(jobId);
    await rig.relayFor(5 * minute);
    const record = await rig.archive.get(jobId);
    expect(record).toMatchObject({ phase: 'FAILED', callbackUrl, delivery: { state: 'pending' } });
    expect((await collected(rig.archive.listOpenDeliveries())).map((open) => open.jobId)).toEqual([jobId]);
    expect(await intentOf(jobId)).toBeUndefined();
    expect(await reserved()).toBe(0);
  });

  async function expectGivenUp(jobId: string, error: string, type = 'image_ad'): Promise<void> {
    expect(await rig.archive.get(jobId)).toMatchObject({ jobId, type, phase: 'FAILED' });
    expect(JSON.parse((await rig.archive.get(jobId))?.body ?? '')).toMatchObject({ type, status: 'FAILED', error });
    expect(rig.recordWrites(jobId)).toBe(1);
    expect(await intentOf(jobId)).toBeUndefined();
    expect(await rig.ledger.balance(acme)).toMatchObject({ reserved: 0, spent: 0, available: 1_000 });
    expect(await closings(jobId)).toEqual(['release']);
    expect(await rig.job(jobId)).toBeUndefined();
  }
});

describe('an intent whose AdJob exists', () => {
  test("the relay makes no call for a new intent whose AdJob is in the pipeline's cache", async () => {
    const jobId = await rig.admit();
    const object = await rig.store.create(adJobKind, rig.wanted(jobId));
    const asked: string[] = [];
    const store = aroundCalls(rig.store, (name, run) => {
      asked.push(name);
      return run();
    });
    const cached: RelayDeps['cached'] = ({ namespace, name }) =>
      namespace === acme.namespace && name === jobId ? object : undefined;
    await rig.relayFor(50 * second, { store, cached });
    expect(asked).toEqual([]);
    await rig.relayFor(30 * second, { store, cached });
    expect(asked).toEqual(['create', 'get']);
    expect(await intentOf(jobId)).toBeUndefined();
  });

  test('the relay leaves an AdJob to the pipeline for a minute and then binds it', async () => {
    const jobId = await rig.admit();
    await rig.store.create(adJobKind, rig.wanted(jobId));
    await rig.relayFor(55 * second);
    expect(await intentOf(jobId)).toBeDefined();
    await rig.relayFor(20 * second);
    expect(await intentOf(jobId)).toBeUndefined();
    expect(await rig.bind(jobId)).toEqual({ kind: 'bound', credits: price, isCancelled: false });
  });

  test('the relay passes a requested cancellation on to the AdJob before it drops the intent', async () => {
    const jobId = await rig.admit();
    await rig.ledger.intents.cancel(jobId);
    await rig.store.create(adJobKind, rig.wanted(jobId));
    expect(await rig.bind(jobId)).toMatchObject({ isCancelled: true });
    await rig.relayFor(55 * second);
    expect((await rig.job(jobId))?.spec.cancel).toBeUndefined();
    await rig.relayFor(20 * second);
    expect((await rig.job(jobId))?.spec.cancel).toBe(true);
    expect(await intentOf(jobId)).toBeUndefined();
    expect(rig.artifacts.files.size).toBe(0);
    expect(await reserved()).toBe(price);
  });

  test('the relay drops an intent whose AdJob was deleted', async () => {
    const jobId = await rig.admit();
    await rig.ledger.intents.cancel(jobId);
    await rig.store.create(adJobKind, rig.wanted(jobId));
    await rig.bind(jobId);
    await rig.remove(jobId);
    await rig.relayFor(5 * second);
    expect(await intentOf(jobId)).toBeUndefined();
    expect(rig.artifacts.files.size).toBe(0);
  });

  test('an AdJob of another account with the name of a job blocks the intent until the job ends as timed out', async () => {
    const jobId = await rig.admit();
    const spec = imageSpec({ accountRef: { name: 'other' } });
    await rig.store.create(adJobKind, { ...rig.wanted(jobId), spec });
    await rig.relayFor(10 * minute);
    expect(await intentOf(jobId)).toBeDefined();
    await rig.relayFor(21 * minute);
    expect(await intentOf(jobId)).toBeUndefined();
    expect((await rig.archive.get(jobId))?.body).toContain('[timed_out]');
    expect((await rig.job(jobId))?.metadata.deletionTimestamp).toBeUndefined();
  });
});

describe('operation of the relay', () => {
  test('the relay reports the age of the oldest intent that waits for its AdJob', async () => {
    const { store } = creates(() => new StoreError('Forbidden', 'exceeded quota'));
    const relay = createRelay({ ...rig.deps, store });
    const stop = new AbortController();
    relay.start(stop.signal);
    expect(await oldestAge()).toBe(0);
    const cancelled = await rig.admit({ callbackUrl });
    await rig.ledger.intents.cancel(cancelled);
    await rig.clock.advance(10 * second);
    const jobId = await rig.admit();
    await rig.clock.advance(30 * second);
    expect(await oldestAge()).toBe(30); // the cancelled intent does not count: it waits only for its callback
    await rig.ledger.intents.end(jobId, 'Enough. [internal]');
    await rig.clock.advance(2 * second);
    expect(await oldestAge()).toBe(0);
    stop.abort();
    await relay.drain();
  });

  test('a stopped relay starts no further create, and drain waits for the running ones', async () => {
    for (let n = 0; n < 20; n += 1) await rig.admit();
    await rig.clock.advance(2 * second);
    const stop = new AbortController();
    const { store, tries } = creates(() => {
      stop.abort();
      return undefined;
    });
    const relay = createRelay({ ...rig.deps, store, metrics: { oldestIntent: () => undefined } });
    relay.start(stop.signal);
    await relay.drain();
    expect(tries.length).toBeLessThanOrEqual(8);
    await rig.clock.advance(minute);
    expect(tries.length).toBeLessThanOrEqual(8);
  });

  test('a pass of the relay ends silently when another process leads', async () => {
    for (let n = 0; n < 20; n += 1) await rig.admit();
    await rig.clock.advance(2 * second);
    const { store, tries } = creates(() => new NotLeadingError());
    await rig.relayFor(0, { store });
    expect(tries.length).toBeLessThanOrEqual(8);
    expect(rig.lines).toEqual([]);
  });

  test('the relay continues when the ledger is available again', async () => {
    const jobId = await rig.admit();
    let isUnavailable = true;
    const whole = methodsOf(rig.ledger.intents);
    const list: Intents['list'] = (page) => (isUnavailable ? Promise.reject(new Error()) : whole.list(page));
    const intents = { ...whole, list };
    const ledger = { intents, bind: rig.ledger.bind.bind(rig.ledger) };
    const relay = createRelay({ ...rig.deps, ledger });
    const stop = new AbortController();
    relay.start(stop.signal);
    await rig.clock.advance(30 * second);
    expect(warnings()).toHaveLength(1);
    isUnavailable = false;
    await rig.clock.advance(2 * second);
    await settle();
    expect(await rig.job(jobId)).toBeDefined();
    stop.abort();
    await relay.drain();
  });

  async function oldestAge(): Promise<number | undefined> {
    const metric = await rig.registry.getSingleMetric('adwright_intent_oldest_age_seconds')?.get();
    return metric?.values[0]?.value;
  }
});

async function closings(jobId: string): Promise<string[]> {
  const { entries } = await rig.ledger.history(acme, { limit: 1_000, cursor: undefined });
  return entries.filter((entry) => entry.jobId === jobId && entry.kind !== 'reserve').map(({ kind }) => kind);
}

function methodsOf(intents: Intents): Intents {
  return {
    get: (jobId) => intents.get(jobId),
    list: (page) => intents.list(page),
    cancel: (jobId) => intents.cancel(jobId),
    end: (jobId, error) => intents.end(jobId, error),
    drop: (jobId) => intents.drop(jobId),
  };
}
