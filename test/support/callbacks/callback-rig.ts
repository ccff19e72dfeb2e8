import { setTimeout as pause } from 'node:timers/promises';
import { createCallbackController, type CallbackController } from '../../../src/controllers/callback/controller.ts';
import type { CallbackDeps } from '../../../src/controllers/callback/deps.ts';
import { createCallbackMetrics } from '../../../src/controllers/callback/metrics.ts';
import { keptInMemory } from '../../../src/controllers/pipeline/finished-view.ts';
import { parseAllowList } from '../../../src/domain/address-rule.ts';
import { adJobKind } from '../../../src/domain/kinds.ts';
import { Guard } from '../../../src/egress/guard.ts';
import type { ObjectKey } from '../../../src/objects/object-key.ts';
import { Reflector } from '../../../src/runtime/reflector.ts';
import type { AdJobStatus, DeliveryStatus } from '../../../src/schema/adjob.ts';
import { HttpSender } from '../../../src/webhooks/http-sender.ts';
import { Registry } from 'prom-client';
import { createAccount } from '../installation/objects.ts';
import { watchAccounts } from '../pipeline/pipeline-rig.ts';
import { callbackDeps } from './callback-deps.ts';
import { CallbackReceiver } from './callback-receiver.ts';
import { RetentionRig } from '../ledger/retention-rig.ts';
import { until } from '../process/until.ts';

/** The callback controller with real stores, a real sender, and a receiver whose answers the test sets by path. */
export class CallbackRig {
  readonly jobs: RetentionRig;
  readonly key: Buffer;
  readonly received: CallbackReceiver['received'];
  readonly answers: CallbackReceiver['answers'];
  readonly registry = new Registry();
  readonly deps: CallbackDeps;
  signingKeys: readonly Buffer[] | undefined;
  readonly #receiver: CallbackReceiver;
  readonly #runs: { stop: AbortController; controller: CallbackController }[] = [];

  private constructor(jobs: RetentionRig, receiver: CallbackReceiver) {
    this.jobs = jobs;
    this.#receiver = receiver;
    ({ key: this.key, received: this.received, answers: this.answers } = receiver);
    this.signingKeys = [this.key];
    const { clock } = jobs;
    const guard = new Guard({ allow: parseAllowList('127.0.0.0/8:*') });
    this.deps = callbackDeps(jobs, {
      sender: new HttpSender({ guard, clock, version: 'test' }),
      signingKeys: () => Promise.resolve(this.signingKeys),
      metrics: createCallbackMetrics(this.registry),
    });
  }

  static async open(config: Parameters<typeof RetentionRig.open>[0] = {}): Promise<CallbackRig> {
    return new CallbackRig(await RetentionRig.open(config), await CallbackReceiver.open());
  }

  async close(): Promise<void> {
    const stopped = this.stop();
    await this.#receiver.close(); // ends the callbacks in flight
    await stopped;
    this.jobs.close();
  }

  urlOf(path: string): string {
    return this.#receiver.urlOf(path);
  }

  /** Starts one more controller. Two controllers may run at the same time. */
  async start(deps: CallbackDeps = this.deps): Promise<void> {
    const stop = new AbortController();
    const { clock } = this.jobs;
    const options = { store: this.jobs.store, kind: adJobKind, transform: keptInMemory, clock, logger: deps.logger };
    const reflector = new Reflector(options);
    void reflector.run(stop.signal);
    await reflector.whenSynced();
    const accounts = watchAccounts(this.jobs.store, stop.signal);
    const metrics = createCallbackMetrics(new Registry());
    const controller = createCallbackController(
      { ...deps, metrics },
      { jobs: reflector.cache, accounts: accounts.cache },
    );
    controller.start(stop.signal);
    this.#runs.push({ stop, controller });
  }

  /** Stops all controllers. */
  async stop(): Promise<void> {
    for (const { stop, controller } of this.#runs.splice(0)) {
      stop.abort();
      const drained = controller.drain().then(() => true);
      // A callback attempt whose result cannot be stored ends only after the grace period for draining.
      const isDrained = await Promise.race([drained, pause(500, false, { ref: false })]);
      if (!isDrained) await this.jobs.clock.advance(10_000);
      await drained;
    }
  }

  /** Creates the account that the jobs belong to. */
  async createAccount(): Promise<void> {
    await createAccount(this.jobs);
  }

  /** Creates a finished job whose callback goes to this path of the receiver. */
  async finishedJob(path: string, status: AdJobStatus = {}): Promise<ObjectKey> {
    const key = await this.jobs.runningJob({ callbackUrl: this.urlOf(path) });
    await this.jobs.end(key, status);
    await this.jobs.closeHold(key);
    return key;
  }

  async delivery(key: ObjectKey): Promise<DeliveryStatus | undefined> {
    const job = await this.jobs.job(key);
    if (job !== undefined) return job.status?.delivery;
    return this.archivedDelivery(key);
  }

  async archivedDelivery({ name }: ObjectKey): Promise<DeliveryStatus | undefined> {
    const record = await this.jobs.archive.get(name);
    return record && this.jobs.archive.delivery(record);
  }

  async whenState(key: ObjectKey, state: DeliveryStatus['state'], attempts?: number): Promise<DeliveryStatus> {
    await until(async () => {
      const delivery = await this.delivery(key);
      return delivery?.state === state && (attempts === undefined || delivery.attempts === attempts);
    });
    return (await this.delivery(key)) ?? { state };
  }

  /** Moves the clock step by step until the condition holds. After each step, pending work runs. */
  async advanceUntil(stepMs: number, holds: () => boolean | Promise<boolean>): Promise<void> {
    await until(async () => {
      await this.jobs.clock.advance(stepMs);
      return holds();
    });
  }
}
