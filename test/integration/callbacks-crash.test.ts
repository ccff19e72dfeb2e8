import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { CallbackDeps } from '../../src/controllers/callback/deps.ts';
import type { ObjectKey } from '../../src/objects/object-key.ts';
import { CallbackRig } from '../support/callbacks/callback-rig.ts';
import { Fuse } from '../support/faults/fuse.ts';
import { until } from '../support/process/until.ts';

const second = 1_000;

let rig: CallbackRig;
beforeEach(async () => {
  rig = await CallbackRig.open({ finishedJobsMax: 0 });
});
afterEach(() => rig.close());

/** Returns the dependencies of a controller, wrapped by the fuse that kills it. */
function mortal(fuse: Fuse): CallbackDeps {
  const { store, archive, sender, signingKeys } = rig.deps;
  return {
    ...rig.deps,
    store: fuse.wrap(store, 'store'),
    archive: fuse.wrap(archive, 'archive'),
    sender: fuse.wrap(sender, 'sender'),
    signingKeys: (account) => fuse.wrap({ read: signingKeys }, 'secrets').read(account),
  };
}

/** Runs a controller until the callback is delivered or the controller is killed. */
async function live(key: ObjectKey, fuse: Fuse): Promise<void> {
  await rig.start(mortal(fuse));
  await rig.advanceUntil(second, async () => fuse.isDead || (await rig.delivery(key))?.state === 'delivered');
  await rig.stop();
}

/** Makes the receiver answer the first callback at this path with 500 and later ones with 204. */
function failOnce(path: string): void {
  let count = 0;
  rig.answers.set(path, (response) => response.writeHead((count += 1) === 1 ? 500 : 204).end());
}

/**
 * Tests a kill after each call that a callback controller makes. Each time, the first controller is killed after this
 * call, a second controller finishes the work, and the callback is checked. Each kill is tested twice: the last call of
 * the first controller takes effect at once, or only after the second controller has finished.
 */
async function everyKill(begin: (path: string) => Promise<ObjectKey>): Promise<void> {
  failOnce('/whole');
  const whole = new Fuse();
  await live(await begin('/whole'), whole);
  expect(whole.names).toContain('sender.send');
  for (let calls = 1; calls <= whole.names.length; calls += 1) {
    for (const isLate of [false, true]) {
      const path = `/${calls}-${String(isLate)}`;
      failOnce(path);
      const key = await begin(path);
      const fuse = new Fuse(calls, { isLate });
      await live(key, fuse);
      await live(key, new Fuse());
      await fuse.completeLastCall();
      await checkDelivered(
        key,
        path,
        `killed after call ${calls}, ${fuse.names.at(-1) ?? ''}, late: ${String(isLate)}`,
      );
    }
  }
}

async function checkDelivered(key: ObjectKey, path: string, kill: string): Promise<void> {
  const received = rig.received.filter((each) => each.path === path);
  expect([kill, (await rig.delivery(key))?.state]).toEqual([kill, 'delivered']);
  expect([kill, new Set(received.map(({ id }) => id))]).toEqual([kill, new Set([key.name])]);
  expect([kill, received.every(({ isSigned, body }) => isSigned && body === received[0]?.body)]).toEqual([kill, true]);
  // At most three requests: one that failed, one that succeeded, and one that the kill repeated.
  expect([kill, received.length <= 3]).toEqual([kill, true]);
}

describe('a callback controller that is killed after any of its calls', () => {
  test('the callback of an AdJob is delivered after a kill at any call, with at most one attempt repeated', async () => {
    await everyKill((path) => rig.finishedJob(path));
  }, 120_000);

  test('the callback of an archived job is delivered after a kill at any call, with at most one attempt repeated', async () => {
    await everyKill(async (path) => {
      const key = await rig.finishedJob(path);
      await rig.jobs.pass();
      await until(async () => (await rig.jobs.job(key)) === undefined);
      return key;
    });
  }, 120_000);
});
