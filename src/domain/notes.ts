import { noteCodePointsMax } from '../schema/response.ts';
import { clipped } from './clipped.ts';
import type { GivenPage } from './given-pages.ts';
import { hostOf, withoutFragment } from './urls.ts';

/** A file that a request or its pages name by URL. */
export interface Source {
  /**
   * Name of the source in notes: `product_metadata.product_images[0]`, `The logo found through brand_data.brand_url`.
   */
  name: string;
  url: string;
  /** Names of other sources with the same URL. */
  alsoNamed?: readonly string[];
}

/**
 * Maximum number of further sources that a note names. With more, the note would be too long, and its last part, the
 * reason, would be cut.
 */
const othersMax = 2;

/** A source that is not used. The reason is a clause without a full stop. */
export interface LeftOut extends Source {
  reason: string;
}

/** A line of `response.notes`, or a source from which such a line is made. */
export type Note = string | LeftOut;

export function leftOut({ name, url, alsoNamed = [] }: Source, reason: string): LeftOut {
  return { name, url, alsoNamed, reason };
}

/**
 * Returns the lines for `response.notes`. All fields that name the same URL share one line if the URL failed for the
 * same reason.
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

/** Merges sources with the same URL into one with all their names. Keeps the order. */
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
  return `${subject} at ${hostOf(url)} ${others.length > 0 ? 'were' : 'was'} left out: ${reason}.`;
}

/**
 * Returns one sentence for a request of which no page was readable. The sentence names every field, and each reason
 * once. `why` is the reason for one page, a clause without a full stop.
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

/** Groups the items by key, in the order in which the keys first appear. */
function grouped<T>(items: readonly T[], keyOf: (item: T) => string): T[][] {
  return [...Map.groupBy(items, keyOf).values()];
}
