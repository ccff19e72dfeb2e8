import { MemoryAuditLog } from '../admin/memory-audit-log.ts';
import { Registry } from 'prom-client';
import type { PipelineDeps } from '../../../src/controllers/pipeline/deps.ts';
import { keptInMemory } from '../../../src/controllers/pipeline/finished-view.ts';
import type { PipelineMemory } from '../../../src/controllers/pipeline/gather.ts';
import { reconcile } from '../../../src/controllers/pipeline/reconcile.ts';
import { archivePass } from '../../../src/controllers/retention/archive-pass.ts';
import type { RetentionDeps } from '../../../src/controllers/retention/deps.ts';
import { createRetentionMetrics } from '../../../src/controllers/retention/metrics.ts';
import { Pacer } from '../../../src/controllers/retention/pacer.ts';
import { FailureTracker } from '../../../src/controllers/retention/failure-tracker.ts';
import { isTerminal } from '../../../src/domain/terminal.ts';
import type { AdJob } from '../../../src/schema/adjob.ts';
import type { ObjectKey } from '../../../src/objects/object-key.ts';
import { settle } from '../time/fake-clock.ts';
import { Fuse, Killed } from '../faults/fuse.ts';
import { freshMemory } from './pipeline-memory.ts';
import type { PipelineRig } from './pipeline-rig.ts';
import { storedJobs } from '../ledger/stored-jobs.ts';

/**
 * What happens to running stages when the service is killed: they are killed too, end at that moment, or keep running.
 */
export type Fate = 'die with it' | 'finish as it dies' | 'outlive it';

export interface LifeOptions {
  fate: Fate;
  /** Number of calls after which the first process is killed. The next process is never killed. */
  lastCall?: number;
  /**
   * Delays the effect of the last call of the killed process: `early` until the next process has made a pass, `late`
   * until all work is done.
   */
  arrival?: 'early' | 'late';
  /** True if finished jobs are archived at once. */
  isRetaining?: boolean;
}

interface Parts {
  pipeline: PipelineDeps;
  retention: RetentionDeps;
}

/**
 * Runs the pipeline and retention controllers for one job in a process that may be killed once and is then restarted.
 */
export class Life {
  readonly key: ObjectKey;
  readonly fuse: Fuse;
  readonly #rig: PipelineRig;
  readonly #options: LifeOptions;
  #parts: Parts;
  #seen: AdJob | undefined;
  #memory: PipelineMemory;
  #isFirst = true;

  constructor(rig: PipelineRig, key: ObjectKey, options: LifeOptions) {
    this.#rig = rig;
    this.key = key;
    this.#options = options;
    this.fuse = new Fuse(options.lastCall, { isLate: options.arrival !== undefined });
    this.#parts = partsOf(rig, this.fuse);
    this.#memory = this.#freshMemory();
  }

  /** Runs turns until nothing has changed in six turns. `meanwhile` runs in every turn. */
  async live(meanwhile: (turn: number) => Promise<void> = () => Promise.resolve()): Promise<void> {
    for (let turn = 0, quiet = 0; quiet < 6; turn += 1) {
      if (turn > 60) throw new Error('the job still changes after 60 turns');
      quiet = (await this.#turn(() => meanwhile(turn))) ? 0 : quiet + 1;
      if (!this.#isFirst && quiet === 3) await this.#audit(); // as the audit does every minute
    }
    await this.fuse.completeLastCall();
  }

  /**
   * Runs one turn: a pass of the controllers, `meanwhile`, and the work of the stages. Returns whether anything changed.
   */
  async #turn(meanwhile: () => Promise<void>): Promise<boolean> {
    const before = await this.#rig.job(this.key);
    if (!this.#isFirst && this.#options.arrival === 'early') await this.fuse.completeLastCall();
    await this.#pass();
    await meanwhile();
    const after = await this.#rig.job(this.key);
    // Attempts of a cancelled, deleted or finished job do not end by themselves; only a stop ends them.
    const worked = isOpen(after) && (await this.#work());
    return worked || before?.metadata.resourceVersion !== after?.metadata.resourceVersion;
  }

  async #work(): Promise<boolean> {
    const { alive } = this.#rig.launcher;
    for (const attempt of alive) await this.#rig.finish(attempt);
    return alive.length > 0;
  }

  async #pass(): Promise<void> {
    const job = await this.#rig.job(this.key);
    this.#seen = job && keptInMemory(job);
    if (this.#seen !== undefined) this.#memory.gate.observe(this.#seen);
    try {
      await reconcile(this.key, this.#parts.pipeline, this.#memory);
      await settle(); // waits for the write of the account
      if (this.#options.isRetaining === true) await this.#retain();
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      await this.#beginAgain();
    }
  }

  /**
   * Archives the job. Retention catches errors of single jobs, including `Killed`, so this method throws `Killed`
   * again.
   */
  async #retain(): Promise<void> {
    const { retention } = this.#parts;
    const pacer = new Pacer(Infinity, retention.clock);
    const { signal } = new AbortController();
    await archivePass({ deps: retention, pacer, failures: new FailureTracker(retention), signal });
    if (this.#isFirst && this.fuse.isDead) throw new Killed();
  }

  async #beginAgain(): Promise<void> {
    const { fate } = this.#options;
    this.#isFirst = false;
    this.#parts = partsOf(this.#rig);
    this.#memory = this.#freshMemory();
    await this.#audit();
    if (fate === 'finish as it dies') await this.#work();
    if (fate !== 'outlive it') this.#rig.launcher.loseAll();
  }

  /**
   * Does the work of the audit, which compares the ledger with the AdJobs: reports a finished job whose hold
   * (reservation of credits) may be open.
   */
  async #audit(): Promise<void> {
    const job = await this.#rig.job(this.key);
    if (job !== undefined && isTerminal(job)) this.#memory.settlements.expectClose(this.key);
  }

  #freshMemory(): PipelineMemory {
    return freshMemory(this.#parts.pipeline, () => this.#seen);
  }
}

function partsOf(rig: PipelineRig, fuse = new Fuse()): Parts {
  const { deps } = rig;
  const store = fuse.wrap(deps.store, 'store');
  const artifacts = fuse.wrap(deps.artifacts, 'artifacts');
  const archive = fuse.wrap(rig.archive, 'archive');
  const ledger = fuse.wrap(rig.ledger, 'ledger');
  const launcher = fuse.wrap(deps.launcher, 'launcher');
  return {
    pipeline: { ...deps, store, launcher, artifacts, archive, ledger },
    retention: {
      ...{
        store,
        archive,
        artifacts,
        holds: ledger.audit,
        auditLog: new MemoryAuditLog(),
        jobs: storedJobs(deps.store),
      },
      clock: deps.clock,
      logger: deps.logger,
      metrics: createRetentionMetrics(new Registry()),
      config: {
        ttlSeconds: 0,
        finishedJobsMax: Infinity,
        archiveSeconds: 86_400,
        auditLogSeconds: 86_400,
        deletionsPerSecond: Infinity,
      },
    },
  };
}

const isOpen = (job: AdJob | undefined): boolean =>
  job !== undefined && !isTerminal(job) && job.spec.cancel !== true && job.metadata.deletionTimestamp === undefined;
