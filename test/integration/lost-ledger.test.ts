import { expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { systemClock } from '../../src/clock/system-clock.ts';
import { createPipelineController } from '../../src/controllers/pipeline/controller.ts';
import { createPipelineMetrics } from '../../src/controllers/pipeline/metrics.ts';
import { adAccountKind, adJobKind } from '../../src/domain/kinds.ts';
import { aborted } from '../../src/runtime/aborted.ts';
import { acme } from '../support/installation/objects.ts';
import { AccountsRig } from '../support/ledger/accounts-rig.ts';
import { CallbackRig } from '../support/callbacks/callback-rig.ts';
import { PipelineRig } from '../support/pipeline/pipeline-rig.ts';
import { until } from '../support/process/until.ts';
import { FakeClock } from '../support/time/fake-clock.ts';

test('a job waits unchanged while the ledger is lost, and continues after that', async () => {
  const rig = await PipelineRig.open(systemClock, {});
  const stop = new AbortController();
  let [isLost, asked] = [true, 0];
  rig.deps.isHalted = () => {
    asked += 1;
    return isLost;
  };
  const controller = createPipelineController(rig.deps);
  try {
    await controller.start(stop.signal);
    const key = await rig.createJob();
    await until(() => asked > 0);
    await rig.store.patch(adJobKind, key, { metadata: { labels: { seen: 'once-more' } } });
    await until(() => asked > 1);
    expect([(await rig.job(key))?.status?.phase, rig.launcher.alive]).toEqual([undefined, []]);
    isLost = false;
    await rig.store.patch(adJobKind, key, { metadata: { labels: { seen: 'twice-more' } } });
    await until(() => rig.launcher.alive.length === 1);
  } finally {
    stop.abort();
    await controller.drain();
    rig.close();
  }
});

test('a callback waits while the ledger is lost, uses up no attempt, and is sent after that', async () => {
  const rig = await CallbackRig.open();
  let [isLost, asked] = [true, 0];
  rig.deps.isHalted = () => {
    asked += 1;
    return isLost;
  };
  try {
    await rig.createAccount();
    await rig.start();
    const key = await rig.finishedJob('/later');
    await until(() => asked > 0);
    await rig.jobs.clock.advance(60_000);
    expect(rig.received).toEqual([]);
    isLost = false;
    await rig.advanceUntil(5_000, async () => (await rig.delivery(key))?.state === 'delivered');
    expect(await rig.delivery(key)).toMatchObject({ attempts: 1 });
  } finally {
    await rig.close();
  }
});

test('a job does not time out for the time of a halt, also if the controller restarts meanwhile', async () => {
  const clock = new FakeClock('2026-11-01T12:00:00Z');
  const rig = await PipelineRig.open(clock);
  let isLost = true;
  rig.deps.isHalted = () => isLost;
  const key = await rig.createJob();
  const status = async () => (await rig.job(key))?.status;
  const run = async (holds: () => boolean | Promise<boolean>) => {
    const stop = new AbortController();
    const controller = createPipelineController({ ...rig.deps, metrics: createPipelineMetrics(new Registry()) });
    await controller.start(stop.signal);
    await until(holds);
    stop.abort();
    await controller.drain();
  };
  await run(async () => (await status())?.suspension !== undefined);
  expect(await status()).toEqual({ suspension: { seconds: 0, since: '2026-11-01T12:00:00Z' } });
  await clock.advance(3_600_000);
  isLost = false;
  await run(() => rig.launcher.alive.length === 1);
  await until(async () => (await status())?.phase === 'PROCESSING');
  expect((await status())?.suspension).toEqual({ seconds: 3_600 });
  expect(rig.events.map(({ reason }) => reason)).toEqual(expect.arrayContaining(['Halted', 'Resumed']));
  rig.close();
});

test('a halt pauses the timeout of a job that waits for its turn', async () => {
  const clock = new FakeClock('2026-11-01T12:00:00Z');
  const rig = await PipelineRig.open(clock, { maxRunningJobs: 1 });
  let isLost = false;
  rig.deps.isHalted = () => isLost;
  const stop = new AbortController();
  const controller = createPipelineController(rig.deps);
  await controller.start(stop.signal);
  const keys = [await rig.createJob(), await rig.createJob()];
  await until(() => rig.launcher.alive.length === 1);
  await until(async () => (await Promise.all(keys.map((key) => rig.job(key))))[1]?.status?.phase === 'PENDING');
  isLost = true;
  await clock.advance(10_000);
  for (const key of keys) await until(async () => (await rig.job(key))?.status?.suspension?.since !== undefined);
  stop.abort();
  await controller.drain();
  rig.close();
});

test('a controller that starts assumes the loss that an account states, until it has compared the account', async () => {
  const rig = new AccountsRig();
  await rig.ledger.audit.begin('epoch-1');
  await rig.create();
  const lost = { type: 'LedgerAvailable', status: 'False', reason: 'LedgerLost', message: 'Lost.' } as const;
  const conditions = [{ ...lost, lastTransitionTime: '2026-11-01T11:00:00Z' }];
  await rig.store.patchStatus(adAccountKind, acme, { status: { conditions } });
  const [answers, balance] = [new AbortController(), rig.ledger.balance.bind(rig.ledger)];
  rig.ledger.balance = async (account) => {
    await aborted(answers.signal);
    return balance(account);
  };
  const controller = await rig.start();
  expect(controller.isLedgerLost()).toBe(true);
  answers.abort();
  await until(() => !controller.isLedgerLost());
  await rig.close();
});
