import type { AdminDeps } from '../deps.ts';
import { runOperation } from '../run-operation.ts';
import type { Viewer } from '../viewer.ts';
import { bulkOperations, type BulkAction } from './bulk-action.ts';
import { leaseMs, type Bulk, type BulkStore, type Progress } from './bulk-store.ts';

const atOnce = 8;
const reportEveryMs = 1_000;

type Deps = Pick<
  AdminDeps,
  'store' | 'jobs' | 'ledger' | 'archive' | 'artifacts' | 'auditLog' | 'clock' | 'logger' | 'newId'
>;

interface Run {
  bulk: Bulk;
  viewer: Viewer;
  progress: Progress;
  /** Aborts when the bulk action is over, or when this process has lost its claim. */
  stop: AbortController;
}

/**
 * Runs bulk actions in the background: one operation for each job, each with a row in the audit log.
 *
 * Guarantee: one process at a time runs a bulk action, and no operation runs again whose outcome is stored. Outcomes
 * are stored every second. After a crash, the operations of the last second are repeated when the action is continued: a
 * repeated cancellation or erasure changes nothing, a repeated replay sends the callback once more.
 */
export class BulkRunner {
  readonly #deps: Deps;
  readonly #bulks: BulkStore;
  readonly #running = new Set<Promise<void>>();
  readonly #process: string;

  constructor(deps: Deps, bulks: BulkStore) {
    this.#deps = deps;
    this.#bulks = bulks;
    this.#process = deps.newId();
  }

  /** Starts or continues a bulk action, unless it is running or finished. */
  async start(bulk: Bulk, jobIds: readonly string[], viewer: Viewer): Promise<void> {
    const { id } = bulk;
    if (!(await this.#bulks.claim(id, this.#process))) return;
    const progress = await this.#bulks.progress(id);
    if (progress.isFinished) {
      await this.#bulks.release(id, this.#process);
      return;
    }
    const running = this.#run({ bulk, viewer, progress, stop: new AbortController() }, jobIds)
      .catch((error: unknown) => {
        this.#deps.logger.error({ err: error, bulk: id }, 'bulk action stopped; it can be continued');
      })
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Waits until no bulk action runs in this process. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  async #run(run: Run, jobIds: readonly string[]): Promise<void> {
    const { bulk, progress, stop } = run;
    const left = jobIds.filter((jobId) => progress.outcomes[jobId] === undefined).values();
    const reports = this.#report(run);
    const isOwn = (): boolean => !stop.signal.aborted;
    await Promise.all(Array.from({ length: atOnce }, () => this.#work(run, left)));
    const isWhole = isOwn();
    stop.abort();
    await reports;
    if (!isWhole) return;
    await this.#bulks.putProgress(bulk.id, { ...progress, isFinished: true });
    await this.#bulks.release(bulk.id, this.#process);
  }

  async #work({ bulk, viewer, progress, stop }: Run, left: Iterator<string>): Promise<void> {
    for (let next = left.next(); next.done !== true && !stop.signal.aborted; next = left.next())
      progress.outcomes[next.value] = await this.#outcomeOf(next.value, bulk, viewer);
  }

  async #outcomeOf(jobId: string, bulk: Bulk, viewer: Viewer): Promise<string> {
    const { id, action, reason: given } = bulk;
    const reason = [given, `(bulk action ${id})`].filter((part) => part !== '').join(' ');
    try {
      const outcome = await runFor(action, jobId, { deps: this.#deps, viewer, reason });
      return 'code' in outcome ? outcome.code : outcome.kind;
    } catch (error) {
      this.#deps.logger.warn({ err: error, jobId, bulk: id }, 'operation of a bulk action failed');
      return 'failed';
    }
  }

  /** Stores the progress and extends the claim every second. Stops the work once the claim is lost. */
  async #report({ bulk: { id }, progress, stop }: Run): Promise<void> {
    const { clock, logger } = this.#deps;
    let heldMs = clock.monotonicMs();
    for (;;) {
      await clock.sleep(reportEveryMs, stop.signal);
      if (stop.signal.aborted) return;
      try {
        if (!(await this.#bulks.renew(id, this.#process))) break;
        await this.#bulks.putProgress(id, progress);
        heldMs = clock.monotonicMs();
      } catch (error) {
        logger.warn({ err: error, bulk: id }, 'failed to store the progress of a bulk action; retrying');
        if (clock.monotonicMs() - heldMs >= leaseMs) break;
      }
    }
    logger.warn({ bulk: id }, 'lost the claim on a bulk action; it can be continued');
    stop.abort();
  }
}

function runFor(action: BulkAction, jobId: string, parts: { deps: Deps; viewer: Viewer; reason: string }) {
  switch (action) {
    case 'cancel':
      return runOperation(bulkOperations.cancel, { jobId }, parts);
    case 'replay':
      return runOperation(bulkOperations.replay, { jobId }, parts);
    case 'erase':
      return runOperation(bulkOperations.erase, { jobId }, parts);
  }
}
