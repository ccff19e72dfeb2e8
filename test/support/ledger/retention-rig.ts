import { join } from 'node:path';
import { Registry } from 'prom-client';
import { v7 as uuidV7 } from 'uuid';
import { ArtifactArchive } from '../../../src/archive/artifact-archive.ts';
import type { ArtifactStore } from '../../../src/artifacts/port.ts';
import { archivePass } from '../../../src/controllers/retention/archive-pass.ts';
import type { RetentionConfig, RetentionDeps } from '../../../src/controllers/retention/deps.ts';
import { erasePass } from '../../../src/controllers/retention/erase-pass.ts';
import { createRetentionMetrics } from '../../../src/controllers/retention/metrics.ts';
import { Pacer } from '../../../src/controllers/retention/pacer.ts';
import { FailureTracker } from '../../../src/controllers/retention/failure-tracker.ts';
import { jobPrefix } from '../../../src/domain/artifact-keys.ts';
import { serialiseJob } from '../../../src/domain/job-view.ts';
import { adJobKind } from '../../../src/domain/kinds.ts';
import { archivedAnnotation, cleanupFinalizer } from '../../../src/domain/labels.ts';
import { timestamp } from '../../../src/domain/timestamp.ts';
import { SqliteLedger } from '../../../src/ledger/sqlite-ledger.ts';
import type { AdJob, AdJobSpec, AdJobStatus } from '../../../src/schema/adjob.ts';
import type { ObjectKey } from '../../../src/objects/object-key.ts';
import { openSqliteStore, type SqliteStore } from '../../../src/store/sqlite-store.ts';
import { imageSpec } from '../pipeline/build-job.ts';
import { FakeClock } from '../time/fake-clock.ts';
import { loggerInto, type LogLine } from '../process/log-lines.ts';
import { MemoryArtifacts } from '../stores/memory-artifacts.ts';
import { temporaryFolder } from '../process/temporary-folder.ts';

const namespace = 'default';
const account = { namespace, name: 'acme' };
const credits = 5;

/** Returns the trackers of failures that one process keeps in memory. */
function failuresOf(deps: RetentionDeps): { archive: FailureTracker; erase: FailureTracker } {
  return { archive: new FailureTracker(deps), erase: new FailureTracker(deps) };
}

/** The retention controller with a real store and ledger, artifacts in memory and a clock that the test moves. */
export class RetentionRig {
  readonly clock = new FakeClock('2026-11-01T12:00:00Z');
  readonly store: SqliteStore;
  readonly ledger: SqliteLedger;
  readonly artifacts: ArtifactStore = new MemoryArtifacts(this.clock);
  readonly archive = new ArtifactArchive(this.artifacts);
  readonly logged: LogLine[] = [];
  readonly deps: RetentionDeps;
  readonly registry = new Registry();
  readonly #failures: ReturnType<typeof failuresOf>;
  readonly #folder = temporaryFolder();

  private constructor(config: Partial<RetentionConfig>) {
    const { path } = this.#folder;
    const { clock } = this;
    this.store = openSqliteStore({ file: join(path, 'objects.db'), clock });
    this.ledger = new SqliteLedger({ file: join(path, 'ledger.db'), clock });
    this.deps = {
      store: this.store,
      holds: this.ledger.audit,
      archive: this.archive,
      artifacts: this.artifacts,
      clock,
      logger: loggerInto(this.logged),
      metrics: createRetentionMetrics(this.registry),
      config: {
        namespace,
        ttlSeconds: 86_400,
        finishedJobsMax: 20_000,
        archiveSeconds: 30 * 86_400,
        deletionsPerSecond: Infinity,
        ...config,
      },
    };
    this.#failures = failuresOf(this.deps);
  }

  static async open(config: Partial<RetentionConfig> = {}): Promise<RetentionRig> {
    const rig = new RetentionRig(config);
    await rig.ledger.audit.begin('epoch-1');
    await rig.ledger.grant(account, { id: 'first', amount: 1_000_000 });
    return rig;
  }

  close(): void {
    this.store.close();
    this.ledger.close();
    this.#folder.remove();
  }

  /** Creates a running job with its request file. */
  async runningJob(change: Partial<AdJobSpec> = {}): Promise<ObjectKey> {
    const key = { namespace, name: uuidV7() };
    const origin = { kind: 'request', object: key, intent: '{}' } as const;
    await this.ledger.admit({ jobId: key.name, account, credits, seen: undefined, origin });
    const spec = imageSpec(change);
    const { metadata } = await this.store.create(adJobKind, {
      metadata: { ...key, finalizers: [cleanupFinalizer] },
      spec,
    });
    await this.ledger.bind(key.name, { ...key, uid: metadata.uid }, account);
    await this.artifacts.put(`${jobPrefix(key.name)}request.json`, Buffer.from('{}'));
    return key;
  }

  /** Writes the final status of a job. Its hold stays open. */
  async end(key: ObjectKey, change: AdJobStatus = {}): Promise<void> {
    const status: AdJobStatus = {
      phase: 'SUCCESS',
      jobId: key.name,
      credits: { required: credits, charged: credits },
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
