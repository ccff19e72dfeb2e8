import type { Logger } from 'pino';
import { bareHost } from '../../../domain/urls.ts';
import { blockedBy } from '../blocked-pages.ts';
import { parseDocument } from '../document.ts';
import { extractors } from '../extract/extractors.ts';
import { letterCount, pageText } from '../extract/visible-text.ts';
import type { FetchDeps } from '../fetch.ts';
import { openPage } from '../open-page.ts';
import type { Page } from '../page.ts';
import type { PageReader, PageReading } from '../page-reader.ts';
import { joined } from '../findings.ts';
import { readPage } from '../read-page.ts';
import type { PageFacts } from '../browser/facts.ts';
import type { OpenBrowser } from '../browser/launch.ts';
import { PaintError, paintPage, type PaintedPage } from '../browser/paint-page.ts';
import { paintedFindings } from '../browser/painted-findings.ts';
import { logoToPaint, rankPaintedLogos } from '../browser/painted-logos.ts';

/**
 * Minimum number of letters of text in the HTML source of a page. A page with fewer letters probably gets its text from
 * its scripts, so the HTML that the scripts have written is read too.
 */
const lettersMin = 300;

export interface BrowserReaderOptions {
  open: OpenBrowser;
  /** Time limit in milliseconds for one page. */
  timeoutMs: number;
  /** Paints a page. The evaluation of the reader replaces it by one that keeps what was painted. */
  paint?: typeof paintPage;
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
      const logoOf = (facts: PageFacts, isBrowserOnly: (url: string) => boolean) =>
        logoToPaint(rankPaintedLogos(facts, page), isBrowserOnly);
      const options = { ...this.#options, egress, signal, logger, document: page.response, logoOf };
      const painting = this.#painted.get(page.url.href) ?? (this.#options.paint ?? paintPage)(options);
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

async function readingOf(requested: Page, painted: PaintedPage, logger: Pick<Logger, 'warn'>): Promise<PageReading> {
  const isForwarded = bareHost(painted.url) !== bareHost(requested.url);
  // The source of a page with text of its own is read by the reader of the source.
  const needsScripts = isForwarded || letterCount(pageText(requested.$)) < lettersMin;
  const written = needsScripts ? writtenPage(requested, painted) : undefined;
  const page = isForwarded ? written : requested;
  if (page === undefined) return { kind: 'failed', why: 'the URL forwards to a page without content' };
  const overlay = overlayWall(page, painted);
  if (overlay !== undefined) return { kind: 'blocked', why: overlay };
  const wall = writtenWall(page, painted);
  // A wall that the scripts of such a page have written blocks only the browser.
  if (wall !== undefined) return { kind: needsScripts ? 'blocked' : 'failed', why: wall };
  const findings = written !== undefined ? [readPage(written, extractors, logger).findings] : [];
  return {
    kind: 'read',
    findings: joined([await paintedFindings(painted, page), ...findings]),
    isForwarded,
    isCut: painted.isCut,
  };
}

/** Returns why an overlay that covers the painted page blocks readers, for example an age gate. */
function overlayWall({ url }: Page, { facts: { wall } }: PaintedPage): string | undefined {
  return wall === '' ? undefined : blockedBy({ url, $: parseDocument(`<body>${escaped(wall)}</body>`) });
}

/** Returns why the page that the scripts have written blocks readers, for example by a bot check. */
function writtenWall({ url }: Page, { html, facts: { title } }: PaintedPage): string | undefined {
  return blockedBy({ url, $: parseDocument(`<title>${escaped(title)}</title>${html}`) });
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** Returns the page as its scripts have written it, at the URL to which they may have forwarded. */
function writtenPage({ response, role, readAt }: Page, { url, html }: PaintedPage): Page | undefined {
  const contentType = 'text/html; charset=utf-8';
  return openPage({ ...response, url: url.href, contentType, bytes: Buffer.from(html) }, role, readAt);
}
