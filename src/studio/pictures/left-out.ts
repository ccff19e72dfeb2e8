import { grouped, hostOf, withoutFragment } from '../../domain/given-pages.ts';
import { EgressError } from '../../egress/port.ts';

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
 * Returns why a fetch failed, as a clause. The clause names the host if a redirect led to another host. Rethrows bugs,
 * and the error that a stopped stage causes.
 */
export function fetchReason(error: unknown, url: string): string {
  if (!(error instanceof EgressError) || error.reason === 'aborted') throw error;
  const prefix = `${error.host}: `;
  const clause = error.sentence.startsWith(prefix) ? error.sentence.slice(prefix.length) : error.sentence;
  const asked = URL.parse(url)?.host ?? error.host;
  return asked === error.host ? clause : `it redirects to ${error.host}, and ${clause}`;
}
