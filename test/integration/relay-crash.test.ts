import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { adJobKind } from '../../src/domain/kinds.ts';
import type { AdJobSpec } from '../../src/schema/adjob.ts';
import { StoreError } from '../../src/objects/store-error.ts';
import { collected } from '../support/process/collected.ts';
import { Fuse } from '../support/faults/fuse.ts';
import { acme, price } from '../support/installation/objects.ts';
import { RelayRig } from '../support/ledger/relay-rig.ts';

let rig: RelayRig;
beforeEach(async () => {
  rig = await RelayRig.open();
});
afterEach(() => {
  rig.close();
});

interface Scenario {
  spec?: Partial<AdJobSpec>;
  /** Runs after the admission and before the first relay sees the job. */
  prepare?: (jobId: string) => Promise<unknown>;
  /** True if the store refuses to create the AdJob. */
  isRefused?: boolean;
  /** Run time of each relay, in seconds. */
  seconds: number;
  /** Calls that change something, in order, of a relay that is not killed. */
  steps: string[];
}

/** Calls that give up a job: the first releases the hold, the second writes the archive record. */
const givingUp = ['intents.end', 'archive.add'];
const cancel = (jobId: string) => rig.ledger.intents.cancel(jobId);

/** Reports whether a call only reads. */
const isLook = (call: string): boolean => /\.(?:get|list)$/.test(call);

/**
 * For each call of a relay, runs a relay that is killed after that call, and then a second relay. A call that changes
 * something is tested twice: the second time, it takes effect only after the second relay has finished.
 */
async function everyKill(scenario: Scenario, check: (jobId: string, told: string) => Promise<void>): Promise<void> {
  const whole = new Fuse();
  const first = await begin(scenario);
  await live(scenario, whole);
  await check(first, 'not killed');
  expect(whole.names.filter((call) => !isLook(call))).toEqual(scenario.steps);
  for (const [at, name] of whole.names.entries()) {
    for (const isLate of isLook(name) ? [false] : [false, true]) {
      const jobId = await begin(scenario);
      const fuse = new Fuse(at + 1, { isLate });
      await live(scenario, fuse);
      await live(scenario, new Fuse());
      await fuse.completeLastCall();
      await live(scenario, new Fuse());
      await check(jobId, `killed after call ${at + 1}, ${name}${isLate ? ', which arrived late' : ''}`);
    }
  }
}

async function begin({ spec, prepare }: Scenario): Promise<string> {
  const jobId = await rig.admit(spec);
  await prepare?.(jobId);
  return jobId;
}

async function live({ isRefused = false, seconds }: Scenario, fuse: Fuse): Promise<void> {
  const { store, ...others } = rig.fused(fuse);
  const refuse = () => Promise.reject(new StoreError('Invalid', 'No.'));
  const met = store && isRefused ? { ...store, get: store.get, patch: store.patch, create: refuse } : store;
  await rig.relayFor(seconds * 1_000, { ...others, ...(met && { store: met }) });
}

async function closings(jobId: string): Promise<string[]> {
  const { entries } = await rig.ledger.history(acme, { limit: 10_000, cursor: undefined });
  return entries.filter((entry) => entry.jobId === jobId).map(({ kind }) => kind);
}

async function expectFailedOnce(jobId: string, code: string, told: string): Promise<void> {
  expect([told, (await rig.archive.get(jobId))?.body]).toEqual([told, expect.stringContaining(`[${code}]`)]);
  expect([told, rig.recordWrites(jobId)]).toEqual([told, 1]);
  expect([told, await closings(jobId)]).toEqual([told, ['release', 'reserve']]);
  expect([told, await rig.job(jobId)]).toEqual([told, undefined]);
}

