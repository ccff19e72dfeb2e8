import { MemoryAuditLog } from '../admin/memory-audit-log.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { ArtifactArchive } from '../../../src/archive/artifact-archive.ts';
import { createCallbackController, type CallbackController } from '../../../src/controllers/callback/controller.ts';
import type { PipelineDeps } from '../../../src/controllers/pipeline/deps.ts';
import { keptInMemory } from '../../../src/controllers/pipeline/finished-view.ts';
import type { PipelineMemory } from '../../../src/controllers/pipeline/gather.ts';
import { reconcile } from '../../../src/controllers/pipeline/reconcile.ts';
import { archivePass } from '../../../src/controllers/retention/archive-pass.ts';
import type { RetentionConfig, RetentionDeps } from '../../../src/controllers/retention/deps.ts';
import { erasePass } from '../../../src/controllers/retention/erase-pass.ts';
import { FailureTracker } from '../../../src/controllers/retention/failure-tracker.ts';
import { createRetentionMetrics } from '../../../src/controllers/retention/metrics.ts';
import { Pacer } from '../../../src/controllers/retention/pacer.ts';
import { adJobKind } from '../../../src/domain/kinds.ts';
import { isTerminal } from '../../../src/domain/terminal.ts';
import type { ObjectKey } from '../../../src/objects/object-key.ts';
import { Reflector } from '../../../src/runtime/reflector.ts';
import type { AdJob, AdJobStatus } from '../../../src/schema/adjob.ts';
import type { ObjectStore } from '../../../src/store/port.ts';
import { callbackDeps } from './callback-deps.ts';
import type { CallbackWorld } from './callback-world.ts';
import { settle } from '../time/fake-clock.ts';
import type { Fuse } from '../faults/fuse.ts';
import { loggerInto } from '../process/log-lines.ts';
import { freshMemory } from '../pipeline/pipeline-memory.ts';
import { watchAccounts, type PipelineRig } from '../pipeline/pipeline-rig.ts';
import { until } from '../process/until.ts';
import { storedJobs } from '../ledger/stored-jobs.ts';

/** Time by which the clock moves in each turn. */
const stepMs = 5_000;
/** Number of days that the archive keeps a job. */
export const archiveDays = 30;

/** Runs in every turn of a process, while callbacks that began in the turn before are in flight. */
export type Meanwhile = (turn: number) => Promise<void>;

/** A further controller that runs in the process. */
export interface OtherController {
  start(signal: AbortSignal): unknown;
  drain(): Promise<unknown>;
}

/** Store, ledger, archive and callback controller of one process. After a kill, calls to them fail. */
export interface LifeParts {
  store: ObjectStore;
  ledger: PipelineRig['ledger'];
  archive: ArtifactArchive;
  callbacks: CallbackController;
}

export interface LifeSettings {
  retention?: Partial<RetentionConfig>;
  others?: (parts: LifeParts) => OtherController[];
}

/**
 * One process with the pipeline, retention and callback controllers, which work on one job. The process may be killed
 * after any call to a store, the ledger or a receiver.
 */
export class CallbackLife {
  readonly #world: CallbackWorld;
  readonly #key: ObjectKey;
  readonly #fuse: Fuse;
  readonly #stop = new AbortController();
  readonly #pipeline: PipelineDeps;
  readonly #retention: RetentionDeps;
  readonly #controllers: OtherController[];
  readonly #jobs: Reflector<AdJob['spec'], AdJobStatus, AdJob>;
  readonly #memory: PipelineMemory;
  #seen: AdJob | undefined;

