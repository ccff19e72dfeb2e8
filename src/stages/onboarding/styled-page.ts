import type { CheerioAPI } from 'cheerio/slim';
import type { Fetched, FetchLimits } from '../../egress/port.ts';
import { decodeData, decodeSheet, pageEncoding } from './charset.ts';
import { chooseSheets, type StyleSource } from './css/choose-sheets.ts';
import { parseSheet, type Sheet } from './css/parse-sheet.ts';
import { Styles } from './css/styles.ts';
import { fetchQuietly, type FetchDeps } from './fetch.ts';
import type { Page } from './page.ts';
import { absoluteUrl } from './text.ts';

const sheetLimits: FetchLimits = { bytesMax: 1024 * 1024, timeoutMs: 6_000, accept: 'text/css,*/*;q=0.1' };
const manifestLimits: FetchLimits = {
  bytesMax: 128 * 1024,
  timeoutMs: 4_000,
  accept: 'application/manifest+json,*/*;q=0.5',
};
const importsMax = 3;

export async function styledPage(page: Page, deps: FetchDeps): Promise<Page> {
  const [styles, manifest] = await Promise.all([stylesOf(page, deps), manifestOf(page, deps)]);
  return { ...page, styles, manifest };
}

/** What the stylesheets of a page are read with. `encoding` is that of the page. */
interface SheetDeps extends FetchDeps {
  encoding: string;
}

async function stylesOf({ $, base, response }: Page, fetchDeps: FetchDeps): Promise<Page['styles']> {
  const { sources, spares } = chooseSheets($, base);
  const deps = { ...fetchDeps, encoding: pageEncoding(response.bytes, response.contentType) };
  const read = (source: StyleSource): Promise<Sheet[] | undefined> =>
    source.kind === 'inline' ? withImports(parseSheet(source.css, base), deps) : linkedSheets(source.url, deps);
  const wanted = sources.filter((source) => !spares.includes(source));
  const sheets = new Map<StyleSource, Sheet[] | undefined>();
  const readAll = async (some: StyleSource[]): Promise<void> => {
    await Promise.all(some.map(async (source) => sheets.set(source, await read(source))));
  };
  await readAll(wanted);
  const missing = wanted.filter((source) => sheets.get(source) === undefined).length;
  await readAll(spares.slice(0, missing));
  const inOrder = sources.flatMap((source) => sheets.get(source) ?? []);
  return new Styles(inOrder, base, (element) => $(element));
}

/**
 * Returns the stylesheet at a URL, after the stylesheets that it imports. Returns undefined if the file cannot be
 * fetched or is HTML.
 */
async function linkedSheets(url: string, deps: SheetDeps): Promise<Sheet[] | undefined> {
  const fetched = await fetchQuietly(url, sheetLimits, deps);
  if (fetched === undefined || /html/i.test(fetched.contentType ?? '')) return undefined;
  return withImports(sheetOf(fetched, deps), deps);
}

function sheetOf({ bytes, contentType, url }: Fetched, { encoding }: SheetDeps): Sheet {
  return parseSheet(decodeSheet(bytes, contentType, encoding), new URL(url));
}

/**
 * Returns the imported stylesheets first, which is their order in the CSS cascade. Imports in the imported stylesheets
 * are ignored.
 */
async function withImports(sheet: Sheet, deps: SheetDeps): Promise<Sheet[]> {
  if (sheet.imports.length === 0) return [sheet];
  const imported = await Promise.all(
    sheet.imports.slice(0, importsMax).map(async (url) => {
      const fetched = await fetchQuietly(url, sheetLimits, deps);
      if (fetched === undefined) return [];
      return [sheetOf(fetched, deps)];
    }),
  );
  return [...imported.flat(), sheet];
}

function manifestUrl($: CheerioAPI, base: URL): string | undefined {
  return absoluteUrl($('link[rel~="manifest"]').first().attr('href'), base);
}

async function manifestOf({ $, base }: Page, deps: FetchDeps): Promise<Page['manifest']> {
  const url = manifestUrl($, base);
  const fetched = url === undefined ? undefined : await fetchQuietly(url, manifestLimits, deps);
  if (fetched === undefined) return undefined;
  try {
    const json: unknown = JSON.parse(decodeData(fetched.bytes, fetched.contentType));
    return { json, url: new URL(fetched.url) };
  } catch {
    return undefined;
  }
}
