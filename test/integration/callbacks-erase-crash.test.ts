import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { adJobKind } from '../../src/domain/kinds.ts';
import { isMarkedArchived } from '../../src/domain/labels.ts';
import type { ObjectKey } from '../../src/objects/object-key.ts';
import { CallbackClient } from '../support/callbacks/callback-client.ts';
import { everyKill, isFull, live, type Lived, type Story } from '../support/callbacks/callback-kills.ts';
import { CallbackWorld } from '../support/callbacks/callback-world.ts';
import { historyByJob } from '../support/ledger/ledger-violations.ts';
import { acme } from '../support/installation/objects.ts';

let world: CallbackWorld;
let client: CallbackClient;
beforeEach(async () => {
  world = await CallbackWorld.open();
  client = new CallbackClient(world);
});
afterEach(() => world.close());

const atOnce = { retention: { finishedJobsMax: 0 } };
/** The AdJob stays for a minute after the end of its job, and longer if its callback is still open. */
const aMinuteLater = { retention: { ttlSeconds: 60 } };
const places: [string, Story][] = [
  ['that is archived during its delivery', { answers: [500, 204], first: atOnce, next: atOnce }],
  ['that is archived after its delivery', { answers: [500, 204], first: aMinuteLater, next: aMinuteLater }],
];

/**
 * Runs the test case once for each call to the stores, and calls `act` right after that call. Leaves out a read that
 * another read follows, unless `CRASH_TABLE` is `full`. `check` gets the result of each run.
 */
async function afterEveryCall(
  story: Story,
  act: (key: ObjectKey) => Promise<void>,
  check: (lived: Lived, when: string) => Promise<void>,
): Promise<void> {
  let at = 0;
  let job: ObjectKey | undefined;
  const begin = async (path: string): Promise<ObjectKey> => {
    job = undefined;
    job = await world.endedJob(path);
    return job;
  };
  world.afterCall = async (calls) => {
    if (calls === at && job !== undefined) await act(job);
  };
  const { calls } = await live(world, { ...story, begin });
  expect(calls).toBeGreaterThan(20);
  const { writes } = world;
  const isChosen = (call: number): boolean => isFull || writes.has(call) || writes.has(call + 1);
  for (at = 1; at <= calls; at += 1) {
    if (isChosen(at)) await check(await live(world, { ...story, begin }), `after call ${at}`);
  }
}

async function expectErased(lived: Lived, when: string): Promise<void> {
  const history = (await historyByJob(world.rig.ledger, acme)).get(lived.key.name);
  expect({ when, left: lived.left, history }).toEqual({ when, left: [], history: ['reserve 5', 'settle 5'] });
  // Once the callback has no state that a client can see, it never gets one again.
  const states = lived.states.slice(lived.states.indexOf(undefined));
  expect({ when, states }).toEqual({ when, states: [undefined] });
}

/** Deletes the AdJob as `kubectl delete` does. Returns false if the AdJob is archived or gone. */
async function deleteByHand(key: ObjectKey): Promise<boolean> {
  const job = await world.rig.job(key);
  if (job === undefined || isMarkedArchived(job)) return false;
  await world.rig.store.delete(adJobKind, key);
  await world.record();
  return true;
}

describe('a job that is deleted while its callback is open', () => {
  test.each(places)(
    'DELETE of a job %s leaves nothing, whatever call of the controllers it follows',
    async (_, story) => {
      let answer: number | undefined;
      const act = async (key: ObjectKey): Promise<void> => {
        answer = await client.erase(key);
      };
      await afterEveryCall(story, act, async (lived, when) => {
        expect({ when, answer }).toEqual({ when, answer: 204 });
        await expectErased(lived, when);
      });
    },
    300_000,
  );

  test('`kubectl delete` leaves nothing of a job that is not archived, whatever call of the controllers it follows', async () => {
    const [[, story] = ['', { answers: [] }]] = places;
    let isDeleted = false;
    const act = async (key: ObjectKey): Promise<void> => {
      isDeleted = await deleteByHand(key);
    };
    let deleted = 0;
    await afterEveryCall(story, act, async (lived, when) => {
      if (!isDeleted) return;
      deleted += 1;
      await expectErased(lived, when);
    });
    expect(deleted).toBeGreaterThan(3);
  }, 300_000);

  test.each([1, 3])(
    'a process that is killed after any call erases a job that is deleted in turn %i',
    async (at) => {
      const meanwhile = async (key: ObjectKey, turn: number): Promise<void> => {
        if (turn === at) await deleteByHand(key);
      };
      const story: Story = { answers: [500, 500, 500], first: aMinuteLater, next: aMinuteLater, meanwhile };
      await everyKill(world, story, async (lived, kill) => {
        const isLate = kill?.endsWith('last') === true;
        expect([kill, isLate || lived.states.at(-1) === undefined]).toEqual([kill, true]);
        expect([kill, world.receivedAt(lived.path).length <= at + 1]).toEqual([kill, true]);
        await expectErased(lived, kill ?? 'not killed');
      });
    },
    300_000,
  );
});

describe('a replay that is requested while a job is archived', () => {
  test.each(places)(
    'an accepted replay of a job %s is sent, whatever call of the controllers it follows',
    async (_, story) => {
      let [answer, before] = [0, 0];
      const act = async (key: ObjectKey): Promise<void> => {
        answer = await client.replay(key);
        before = world.receiver.received.length;
      };
      const answers = new Map<number, number>();
      let arrived = 0;
      await afterEveryCall(story, act, ({ path, states }, when) => {
        answers.set(answer, (answers.get(answer) ?? 0) + 1);
        const after = world.receiver.received.length;
        if (answer === 202) expect([when, after > before]).toEqual([when, true]);
        expect([when, states.slice(-2)]).toEqual([when, ['delivered', undefined]]);
        // A refused replay causes no further request to the receiver.
        if (answer !== 202) expect([when, world.receivedAt(path).length]).toEqual([when, 2]);
        arrived = after;
        return Promise.resolve();
      });
      expect([...answers.keys()].sort()).toEqual([202, 409]);
      expect(arrived).toBeGreaterThan(0);
    },
    300_000,
  );

  test('a process that is killed after any call sends a replay that was accepted', async () => {
    const accepted = new Map<string, number>();
    const meanwhile = async ({ name, namespace }: ObjectKey, turn: number): Promise<void> => {
      if (turn !== 3) return;
      const answer = await client.replay({ name, namespace });
      if (answer === 202) accepted.set(name, world.receiver.received.length);
    };
    const story: Story = { answers: [204], first: aMinuteLater, next: atOnce, meanwhile };
    await everyKill(world, story, ({ key, path, states }, kill) => {
      const at = accepted.get(key.name);
      const isSent = at === undefined || world.receiver.received.slice(at).some(({ id }) => id === key.name);
      expect([kill, isSent, states.slice(-2)]).toEqual([kill, true, ['delivered', undefined]]);
      expect([kill, world.receivedAt(path).length <= 3]).toEqual([kill, true]);
      return Promise.resolve();
    });
    expect(accepted.size).toBeGreaterThan(10);
  }, 300_000);
});
