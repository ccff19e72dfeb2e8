import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ObjectKey } from '../../src/objects/object-key.ts';
import { mirror } from '../support/installation/objects.ts';
import { LedgerScene, type MadeJob } from '../support/ledger/ledger-scene.ts';

const step = fc.record({
  account: fc.constantFrom('acme', 'beta'),
  what: fc.constantFrom(
    'make',
    'make',
    'succeed',
    'fail',
    'retire',
    'retireUnnoted',
    'retireUnconfirmed',
    'remove',
    'mirror',
  ),
  which: fc.nat(20),
});

/** Creates, ends, retires and removes jobs of one account, in a random order. */
class History {
  readonly #account: ObjectKey;
  readonly #scene: LedgerScene;
  #open: MadeJob[] = [];
  #over: MadeJob[] = [];

  constructor(account: ObjectKey, scene: LedgerScene) {
    this.#account = account;
    this.#scene = scene;
  }

  async happen(what: string, which: number): Promise<void> {
    if (what === 'make') await this.#make();
    else if (what === 'mirror') await mirror(this.#scene, this.#account);
    else if (what === 'succeed' || what === 'fail') await this.#end(what, which);
    else await this.#leave(what, which);
  }

  async #end(what: 'succeed' | 'fail', which: number): Promise<void> {
    const [made] = this.#open.splice(which % Math.max(1, this.#open.length), 1);
    if (made === undefined) return;
    await (what === 'succeed' ? this.#scene.succeed(made) : this.#scene.fail(made));
    this.#over.push(made);
  }

  async #leave(what: string, which: number): Promise<void> {
    const made = this.#over[which % Math.max(1, this.#over.length)];
    if (made === undefined) return;
    if (what === 'retire' || what === 'retireUnnoted' || what === 'retireUnconfirmed') {
      await this.#scene[what](made);
      return;
    }
    await this.#scene.remove(made, this.#account);
    this.#over = this.#over.filter((one) => one !== made);
  }

  async #make(): Promise<void> {
    const made = await this.#scene.makeJob(this.#account);
    if (made !== undefined) this.#open.push(made);
  }
}

/**
 * Returns the balance without the charges of retired jobs. A rebuild need not restore them: jobs that are not recorded
 * as retired are retired again.
 */
const withoutRetired = (scene: LedgerScene) => async (account: ObjectKey) => ({
  ...(await scene.balanceOf(account)),
  retired: undefined,
  retiring: undefined,
});

test('a rebuild restores the balances after any history of jobs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
      const scene = await LedgerScene.open();
      try {
        await loseAndRebuild(scene, steps);
      } finally {
        scene.close();
      }
    }),
    { numRuns: 30 },
  );
}, 60_000);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function loseAndRebuild(scene: LedgerScene, steps: readonly Step[]): Promise<void> {
  const accounts = [await scene.makeAccount('acme', 30), await scene.makeAccount('beta', 1_000)];
  const histories = new Map(accounts.map((account) => [account.name, new History(account, scene)]));
  for (const { account, what, which } of steps) await histories.get(account)?.happen(what, which);
  const before = await Promise.all(accounts.map(withoutRetired(scene)));
  expect([await scene.run('verify'), scene.err]).toEqual([0, '']);
  scene.loseLedger();
  expect(await scene.run('rebuild')).toBe(0);
  expect(await Promise.all(accounts.map(withoutRetired(scene)))).toEqual(before);
  expect([await scene.run('verify'), scene.err]).toEqual([0, '']);
}
