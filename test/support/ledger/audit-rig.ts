import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createAudit, type AuditController } from '../../../src/controllers/audit/controller.ts';
import type { AuditDeps } from '../../../src/controllers/audit/deps.ts';
import { createAuditMetrics } from '../../../src/controllers/audit/metrics.ts';
import { adJobKind } from '../../../src/domain/kinds.ts';
import { isTerminal } from '../../../src/domain/terminal.ts';
import { timestamp } from '../../../src/domain/timestamp.ts';
import { keyText, type ObjectKey } from '../../../src/objects/object-key.ts';
import type { AdJob, AdJobStatus } from '../../../src/schema/adjob.ts';
import { Installation } from '../installation/installation.ts';
import { acme, createAccount, createBoundJob, price } from '../installation/objects.ts';
import { imageSpec } from '../pipeline/build-job.ts';
import { temporaryFolder } from '../process/temporary-folder.ts';
import { until } from '../process/until.ts';
import { FakeClock } from '../time/fake-clock.ts';

export const minute = 60_000;

/** The audit controller with a job cache that the rig updates and a clock that the test moves. */
export class AuditRig {
  readonly clock = new FakeClock('2026-11-01T12:00:00Z');
  readonly cache = new Map<string, AdJob>();
  readonly toBeClosed: ObjectKey[] = [];
  readonly #home = new Installation({ clock: this.clock, folder: temporaryFolder() });
  readonly store = this.#home.store;
  readonly ledger = this.#home.ledger;
  readonly registry = this.#home.registry;
  readonly lines = this.#home.lines;
  readonly deps: AuditDeps = {
    ...{ store: this.store, ledger: this.ledger, clock: this.clock, logger: this.#home.logger },
    jobs: {
      get: (key) => this.cache.get(keyText(key)),
      openJobs: () => this.cache.values().filter((job) => !isTerminal(job)),
      all: () => this.cache.values(),
      isComplete: () => true,
    },
    closeHold: (key) => void this.toBeClosed.push(key),
    metrics: createAuditMetrics(this.registry),
  };
  #audit: { controller: AuditController; stop: AbortController } | undefined;

  static async open(): Promise<AuditRig> {
    const rig = new AuditRig();
    await rig.ledger.audit.begin('epoch-1');
    await rig.ledger.grant(acme, { id: 'first', amount: 1_000 });
    await createAccount(rig);
    return rig;
  }

  async close(): Promise<void> {
    this.#audit?.stop.abort();
    await this.#audit?.controller.drain();
    this.#home.close();
  }

  /**
   * Runs one pass of the audit. The first pass runs at once; before each later pass, the clock moves by a minute.
   * Resolves when the pass has ended.
   */
  async pass(change: Partial<AuditDeps> = {}): Promise<void> {
    if (this.#audit === undefined) {
      const stop = new AbortController();
      this.#audit = { controller: createAudit({ ...this.deps, ...change }), stop };
      this.#audit.controller.start(stop.signal);
    } else await this.clock.advance(minute);
    await until(() => this.clock.sleeping > 0);
  }

  /** Runs one pass of the audit per minute. */
  async passes(minutes: number): Promise<void> {
    for (let n = 0; n < minutes; n += 1) await this.pass();
  }

  /** Creates an AdJob that is admitted and whose hold is bound to it. */
  async job(status: AdJobStatus = {}): Promise<AdJob> {
    const { metadata } = await createBoundJob(this, imageSpec(), []);
    return this.write(metadata, { phase: 'PROCESSING', jobId: metadata.name, credits: { required: price }, ...status });
  }

  /** Writes the status of an admitted job to the store and to the cache. */
  async write(key: ObjectKey, status: AdJobStatus): Promise<AdJob> {
    const lastTransitionTime = timestamp(this.clock.now());
    const admitted = { type: 'Admitted', status: 'True', reason: 'Admitted', message: '', lastTransitionTime } as const;
    const conditions = [admitted];
    const job = await this.store.patchStatus(adJobKind, key, { status: { conditions, ...status } });
    this.cache.set(keyText(job.metadata), job);
    return job;
  }

  finish(job: AdJob, phase: 'SUCCESS' | 'FAILED'): Promise<AdJob> {
    return this.write(job.metadata, { phase, completionTime: timestamp(this.clock.now()) });
  }

  /** Deletes the AdJob from the store and from the cache. */
  async remove({ metadata }: AdJob): Promise<void> {
    await this.store.delete(adJobKind, metadata);
    this.cache.delete(keyText(metadata));
  }

  /** Runs SQL on the ledger's database file, to cause damage that no ledger call can cause. */
  tamper(sql: string): void {
    const database = new DatabaseSync(join(this.#home.path, 'ledger.db'));
    database.exec(sql);
    database.close();
  }

  /** Deletes the job's ledger entry and its hold. */
  loseEntry({ metadata: { name } }: AdJob): void {
    this.tamper(`DELETE FROM entries WHERE job_id = '${name}'; UPDATE accounts SET reserved = reserved - ${price}`);
  }

  corrected(): Promise<Record<string, number>> {
    return this.#values('adwright_ledger_audit_corrections_total');
  }

  /** Returns the corrections under the former name of their metric. */
  mended(): Promise<Record<string, number>> {
    return this.#values('adwright_ledger_audit_mended_total');
  }

  findings(): Promise<Record<string, number>> {
    return this.#values('adwright_ledger_audit_findings');
  }

  /** Returns the values of a metric by the label `kind`, without zeros. */
  async #values(name: string): Promise<Record<string, number>> {
    const metric = await this.registry.getSingleMetric(name)?.get();
    const present = metric?.values.filter(({ value }) => value !== 0) ?? [];
    return Object.fromEntries(present.map(({ labels, value }) => [String(labels['kind']), value]));
  }
}
