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
  const overlay = overlayWall(page, painted);
  if (overlay !== undefined) return { kind: 'blocked', why: overlay };
  const wall = writtenWall(page, painted);
  if (wall !== undefined) return { kind: hasText(page) ? 'failed' : 'blocked', why: wall };
  const findings = joined([await paintedFindings(painted, page), writtenByScripts(page, painted, logger)]);
  return { kind: 'read', findings };
}

/** Returns why an overlay that covers the painted page blocks readers, for example an age gate. */
function overlayWall({ url }: Page, { facts: { wall } }: PaintedPage): string | undefined {
  return wall === '' ? undefined : blockedBy({ url, $: parseDocument(`<body>${escaped(wall)}</body>`) });
}

/**
 * Returns why the page that the scripts have written blocks readers, for example by a bot check. If the HTML source of
 * the page has text of its own, only the browser is blocked: the source is the page of the brand.
 */
function writtenWall({ url }: Page, { html, facts: { title } }: PaintedPage): string | undefined {
  return blockedBy({ url, $: parseDocument(`<title>${escaped(title)}</title>${html}`) });
}

/** Reports whether the HTML source of a page contains enough text, so that its scripts need not write the page. */
function hasText(page: Page): boolean {
  return letterCount(pageText(page.$)) >= lettersMin;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/**
 * Runs the extractors on the HTML that the scripts of a page have written. Returns no findings if the source of the
 * page contains enough text itself.
 */
function writtenByScripts(page: Page, { html }: PaintedPage, logger: Pick<Logger, 'warn'>): Partial<PageFindings> {
  if (hasText(page)) return {};
  const response = { ...page.response, contentType: 'text/html; charset=utf-8', bytes: Buffer.from(html) };
  const rendered = openPage(response, page.role);
  return rendered === undefined ? {} : readPage(rendered, extractors, logger).findings;
}

type PageFindings = ReturnType<typeof joined>;
