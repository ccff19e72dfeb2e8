import type { CheerioAPI } from 'cheerio/slim';
import type { Logger } from 'pino';
import { EgressError, type Egress, type Fetched, type FetchLimits } from '../../egress/port.ts';
import { decodeText } from './charset.ts';
import type { Sheet } from './css/parse-sheet.ts';
import type { Page, PageRole } from './page.ts';
import { absoluteUrl } from './text.ts';

export interface GatherDeps {
  egress: Egress;
  signal: AbortSignal;
  logger: Pick<Logger, 'debug'>;
}

const pageLimits: FetchLimits = {
  bytesMax: 5 * 1024 * 1024,
  timeoutMs: 15_000,
  accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5',
};
const sheetLimits: FetchLimits = { bytesMax: 1024 * 1024, timeoutMs: 6_000, accept: 'text/css,*/*;q=0.1' };
const manifestLimits: FetchLimits = {
  bytesMax: 128 * 1024,
  timeoutMs: 4_000,
  accept: 'application/manifest+json,*/*;q=0.5',
};
const logoLimits: FetchLimits = { bytesMax: 1024 * 1024, timeoutMs: 5_000, accept: 'image/*' };
const importsMax = 3;

/** A page that is not one: what answered is something else. */
class NotAPage extends Error {}

export interface PageWish {
  role: PageRole;
  /** The field of the request it comes from, as REST names it. */
  field: string;
  url: string;
}

export type Gathered = { kind: 'page'; page: Page } | { kind: 'left-out'; note: string };

/** The page alone, parsed. What keeps it from being read becomes a note that names field, host and reason. */
export async function fetchPage(wish: PageWish, deps: GatherDeps): Promise<Gathered> {
  try {
    const [fetched, { parseDocument }, { baseOf }] = await Promise.all([
      deps.egress.fetch(wish.url, pageLimits, deps.signal),
      import('./document.ts'),
      import('./page.ts'),
    ]);
    const $ = parseDocument(htmlOf(fetched));
    if ($('body *, head > meta, title').length === 0) throw new NotAPage('it is an empty page');
    const url = new URL(fetched.url);
    const base = baseOf($, url);
    return { kind: 'page', page: { role: wish.role, url, base, $, styles: undefined, manifest: undefined } };
  } catch (error) {
    return { kind: 'left-out', note: noteOf(wish, error, deps.signal) };
  }
}

function htmlOf({ bytes, contentType }: Fetched): string {
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (type !== '' && !/html|xml$|^text\/plain$/.test(type)) throw new NotAPage('it is not a web page');
  const text = decodeText(bytes, contentType);
  if (!/<[a-z!?]/i.test(text.slice(0, 4_096))) throw new NotAPage('it is not a web page');
  return text;
}

function noteOf({ field, url }: PageWish, error: unknown, signal: AbortSignal): string {
  signal.throwIfAborted();
  const host = URL.parse(url)?.host ?? 'an unreadable address';
  if (error instanceof NotAPage) return `${field} at ${host} was left out: ${error.message}.`;
  if (!(error instanceof EgressError)) throw error;
  const reason = error.host === host ? error.sentence.slice(host.length + 2) : error.sentence;
  return `${field} at ${host} was left out: ${reason}.`;
}

/** Undefined where it cannot be had: nobody misses a stylesheet by name. */
async function fetchQuietly(url: string, limits: FetchLimits, deps: GatherDeps): Promise<Fetched | undefined> {
  try {
    return await deps.egress.fetch(url, limits, deps.signal);
  } catch (error) {
    deps.signal.throwIfAborted();
    if (!(error instanceof EgressError)) throw error;
    deps.logger.debug({ url, reason: error.sentence }, 'left out');
    return undefined;
  }
}

/** The page with its stylesheets and manifest. */
export async function dress(page: Page, deps: GatherDeps): Promise<Page> {
  const [styles, manifest] = await Promise.all([stylesOf(page, deps), manifestOf(page, deps)]);
  return { ...page, styles, manifest };
}

async function stylesOf({ $, base }: Page, deps: GatherDeps): Promise<Page['styles']> {
  const { chooseSheets } = await import('./css/choose-sheets.ts');
  const sources = chooseSheets($, base);
  const [sheets, { Styles }] = await Promise.all([
    Promise.all(
      sources.map((source) =>
        source.kind === 'inline' ? inlineSheets(source.css, base, deps) : linkedSheets(source.url, deps),
      ),
    ),
    import('./css/styles.ts'),
  ]);
  return new Styles(sheets.flat(), base, (element) => $(element));
}

async function inlineSheets(css: string, base: URL, deps: GatherDeps): Promise<Sheet[]> {
  const { parseSheet } = await import('./css/parse-sheet.ts');
  return withImports(parseSheet(css, base), deps);
}

async function linkedSheets(url: string, deps: GatherDeps): Promise<Sheet[]> {
  const [fetched, { parseSheet }] = await Promise.all([
    fetchQuietly(url, sheetLimits, deps),
    import('./css/parse-sheet.ts'),
  ]);
  if (fetched === undefined || /html/i.test(fetched.contentType ?? '')) return [];
  return withImports(parseSheet(decodeText(fetched.bytes, fetched.contentType), new URL(fetched.url)), deps);
}

/** One level deep: what is imported stands before what imports it; further imports are not followed. */
async function withImports(sheet: Sheet, deps: GatherDeps): Promise<Sheet[]> {
  if (sheet.imports.length === 0) return [sheet];
  const { parseSheet } = await import('./css/parse-sheet.ts');
  const imported = await Promise.all(
    sheet.imports.slice(0, importsMax).map(async (url) => {
      const fetched = await fetchQuietly(url, sheetLimits, deps);
      if (fetched === undefined) return [];
      return [parseSheet(decodeText(fetched.bytes, fetched.contentType), new URL(fetched.url))];
    }),
  );
  return [...imported.flat(), sheet];
}

function manifestUrl($: CheerioAPI, base: URL): string | undefined {
  return absoluteUrl($('link[rel~="manifest"]').first().attr('href'), base);
}

async function manifestOf({ $, base }: Page, deps: GatherDeps): Promise<Page['manifest']> {
  const url = manifestUrl($, base);
  const fetched = url === undefined ? undefined : await fetchQuietly(url, manifestLimits, deps);
  if (fetched === undefined) return undefined;
  try {
    const json: unknown = JSON.parse(decodeText(fetched.bytes, fetched.contentType));
    return { json, url: new URL(fetched.url) };
  } catch {
    return undefined;
  }
}

export async function fetchLogo(url: string, deps: GatherDeps): Promise<Buffer | undefined> {
  return (await fetchQuietly(url, logoLimits, deps))?.bytes;
}
