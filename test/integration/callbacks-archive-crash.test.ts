import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { everyKill, type Lived, type Story } from '../support/callbacks/callback-kills.ts';
import { CallbackWorld } from '../support/callbacks/callback-world.ts';
import { historyByJob } from '../support/ledger/ledger-violations.ts';
import { acme } from '../support/installation/objects.ts';

let world: CallbackWorld;
beforeEach(async () => {
  world = await CallbackWorld.open();
});
afterEach(() => world.close());

/**
 * Checks that the callback ended once, that all attempts sent the same signed body, that a kill repeated at most one
 * attempt, and that the hold was closed once. `state` is the final state without a kill; after a kill, another final
 * state is allowed.
 */
async function check(
  { key, path, states }: Lived,
  kill: string | undefined,
  { state, attempts }: { state: string; attempts: number },
): Promise<void> {
  const received = world.receivedAt(path);
  const [first] = received;
  const isSame = received.every(({ id, body, isSigned }) => id === key.name && body === first?.body && isSigned);
  const ended: unknown = kill === undefined ? state : expect.stringMatching(/^(?:delivered|gone)$/);
  const ledger = (await historyByJob(world.rig.ledger, acme)).get(key.name);
  expect({ kill, states, isSame, ledger }).toEqual({
    ...{ kill, states: ['pending', ended, undefined], isSame: true, ledger: ['reserve 5', 'settle 5'] },
  });
  const repeated = received.length - attempts;
  expect([kill, kill === undefined ? repeated === 0 : repeated <= 1]).toEqual([kill, true]);
}

const atOnce = { retention: { finishedJobsMax: 0 } };

describe('a process that is killed after any of its calls, from the end of a job to its erasure', () => {
  test.each<[string, Story]>([
    ['that is archived during its delivery', { answers: [500, 204], first: atOnce, next: atOnce }],
    ['that is archived after its delivery', { answers: [500, 204] }],
    ['that only the next process archives', { answers: [500, 204], first: atOnce }],
  ])(
    'the callback of a job %s ends once, with at most one attempt repeated',
    async (_, story) => {
      await everyKill(world, story, (lived, kill) => check(lived, kill, { state: 'delivered', attempts: 2 }));
    },
    300_000,
  );

  test('the end of a callback does not change if its receiver answers the repeated attempt differently', async () => {
    const story: Story = { answers: [500, 410, 204], first: atOnce, next: atOnce };
    await everyKill(world, story, (lived, kill) => check(lived, kill, { state: 'gone', attempts: 2 }));
  }, 300_000);
});
