import { isLedgerError } from '../../ledger/port.ts';
import { NotLeadingError } from '../../runtime/fenced-store.ts';
import { isStoreError } from '../../store/port.ts';
import type { RetentionDeps } from './deps.ts';

/** What is wrong with one job is told of so many, then counted: a store that is away would fill the log. */
const toldMax = 10;

/** Keeps what fails with one job from stopping the rest. */
export class Failures {
  readonly #logger: RetentionDeps['logger'];
  #count = 0;

  constructor(logger: RetentionDeps['logger']) {
    this.#logger = logger;
  }

  /** Undefined where it failed. Throws what would fail with every other job as well. */
  async contain<R>(jobId: string, work: () => Promise<R>): Promise<R | undefined> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof NotLeadingError || isStoreError(error, 'Unavailable') || isLedgerError(error)) throw error;
      this.#count += 1;
      if (this.#count <= toldMax) this.#logger.warn({ err: error, jobId }, 'a finished job could not be taken away');
      return undefined;
    }
  }

  tellRest(): void {
    const untold = this.#count - toldMax;
    if (untold > 0) this.#logger.warn({ jobs: untold }, 'more finished jobs could not be taken away');
  }
}
