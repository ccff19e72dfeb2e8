import type { Logger } from 'pino';
import { blockedBy } from '../blocked-pages.ts';
import { parseDocument } from '../document.ts';
import { extractors } from '../extract/extractors.ts';
import { letterCount, pageText } from '../extract/visible-text.ts';
import type { FetchDeps } from '../fetch.ts';
import { openPage } from '../open-page.ts';
import type { Page } from '../page.ts';
import type { PageReader, PageReading } from '../page-reader.ts';
import { joined, readPage } from '../read-page.ts';
import type { OpenBrowser } from './launch.ts';
import { PaintError, paintPage, type PaintedPage } from './paint-page.ts';
import { paintedFindings } from './painted-findings.ts';

/**
 * Minimum number of letters of text in the HTML source of a page. A page with fewer letters probably gets its text from
 * its scripts, so the HTML that the scripts have written is read too.
 */
const lettersMin = 300;

export interface BrowserReaderOptions {
  open: OpenBrowser;
  /** Time limit in milliseconds for one page. */
  timeoutMs: number;
}

/** Reads the pages of one job as a browser paints them. A separate browser process is started for each page. */
export class BrowserReader implements PageReader {
  readonly #options: BrowserReaderOptions;
  /** Painted pages by URL, so that a page of both the brand and the product is painted only once. */
  readonly #painted = new Map<string, Promise<PaintedPage>>();

  constructor(options: BrowserReaderOptions) {
    this.#options = options;
  }

  async read(page: Page, { egress, signal, logger }: FetchDeps): Promise<PageReading> {
    try {
      const options = { ...this.#options, egress, signal, logger, document: page.response };
      const painting = this.#painted.get(page.url.href) ?? paintPage(options);
      this.#painted.set(page.url.href, painting);
      return await readingOf(page, await painting, logger);
    } catch (error) {
      signal.throwIfAborted();
      logger.warn({ err: error, url: page.url.href }, 'the browser could not read a page; using its source only');
      return {
        kind: 'failed',
        why: error instanceof PaintError ? error.message : 'the browser could not read the page',
      };
    }
  }
}

async function readingOf(page: Page, painted: PaintedPage, logger: Pick<Logger, 'warn'>): Promise<PageReading> {
  const why = wallOf(page, painted);
  if (why !== undefined) return { kind: 'blocked', why };
  const findings = joined([await paintedFindings(painted, page), writtenByScripts(page, painted, logger)]);
  return { kind: 'read', findings };
}

/**
 * Returns why the painted page blocks readers, for example by a bot check or an age gate; undefined if it does not.
 * Checks the text of overlays that cover the page, and the HTML that the scripts of the page have written.
 */
function wallOf({ url }: Page, { html, facts: { wall, title } }: PaintedPage): string | undefined {
  const overlay = wall === '' ? undefined : blockedBy({ url, $: parseDocument(`<body>${escaped(wall)}</body>`) });
  const titled = `<title>${escaped(title)}</title>${html}`;
  return overlay ?? blockedBy({ url, $: parseDocument(titled) });
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/**
 * Runs the extractors on the HTML that the scripts of a page have written. Returns no findings if the source of the
 * page contains enough text itself.
 */
function writtenByScripts(page: Page, { html }: PaintedPage, logger: Pick<Logger, 'warn'>): Partial<PageFindings> {
  if (letterCount(pageText(page.$)) >= lettersMin) return {};
  const response = { ...page.response, contentType: 'text/html; charset=utf-8', bytes: Buffer.from(html) };
  const rendered = openPage(response, page.role);
  return rendered === undefined ? {} : readPage(rendered, extractors, logger).findings;
}

type PageFindings = ReturnType<typeof joined>;