  constructor(world: CallbackWorld, key: ObjectKey, fuse: Fuse, settings: LifeSettings) {
    const { retention = {}, others = () => [] } = settings;
    [this.#world, this.#key, this.#fuse] = [world, key, fuse];
    const { clock, rig } = world;
    const logger = loggerInto([]);
    const store = fuse.wrap(world.store, 'store');
    const artifacts = fuse.wrap(rig.deps.artifacts, 'artifacts');
    const archive = new ArtifactArchive(fuse.wrap(world.archiveFiles, 'archive'));
    const ledger = fuse.wrap(rig.ledger, 'ledger');
    this.#pipeline = { ...rig.deps, store, artifacts, archive, ledger };
    this.#memory = freshMemory(this.#pipeline, () => this.#seen);
    const config = { ttlSeconds: 0, finishedJobsMax: Infinity, deletionsPerSecond: Infinity, ...retention };
    this.#retention = {
      ...{ store, archive, artifacts, clock, logger, holds: ledger.audit, jobs: storedJobs(rig.store) },
      metrics: createRetentionMetrics(new Registry()),
      auditLog: new MemoryAuditLog(),
      config: { archiveSeconds: archiveDays * 86_400, auditLogSeconds: 86_400, ...config },
    };
    this.#jobs = new Reflector({ store: rig.store, kind: adJobKind, transform: keptInMemory, clock, logger });
    const secrets = { read: () => world.readKeys() };
    const callbacks = createCallbackController(
      callbackDeps(
        { store, archive, clock, logger },
        {
          sender: fuse.wrap(world.sender, 'sender'),
          signingKeys: () => fuse.wrap(secrets, 'secrets').read(),
        },
      ),
      { jobs: this.#jobs.cache, accounts: watchAccounts(rig.store, this.#stop.signal).cache },
    );
    this.#controllers = [callbacks, ...others({ store, ledger, archive, callbacks })];
  }

  /** Runs turns until `isDone` resolves to true or the process is killed, then stops the process. */
  async live(isDone: () => Promise<boolean>, meanwhile: Meanwhile = () => Promise.resolve()): Promise<void> {
    void this.#jobs.run(this.#stop.signal);
    await this.#jobs.whenSynced();
    // The audit of the ledger does the same for a finished job whose hold (reservation of credits) is still open.
    this.#memory.settlements.expectClose(this.#key);
    try {
      await this.#start();
      for (let turn = 0; !this.#fuse.isDead; turn += 1) {
        if (turn > 200) throw new Error('the callback is still open after 200 turns');
        await this.#turn(() => meanwhile(turn));
        if (await isDone()) return;
      }
    } finally {
      await this.#end();
    }
  }

  /**
   * Starts the controllers. Returns early if the process is killed during the start, because the start may then never
   * end.
   */
  async #start(): Promise<void> {
    let hasEnded = false;
    const starting = this.#unlessDead(async () => {
      for (const controller of this.#controllers) await controller.start(this.#stop.signal);
    }).finally(() => (hasEnded = true));
    await Promise.race([starting, until(() => hasEnded || this.#fuse.isDead)]);
  }

  /**
   * Runs one turn: a pass of the pipeline and of retention, `meanwhile`, the answers to callbacks, and a step of the
   * clock. Callbacks that began in the turn before stay unanswered until `meanwhile` has ended.
   */
  async #turn(meanwhile: () => Promise<void>): Promise<void> {
    const world = this.#world;
    await this.#unlessDead(() => this.#reconcile());
    await this.#unlessDead(() => this.#retain());
    await meanwhile();
    await until(() => {
      world.answerAll();
      return !world.isSending;
    });
    await this.#whenSeen();
    await world.clock.advance(stepMs);
    await until(() => world.haveArrived);
  }

  async #reconcile(): Promise<void> {
    const job = await this.#world.rig.job(this.#key);
    this.#seen = job && keptInMemory(job);
    if (this.#seen !== undefined) this.#memory.gate.observe(this.#seen);
    if (job !== undefined && isTerminal(job)) await reconcile(this.#key, this.#pipeline, this.#memory);
  }

  async #retain(): Promise<void> {
    const deps = this.#retention;
    const { signal } = this.#stop;
    const run = () => ({ deps, signal, pacer: new Pacer(Infinity, deps.clock), failures: new FailureTracker(deps) });
    await archivePass(run());
    await erasePass(run());
  }

  /** Waits until the job cache of this process is up to date with the store. */
  async #whenSeen(): Promise<void> {
    await until(async () => {
      const stored = await this.#world.rig.job(this.#key);
      return this.#jobs.cache.get(this.#key)?.metadata.resourceVersion === stored?.metadata.resourceVersion;
    });
    await settle();
  }

  async #unlessDead(work: () => Promise<void>): Promise<void> {
    if (this.#fuse.isDead) return;
    await work().catch((error: unknown) => {
      if (!this.#fuse.isDead) throw error;
    });
  }

  async #end(): Promise<void> {
    const { clock } = this.#world;
    this.#stop.abort();
    const drained = Promise.all(this.#controllers.map((controller) => controller.drain())).then(() => 'drained');
    while ((await Promise.race([drained, pause(2)])) !== 'drained') {
      this.#world.answerAll();
      // A killed process cannot store the result of a callback attempt. It stops trying after its grace period.
      if (!this.#world.isSending) await clock.advance(10_000);
    }
  }
}
