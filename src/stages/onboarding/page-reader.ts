import type { Findings } from './findings.ts';
import type { FetchDeps } from './fetch.ts';
import type { Page } from './page.ts';

/**
 * Outcome of reading a page. `isForwarded` is true if scripts of the page forward to another host: the findings are then
 * those of the other host alone. `isCut` is true if the page was still loading when its time was over. `why` is a clause without a full stop, for a note in the response of the job.
 */
export type PageReading =
  | { kind: 'read'; findings: Findings; isForwarded?: boolean; isCut?: boolean }
  /** The page shows a wall, such as an age gate or a bot check, instead of the content of the brand. */
  | { kind: 'blocked'; why: string }
  /** This reader cannot read the page. Another reader may be able to read it. */
  | { kind: 'failed'; why: string };

/**
 * Reads what a page says about a brand and its product.
 *
 * Guarantee: whatever a page contains, a reader does not throw, does not exceed its limits, and leaves no file or
 * process behind. The promise rejects only for bugs, and with the signal's reason if the signal aborts.
 */
export interface PageReader {
  read(page: Page, deps: FetchDeps): Promise<PageReading>;
}