describe('a relay that is killed after any of its calls', () => {
  test('a relay killed after any call leaves an AdJob that is created exactly once', async () => {
    await everyKill({ seconds: 4, steps: ['store.create'] }, async (jobId, told) => {
      const uid = (await rig.job(jobId))?.metadata.uid;
      expect([told, typeof uid]).toEqual([told, 'string']);
      expect([told, await rig.bind(jobId)]).toEqual([told, expect.objectContaining({ kind: 'bound', credits: price })]);
      expect([told, rig.recordWrites(jobId)]).toEqual([told, 0]);
      expect([told, await closings(jobId)]).toEqual([told, ['reserve']]);
    });
  });

  test.each<[string, string, Scenario]>([
    ['cancelled', 'cancelled', { prepare: cancel, seconds: 4, steps: [...givingUp, 'intents.drop'] }],
    ['refused', 'refused', { isRefused: true, seconds: 4, steps: [...givingUp, 'intents.drop'] }],
  ])(
    'a relay killed after any call ends a %s job with one archive record and one release',
    async (_, code, scenario) => {
      await everyKill(scenario, async (jobId, told) => {
        await expectFailedOnce(jobId, code, told);
        expect([told, await rig.ledger.intents.get(jobId)]).toEqual([told, undefined]);
      });
      expect((await rig.ledger.balance(acme)).available).toBe(1_000);
    },
  );

  test('a relay killed after any call leaves one open delivery for the callback', async () => {
    const spec = { callbackUrl: 'https://example.com/done' };
    const steps = [...givingUp, 'archive.openDelivery', 'intents.drop'];
    await everyKill({ spec, prepare: cancel, seconds: 4, steps }, async (jobId, told) => {
      await expectFailedOnce(jobId, 'cancelled', told);
      const open = await collected(rig.archive.listOpenDeliveries());
      expect([told, open.map((each) => each.jobId)]).toEqual([told, [jobId]]);
      for (const each of open) await rig.archive.dropOpenDelivery(each);
      expect([told, await rig.ledger.intents.get(jobId)]).toEqual([told, undefined]);
    });
  });

  test('a relay killed after any call passes a cancellation on to a bound AdJob', async () => {
    const prepare = async (jobId: string) => {
      await cancel(jobId);
      await rig.store.create(adJobKind, rig.wanted(jobId));
      await rig.bind(jobId);
    };
    await everyKill(
      { prepare, seconds: 75, steps: ['ledger.bind', 'store.patch', 'intents.drop'] },
      async (jobId, told) => {
        expect([told, (await rig.job(jobId))?.spec.cancel]).toEqual([told, true]);
        expect([told, await rig.ledger.intents.get(jobId)]).toEqual([told, undefined]);
        expect([told, rig.recordWrites(jobId)]).toEqual([told, 0]);
      },
    );
  });
});

describe('delayed and concurrent relays', () => {
  /** Runs a relay and calls `meanwhile` after the relay has decided to create an AdJob and before it does so. */
  async function createLate(meanwhile: (jobId: string) => Promise<void>): Promise<string> {
    const jobId = await rig.admit();
    const { store } = rig;
    let isFirst = true;
    const create: typeof store.create = async (kind, object) => {
      if (isFirst) await meanwhile(jobId);
      isFirst = false;
      return store.create(kind, object);
    };
    await rig.relayFor(15_000, { store: { get: store.get.bind(store), patch: store.patch.bind(store), create } });
    return jobId;
  }

  test('an AdJob that the relay creates after its job was deleted gets "taken" from `bind` of the ledger', async () => {
    const jobId = await createLate(async (id) => {
      const { metadata } = await rig.store.create(adJobKind, rig.wanted(id));
      await rig.bind(id);
      await rig.ledger.settle(id, metadata.uid);
      await rig.ledger.retire(id, metadata.uid);
      await rig.remove(id);
    });
    expect(await rig.bind(jobId)).toEqual({ kind: 'taken' });
    expect(await rig.ledger.balance(acme)).toMatchObject({ reserved: 0, spent: price });
    expect(await rig.ledger.intents.get(jobId)).toBeUndefined();
  });

  test('an AdJob that the relay creates after its job was given up gets "given-up" from `bind` of the ledger', async () => {
    const jobId = await createLate(async (id) => {
      await rig.ledger.intents.end(id, 'The job was cancelled. [cancelled]');
    });
    expect(await rig.bind(jobId)).toEqual({ kind: 'given-up' });
    expect(await rig.ledger.balance(acme)).toMatchObject({ reserved: 0, spent: 0 });
    expect(rig.recordWrites(jobId)).toBe(1);
  });

  test('two concurrent relays create one AdJob or one archive record for each job', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 20; n += 1) ids.push(await rig.admit());
    const cancelled = ids.filter((_, n) => n % 2 === 0);
    for (const jobId of cancelled) await cancel(jobId);
    await Promise.all([rig.relayFor(6_000), rig.relayFor(6_000)]);
    for (const jobId of ids) {
      const isCancelled = cancelled.includes(jobId);
      expect((await rig.job(jobId)) !== undefined).toBe(!isCancelled);
      expect(rig.recordWrites(jobId) > 0).toBe(isCancelled);
      expect(await closings(jobId)).toEqual(isCancelled ? ['release', 'reserve'] : ['reserve']);
    }
    expect(await rig.ledger.balance(acme)).toMatchObject({ reserved: 10 * price, spent: 0 });
  });
});
