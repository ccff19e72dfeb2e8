import { ArtifactAuditLog } from '../../../src/audit-log/artifact-audit-log.ts';
import { archivePass } from '../../../src/controllers/retention/archive-pass.ts';
import type { RetentionConfig, RetentionDeps } from '../../../src/controllers/retention/deps.ts';
import { erasePass } from '../../../src/controllers/retention/erase-pass.ts';
import { createRetentionMetrics } from '../../../src/controllers/retention/metrics.ts';
import { Pacer } from '../../../src/controllers/retention/pacer.ts';
import { FailureTracker } from '../../../src/controllers/retention/failure-tracker.ts';
import { jobPrefix } from '../../../src/domain/artifact-keys.ts';
import { serialiseJob } from '../../../src/domain/job-view.ts';
import { adJobKind } from '../../../src/domain/kinds.ts';
import { archivedAnnotation } from '../../../src/domain/labels.ts';
import { timestamp } from '../../../src/domain/timestamp.ts';
import type { AdJob, AdJobSpec, AdJobStatus } from '../../../src/schema/adjob.ts';
import type { ObjectKey } from '../../../src/objects/object-key.ts';
import { Installation } from '../installation/installation.ts';
import { acme, createBoundJob, namespace, price } from '../installation/objects.ts';
import { imageSpec } from '../pipeline/build-job.ts';
import { FakeClock } from '../time/fake-clock.ts';
import { storedJobs } from './stored-jobs.ts';

/** Returns the trackers of failures that one process keeps in memory. */
function failuresOf(deps: RetentionDeps): { archive: FailureTracker; erase: FailureTracker } {
  return { archive: new FailureTracker(deps), erase: new FailureTracker(deps) };
}

/** The retention controller with a clock that the test moves. */
export class RetentionRig {
  readonly clock = new FakeClock('2026-11-01T12:00:00Z');
  readonly #home = new Installation({ clock: this.clock });
  readonly store = this.#home.store;
  readonly ledger = this.#home.ledger;
  readonly artifacts = this.#home.artifacts;
  readonly archive = this.#home.archive;
  readonly logger = this.#home.logger;
  readonly logged = this.#home.lines;
  readonly registry = this.#home.registry;
  readonly deps: RetentionDeps;
  readonly #failures: ReturnType<typeof failuresOf>;

  private constructor(config: Partial<RetentionConfig>) {
    const { store, ledger, archive, artifacts, clock, logger } = this;
    this.deps = {
      ...{ store, archive, artifacts, clock, logger, holds: ledger.audit, jobs: storedJobs(store) },
      auditLog: new ArtifactAuditLog({ artifacts, logger }),
      metrics: createRetentionMetrics(this.registry),
      config: {
        ttlSeconds: 86_400,
        finishedJobsMax: 20_000,
        archiveSeconds: 30 * 86_400,
        auditLogSeconds: 400 * 86_400,
        deletionsPerSecond: Infinity,
        ...config,
      },
    };
    this.#failures = failuresOf(this.deps);
  }

  static async open(config: Partial<RetentionConfig> = {}): Promise<RetentionRig> {
    const rig = new RetentionRig(config);
    await rig.ledger.audit.begin('epoch-1');
    await rig.ledger.grant(acme, { id: 'first', amount: 1_000_000 });
    return rig;
  }

  close(): void {
    this.#home.close();
  }

  /** Creates a running job with its request file. */
  async runningJob(change: Partial<AdJobSpec> = {}): Promise<ObjectKey> {
    const { metadata } = await createBoundJob(this, imageSpec(change));
    const { name } = metadata;
    await this.artifacts.put(`${jobPrefix(name)}request.json`, Buffer.from('{}'));
    return { namespace, name };
  }

  /** Writes the final status of a job. Its hold stays open. */
  async end(key: ObjectKey, change: AdJobStatus = {}): Promise<void> {
    const status: AdJobStatus = {
      phase: 'SUCCESS',
      jobId: key.name,
      credits: { required: price, charged: price },
      response: { images: [], notes: [key.name] },
      completionTime: timestamp(this.clock.now()),
      ...change,
    };
    await this.store.patchStatus(adJobKind, key, { status });
  }

  async closeHold(key: ObjectKey): Promise<void> {
    const job = await this.store.get(adJobKind, key);
    if (job === undefined) throw new Error('the AdJob was not found');
    if (job.status?.phase === 'SUCCESS') await this.ledger.settle(key.name, job.metadata.uid);
    else await this.ledger.release(key.name, job.metadata.uid);
  }

  /** Creates a finished job whose hold is closed. */
  async finishedJob(change: Partial<AdJobSpec> = {}, status: AdJobStatus = {}): Promise<ObjectKey> {
    const key = await this.runningJob(change);
    await this.end(key, status);
    await this.closeHold(key);
    return key;
  }

  job(key: ObjectKey): Promise<AdJob | undefined> {
    return this.store.get(adJobKind, key);
  }

  async jobs(): Promise<AdJob[]> {
    return (await this.store.list(adJobKind)).items;
  }

  /** Returns the body that `GET /jobs/{job_id}` returns, from the AdJob or from the archive. */
  async bytesOf(key: ObjectKey): Promise<string | undefined> {
    const job = await this.job(key);
    if (job !== undefined && job.metadata.deletionTimestamp === undefined) return serialiseJob(job).toString();
    return (await this.archive.get(key.name))?.body;
  }

  async hasFiles({ name }: ObjectKey): Promise<boolean> {
    return (await this.artifacts.list(jobPrefix(name))).length > 0;
  }

  /**
   * Runs one archive pass and one erase pass, and completes the deletions between them. Other `deps` than the default
   * stand for another process, which has no record of failures.
   */
  async pass(deps: RetentionDeps = this.deps): Promise<void> {
    const pacer = new Pacer(deps.config.deletionsPerSecond, deps.clock);
    const { signal } = new AbortController();
    const failures = deps === this.deps ? this.#failures : failuresOf(deps);
    await archivePass({ deps, pacer, failures: failures.archive, signal });
    await this.finishDeletions();
    await erasePass({ deps, pacer, failures: failures.erase, signal });
  }

  /**
   * Does the work of the pipeline controller for deleted jobs: removes the finalizer, and the files unless the job is
   * archived.
   */
  async finishDeletions(): Promise<void> {
    for (const { metadata } of await this.jobs()) {
      if (metadata.deletionTimestamp === undefined) continue;
      const isArchived = metadata.annotations?.[archivedAnnotation] === 'true';
      if (!isArchived) await this.artifacts.deleteTree(jobPrefix(metadata.name));
      await this.store.patch(adJobKind, metadata, { metadata: { finalizers: [] } });
    }
  }

  /** Moves the clock by days. */
  async daysLater(days: number): Promise<void> {
    await this.clock.advance(days * 86_400_000);
  }
}
