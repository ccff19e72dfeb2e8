import type { AdminDeps } from '../deps.ts';
import { runOperation } from '../run-operation.ts';
import type { Viewer } from '../viewer.ts';
import { bulkOperations, type BulkAction } from './bulk-action.ts';
import { mayRunBulk, type Bulk, type Progress } from './bulk-record.ts';
import { leaseMs, type BulkStore } from './bulk-store.ts';

const atOnce = 8;
const reportEveryMs = 1_000;

type Deps = Pick<
  AdminDeps,
  | 'store'
  | 'jobs'
  | 'ledger'
  | 'archive'
  | 'artifacts'
  | 'auditLog'
  | 'clock'
  | 'logger'
  | 'newId'
  | 'background'
  | 'stopping'
>;

/** The person who runs a bulk action. */
export interface Running {
  viewer: Viewer;
  /** Identifies the person again. Returns undefined if the session has ended or the person may do less. */
  viewerNow: () => Promise<Viewer | undefined>;
}

interface Run extends Running {
  bulk: Bulk;
  jobIds: readonly string[];
  progress: Progress;
  stop: AbortController;
  /** Aborts when the bulk action is over, or when it must stop. */
  over: AbortSignal;
}

/**
 * Runs bulk actions in the background: one operation for each job, each with a row in the audit log.
 *
 * Guarantee: one process at a time runs a bulk action, and no operation runs again whose outcome is stored. Outcomes
 * are stored every second. After a crash, the operations of the last second are repeated when the action is continued: a
 * repeated cancellation or erasure changes nothing, a repeated replay sends the callback once more. When the process
 * stops, it finishes the operations that it has begun and stores their outcomes, so none is repeated.
 */
export class BulkRunner {
  readonly #deps: Deps;
  readonly #bulks: BulkStore;
  readonly #process: string;

  constructor(deps: Deps, bulks: BulkStore) {
    this.#deps = deps;
    this.#bulks = bulks;
    this.#process = deps.newId();
  }

  /** Starts or continues a bulk action, unless it is running or finished. */
  async start(bulk: Bulk, jobIds: readonly string[], by: Running): Promise<void> {
    const { id } = bulk;
    const { background, stopping } = this.#deps;
    if (stopping.aborted || !(await this.#bulks.claim(id, this.#process))) return;
    const { outcomes, isFinished } = await this.#bulks.progress(id);
    if (isFinished) {
      await this.#bulks.release(id, this.#process);
      return;
    }
    const stop = new AbortController();
    const over = AbortSignal.any([stop.signal, stopping]);
    background.run(() => this.#run({ ...by, bulk, jobIds, progress: { outcomes, isFinished }, stop, over }));
  }

  async #run(run: Run): Promise<void> {
    const { id } = run.bulk;
    const { logger } = this.#deps;
    try {
      const reports = this.#report(run);
      const left = run.jobIds.filter((jobId) => run.progress.outcomes[jobId] === undefined).values();
      await Promise.all(Array.from({ length: atOnce }, () => this.#work(run, left)));
      run.stop.abort();
      await reports;
      await this.#end(run);
    } catch (error) {
      logger.error({ err: error, bulk: id }, 'bulk action stopped; it can be continued');
    }
  }

  async #work(run: Run, left: Iterator<string>): Promise<void> {
    const { progress, over } = run;
    while (!over.aborted) {
      const next = left.next();
      if (next.done === true) return;
      progress.outcomes[next.value] = await this.#outcomeOf(next.value, run);
    }
  }

  async #outcomeOf(jobId: string, { bulk, viewer }: Run): Promise<string> {
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

  /** Stores the last progress and ends the claim. Stores nothing if another process has the claim. */
  async #end({ bulk: { id }, jobIds, progress }: Run): Promise<void> {
    const isFinished = jobIds.every((jobId) => progress.outcomes[jobId] !== undefined);
    if (!(await this.#bulks.renew(id, this.#process))) {
      this.#deps.logger.warn({ bulk: id }, 'lost the claim on a bulk action; it can be continued');
      return;
    }
    await this.#bulks.putProgress(id, { ...progress, isFinished });
    await this.#bulks.release(id, this.#process);
  }

  /**
   * Every second, extends the claim, checks the rights of the person and stores the progress. Stops the work once the
   * claim or a right is lost.
   */
  async #report(run: Run): Promise<void> {
    const { clock, logger } = this.#deps;
    const { bulk, progress, stop, over } = run;
    let heldMs = clock.monotonicMs();
    for (;;) {
      await clock.sleep(reportEveryMs, over);
      if (over.aborted) return;
      try {
        if (!(await this.#bulks.renew(bulk.id, this.#process))) stop.abort();
        else if (await hasRights(run)) await this.#bulks.putProgress(bulk.id, progress);
        else {
          progress.isRightLost = true;
          stop.abort();
        }
        heldMs = clock.monotonicMs();
      } catch (error) {
        logger.warn({ err: error, bulk: bulk.id }, 'failed to store the progress of a bulk action; retrying');
        if (clock.monotonicMs() - heldMs >= leaseMs) stop.abort();
      }
    }
  }
}

/** Takes over the rights that the person has now. Returns false if they do not suffice for the action any more. */
async function hasRights(run: Run): Promise<boolean> {
  const now = await run.viewerNow();
  if (now === undefined || !mayRunBulk(run.bulk, now)) return false;
  // The connection of the request may be closed, so the source stays.
  run.viewer = { ...run.viewer, actor: now.actor, session: now.session };
  return true;
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
