import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { v7 as uuidV7 } from 'uuid';
import { createAccountsController } from '../../src/controllers/accounts/controller.ts';
import { countOpenDeliveries } from '../../src/controllers/accounts/open-deliveries.ts';
import { createRelay } from '../../src/controllers/relay/controller.ts';
import { createRelayMetrics } from '../../src/controllers/relay/metrics.ts';
import { writeIntent } from '../../src/domain/intent.ts';
import { adAccountKind } from '../../src/domain/kinds.ts';
import { cleanupFinalizer } from '../../src/domain/labels.ts';
import type { ObjectKey } from '../../src/objects/object-key.ts';
import { imageSpec } from '../support/pipeline/build-job.ts';
import { everyKill, type Story } from '../support/callbacks/callback-kills.ts';
import type { LifeParts, LifeSettings, OtherController } from '../support/callbacks/callback-life.ts';
import { CallbackWorld } from '../support/callbacks/callback-world.ts';
import { historyByJob } from '../support/ledger/ledger-violations.ts';
import { loggerInto } from '../support/process/log-lines.ts';
import { acme, admit, namespace } from '../support/installation/objects.ts';

let world: CallbackWorld;
beforeEach(async () => {
  world = await CallbackWorld.open();
});
afterEach(() => world.close());

const hourMs = 3_600_000;
const atOnce: LifeSettings = { retention: { finishedJobsMax: 0 } };

test('a process that is killed after any call sends a callback once its signing secret is back after an hour', async () => {
  let since = 0;
  let early = 0;
  const isBack = (): boolean => world.clock.now().getTime() - since >= hourMs;
  world.readKeys = () => Promise.resolve(isBack() ? [world.receiver.key] : undefined);
  const story: Story = {
    ...{ answers: [500, 204], first: atOnce, next: atOnce },
    begin: async (path) => {
      const key = await world.endedJob(path);
      since = world.clock.now().getTime();
      return key;
    },
    meanwhile: async () => {
      if (isBack()) return;
      early = world.receiver.received.length;
      await world.clock.jump(600_000);
    },
  };
  await everyKill(world, story, ({ key, path, states }, kill) => {
    const received = world.receivedAt(path);
    expect({ kill, states }).toEqual({ kill, states: ['pending', 'delivered', undefined] });
    // The receiver got no other requests: nothing was sent before the secret was back, and no attempt was counted for
    // it.
    expect([kill, world.receiver.received.length - early]).toEqual([kill, received.length]);
    expect([kill, received.every(({ isSigned, id }) => isSigned && id === key.name)]).toEqual([kill, true]);
    expect([kill, received.length <= (kill === undefined ? 2 : 3)]).toEqual([kill, true]);
    return Promise.resolve();
  });
}, 300_000);

describe('a job without an AdJob', () => {
  function relay({ store, ledger, archive, callbacks }: LifeParts): OtherController[] {
    const { clock } = world;
    const controller = createRelay({
      ...{ store, ledger, archive, clock, logger: loggerInto([]), cached: () => undefined },
      metrics: createRelayMetrics(new Registry()),
      onOpenCallback: (job) => {
        callbacks.onArchived(job);
      },
      requiredCredits: () => 5,
    });
    return [controller];
  }

  async function begin(path: string): Promise<ObjectKey> {
    const key = { namespace, name: uuidV7() };
    const spec = imageSpec({ callbackUrl: world.receiver.urlOf(path) });
    const intent = writeIntent({ metadata: { ...key, finalizers: [cleanupFinalizer] }, spec });
    await admit(world.rig, key, { intent });
    await world.rig.ledger.intents.cancel(key.name);
    await world.follow(key);
    return key;
  }

  test('a process that is killed after any call of relay and callbacks delivers the callback of a given-up job', async () => {
    const settings: LifeSettings = { ...atOnce, others: relay };
    const story: Story = { answers: [500, 204], first: settings, next: settings, begin };
    await everyKill(world, story, async ({ key, path, states }, kill) => {
      const received = world.receivedAt(path);
      const history = (await historyByJob(world.rig.ledger, acme)).get(key.name);
      expect({ kill, states, history }).toEqual({
        ...{ kill, states: [undefined, 'pending', 'delivered', undefined], history: ['reserve 5', 'release 5'] },
      });
      expect([kill, received.length <= (kill === undefined ? 2 : 3)]).toEqual([kill, true]);
      expect([kill, await world.rig.ledger.intents.get(key.name)]).toEqual([kill, undefined]);
    });
  }, 300_000);
});

describe('an account that is deleted while a callback is open', () => {
  let accounts = 0;
  let account: ObjectKey;
  /** State of the callback at each deletion of the signing secret. */
  let deletions: unknown[];

  function accountsController({ store, ledger, archive }: LifeParts): OtherController[] {
    const secrets = {
      ensure: () => Promise.reject(new Error('The account has a secret.')),
      read: () => Promise.resolve(undefined),
      delete: () => {
        deletions.push(world.states.at(-1));
        return Promise.resolve();
      },
    };
    const controller = createAccountsController({
      ...{ store, ledger, secrets, clock: world.clock, logger: loggerInto([]), namespace },
      events: { emit: () => undefined },
      newEpoch: () => 'epoch-2',
      counts: () => ({ running: 0, pending: 0 }),
      openDeliveries: (key) => countOpenDeliveries({ store, archive }, key),
    });
    return [controller];
  }

  async function begin(path: string): Promise<ObjectKey> {
    account = { namespace, name: `account-${(accounts += 1)}` };
    deletions = [];
    await world.rig.ledger.grant(account, { id: 'first', amount: 1_000 });
    const metadata = { ...account, finalizers: [cleanupFinalizer] };
    await world.rig.store.create(adAccountKind, { metadata, spec: adAccountKind.parseSpec({}) });
    const key = await world.endedJob(path, { accountRef: { name: account.name } });
    await world.rig.store.delete(adAccountKind, account);
    return key;
  }

  test.each<[string, LifeSettings]>([
    ['in the archive', atOnce],
    ['in the AdJob', { retention: { ttlSeconds: 30 } }],
  ])(
    'a process that is killed after any call keeps the signing secret until a callback %s is closed',
    async (_, where) => {
      const settings: LifeSettings = { ...where, others: accountsController };
      world.readKeys = () => Promise.resolve(deletions.length === 0 ? [world.receiver.key] : undefined);
      const story: Story = { answers: [500, 204], first: settings, next: settings, begin };
      await everyKill(world, story, async ({ key, path, states }, kill) => {
        const history = (await historyByJob(world.rig.ledger, account)).get(key.name);
        expect({ kill, states, history }).toEqual({
          ...{ kill, states: ['pending', 'delivered', undefined], history: ['reserve 5', 'settle 5'] },
        });
        expect([kill, deletions.every((state) => state !== 'pending'), deletions.length > 0]).toEqual([
          kill,
          true,
          true,
        ]);
        expect([kill, await world.rig.store.get(adAccountKind, account)]).toEqual([kill, undefined]);
        expect([kill, world.receivedAt(path).length <= (kill === undefined ? 2 : 3)]).toEqual([kill, true]);
      });
    },
    300_000,
  );
});
