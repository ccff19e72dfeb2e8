import { noteCodePointsMax } from '../schema/response-parts.ts';
import { clipped } from './clipped.ts';
import type { GivenPage } from '../ads/ad-request.ts';
import { hostOf, withoutFragment } from './urls.ts';

export interface Source {
  /**
   * Name of the file in notes to the client, such as `product_metadata.product_images[0]` or `The logo found through
   * brand_data.brand_url`.
   */
  name: string;
  url: string;
  alsoNamed?: readonly string[];
}

/**
 * Maximum number of further names that a note lists for one file. With more names, the note would be cut before its
 * last part, the reason.
 */
const othersMax = 2;

export interface LeftOut extends Source {
  reason: string;
}

export type Note = string | LeftOut;

export function leftOut({ name, url, alsoNamed = [] }: Source, reason: string): LeftOut {
  return { name, url, alsoNamed, reason };
}

/**
 * Returns the lines for `response.notes`. Files with the same URL that were left out for the same reason share one
 * line.
 */
export function noteLines(notes: readonly Note[]): string[] {
  const same = (note: Note): string =>
    typeof note === 'string' ? note : `${note.reason} ${withoutFragment(note.url)}`;
  return grouped(notes, same).flatMap((group) => {
    const [first] = group;
    if (typeof first !== 'object') return first ?? [];
    return leftOutLine(first, group.flatMap(namesOf));
  });
}

export function mergeSources<T extends Source>(sources: readonly T[]): T[] {
  return grouped(sources, ({ url }) => url).flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, alsoNamed: [first, ...others].flatMap(namesOf).slice(1) }],
  );
}

function namesOf(note: Note | Source): string[] {
  return typeof note === 'string' ? [] : [note.name, ...(note.alsoNamed ?? [])];
}

function leftOutLine({ url, reason }: LeftOut, names: string[]): string {
  const [first = '', ...rest] = new Set(names);
  const others = rest.map((name) => name.replace(/^(?:The|A) /, (article) => article.toLowerCase()));
  const shown = others.length > othersMax ? [`${others.length} other sources`] : others;
  const subject = new Intl.ListFormat('en').format([first, ...shown]);
  const host = hostOf(url);
  // A picture in a data URL has no host.
  const place = host === '' ? '' : ` at ${host}`;
  return `${subject}${place} ${others.length > 0 ? 'were' : 'was'} left out: ${reason}.`;
}

/**
 * Returns the sentence for a request of which no web page could be read. The sentence names the request field of every
 * page, and each reason once. `why` is the reason for one page, a clause without a full stop.
 */
export function nothingRead(pages: readonly (Pick<GivenPage, 'field' | 'url'> & { why: string })[]): string {
  const byReason = grouped(pages, ({ why }) => why);
  const parts = byReason.map((same) => `${placesOf(same)}: ${same[0]?.why ?? ''}`);
  return clipped(`Nothing was read from ${parts.join('; nor from ')}.`, noteCodePointsMax);
}

function placesOf(pages: readonly Pick<GivenPage, 'field' | 'url'>[]): string {
  const byHost = grouped(pages, ({ url }) => hostOf(url));
  return byHost
    .map((same) => `${same.map(({ field }) => field).join(' and ')} at ${hostOf(same[0]?.url ?? '')}`)
    .join(' and ');
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): T[][] {
  return [...Map.groupBy(items, keyOf).values()];
}
