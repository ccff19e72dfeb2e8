import type { Clock } from '../../clock/port.ts';
import { systemClock } from '../../clock/system-clock.ts';
import type { BrandExtract } from '../../schema/brand.ts';
import { leftOut, noteLines } from '../../domain/notes.ts';
import { isPictureDataUrl } from '../../studio/pictures/picture-data-url.ts';
import { hostOf } from '../../domain/urls.ts';
import { blockedBy, hasWords } from './blocked-pages.ts';
import { fetchPage, type Answer, type FetchDeps } from './fetch.ts';
import { joined, type Findings } from './findings.ts';
import { merge, type Reading } from './merge.ts';
import { metaRefresh } from './meta-refresh.ts';
import type { PageReader, PageReading } from './page-reader.ts';
import { openPage } from './open-page.ts';
import { sourceReader } from './readers/source.ts';
import type { Page } from './page.ts';
import { foldText } from './text.ts';
import { unfetched, type UnreadPage } from './unread-page.ts';

/**
 * Dependencies of reading a brand. `browser` reads pages as a browser paints them; undefined if no browser is usable.
 * `clock` tells which prices are valid now; the clock of the system if undefined.
 */
export type ExtractDeps = FetchDeps & { browser?: PageReader | undefined; clock?: Pick<Clock, 'now'> | undefined };

/**
 * Returns the brand found on the web pages, and the pages that could not be read. `extract` is undefined if no page
 * could be read.
 */
export async function extractBrand(
  answers: Answer[],
  deps: ExtractDeps,
): Promise<{ extract: BrandExtract | undefined; unread: UnreadPage[] }> {
  const { readings, unread, notes } = await readPages(answers, deps);
  return { extract: extractOf(readings, notes), unread };
}

/** Returns the brand of pages that were read; undefined without any. The first page is that of the brand's identity. */
export function extractOf(readings: Reading[], notes: string[]): BrandExtract | undefined {
  const [identity] = readings;
  return identity && merge([identity], readings, notes);
}

/** Reads the pages. `notes` are for the response of the job. */
export async function readPages(
  answers: Answer[],
  deps: ExtractDeps,
): Promise<{ readings: Reading[]; unread: UnreadPage[]; notes: string[] }> {
  const readings: Reading[] = [];
  const unread: UnreadPage[] = [];
  const besides: string[] = [];
  for (const answer of answers) {
    const read = await readAnswer(answer, readings.length === 0, deps);
    if ('reason' in read) unread.push(read);
    else readings.push(read);
    if ('note' in read) besides.push(read.note);
  }
  const notes = noteLines([
    ...unread.map(({ page: { field, url }, why }) => leftOut({ name: field, url }, why)),
    ...besides,
  ]);
  return { readings, unread, notes };
}

/**
 * Combined findings of the readers on a page. `note` is for the response; it is set only if the browser could not read
 * the page, or not all of it.
 */
interface CombinedReading extends Reading {
  note?: string;
}

/**
 * Reads a page from its source and, if there is a browser, as the browser paints it. Only the first readable page (the
 * identity page) is read with its stylesheets, because its design counts as the design of the brand.
 */
async function readAnswer(
  answer: Answer,
  isIdentity: boolean,
  deps: ExtractDeps,
): Promise<CombinedReading | UnreadPage> {
  const opened = await opening(answer, deps);
  if ('reason' in opened) return opened;
  const [source, painted] = await Promise.all([
    sourceReader(isIdentity).read(opened, deps),
    deps.browser?.read(opened, deps),
  ]);
  const { page } = answer;
  if (painted?.kind === 'blocked') return { page, reason: 'Blocked', why: painted.why };
  const reading = combine({ role: opened.role, findings: source.findings }, painted, page);
  if (hasContent(reading.findings) || hasWords(opened)) return reading;
  return { page, reason: 'NoContent', why: emptyWhy(painted) };
}

function combine(
  { role, findings }: Reading,
  painted: Exclude<PageReading, { kind: 'blocked' }> | undefined,
  page: Answer['page'],
): CombinedReading {
  if (painted === undefined) return { role, findings };
  if (painted.kind === 'failed') return { role, findings, note: unpaintedNote(page, painted.why) };
  // The source of a page that forwards to another host says nothing about the brand, whose page is there.
  const all = painted.isForwarded === true ? painted.findings : joined([findings, painted.findings]);
  return { role, findings: all, ...(painted.isCut === true && { note: cutNote(page) }) };
}

/** Returns why nothing was read from a page: its source is empty and, if there is a browser, the browser failed too. */
function emptyWhy(painted: Exclude<PageReading, { kind: 'blocked' }> | undefined): string {
  const why = 'the page has no text or pictures unless scripts run';
  return painted?.kind === 'failed' ? `${why}, and the browser could not read it: ${painted.why}` : why;
}

const cutNote = ({ field, url }: Answer['page']): string =>
  `${field} at ${hostOf(url)} was still loading when its time was over, so it was read as far as it had loaded.`;

function unpaintedNote({ field, url }: Answer['page'], why: string): string {
  return `${field} at ${hostOf(url)} was read without a browser: ${why}.`;
}

async function opening(answer: Answer, deps: ExtractDeps): Promise<Page | UnreadPage> {
  const readAt = (deps.clock ?? systemClock).now();
  const opened = open(answer, readAt);
  const target = 'reason' in opened ? undefined : metaRefresh(opened);
  return target === undefined ? opened : open(await fetchPage(answer.page, target, deps), readAt);
}

function open(answer: Answer, readAt: Date): Page | UnreadPage {
  if (answer.kind === 'failed') return unfetched(answer.page, answer.error);
  const { page, fetched } = answer;
  if (fetched.bytes.length === 0) return { page, reason: 'NoContent', why: 'the response is empty' };
  const opened = openPage(fetched, page.role, readAt);
  if (opened === undefined) return { page, reason: 'NoContent', why: 'the response is not a web page' };
  const blocked = blockedBy(opened);
  return blocked === undefined ? opened : { page, reason: 'Blocked', why: blocked };
}

/**
 * Reports whether a web page has content besides its visible text. A name of the site that is not a heading does not
 * count, even as a headline, because every page has a title. Icons and colours do not count, because even a page whose content is drawn
 * by scripts has icons and colours, and often an inline SVG in place of the content that it loads.
 */
function hasContent(findings: Findings): boolean {
  const { names, headlines, subheadlines, ctas, descriptions, pictures } = findings;
  const logos = findings.logos.filter(({ value, features }) => !('icon' in features) && !isPictureDataUrl(value.url));
  const unshown = names.filter(({ features }) => features['heading'] === undefined);
  const known = new Set(unshown.map(({ value }) => foldText(value)));
  const newHeadlines = headlines.filter(({ value }) => !known.has(foldText(value)));
  return [newHeadlines, subheadlines, ctas, descriptions, pictures, logos].some(({ length }) => length > 0);
}
