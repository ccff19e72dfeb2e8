import type { Findings } from './found.ts';
import type { FetchDeps } from './fetch.ts';
import type { Page } from './page.ts';

/** Outcome of reading a page. `why` is a clause without a full stop, for a note in the response of the job. */
export type PageReading =
  | { kind: 'read'; findings: Findings }
  /** The page shows a wall, such as an age gate or a bot check, instead of the content of the brand. */
  | { kind: 'blocked'; why: string }
  /** The reader cannot read this page. Another reader may. */
  | { kind: 'failed'; why: string };

/**
 * Reads what a page says about a brand and its product.
 *
 * Guarantee: no content of a page makes a reader throw, use more than its limits, or leave anything behind. Rejects only
 * if the signal aborts, with its reason, and for bugs.
 */
export interface PageReader {
  read(page: Page, deps: FetchDeps): Promise<PageReading>;
}
