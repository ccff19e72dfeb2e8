import { grouped, hostOf } from '../../domain/given-pages.ts';
import { EgressError } from '../../egress/port.ts';

/** Something a request names, or its pages do, that is looked up by URL. */
export interface Source {
  /** How a note calls it: `product_metadata.product_images[0]`, `The logo found through brand_data.brand_url`. */
  name: string;
  url: string;
  /** Other fields that name the same URL. */
  alsoNamed?: readonly string[];
}

/** Further sources that a note names; with more of them the limit of a note would cut its reason. */
const othersMax = 2;

/** A source that is not used, and why, as a clause without a full stop. */
export interface LeftOut extends Source {
  reason: string;
}

/** A line for `response.notes`, or what one is made of. */
export type Note = string | LeftOut;

export function leftOut({ name, url, alsoNamed = [] }: Source, reason: string): LeftOut {
  return { name, url, alsoNamed, reason };
}

/** The lines for `response.notes`. A URL that failed for one reason gets one line, with every field that names it. */
export function noteLines(notes: readonly Note[]): string[] {
  const same = (note: Note): string =>
    typeof note === 'string' ? note : `${note.reason} ${withoutFragment(note.url)}`;
  return grouped(notes, same).flatMap((group) => {
    const [first] = group;
    if (typeof first !== 'object') return first ?? [];
    return leftOutLine(first, group.flatMap(namesOf));
  });
}

/** Two sources with the same URL as one, which has the names of both. Order is kept. */
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

function withoutFragment(url: string): string {
  return url.replace(/#.*$/, '');
}

/**
 * Returns why a fetch failed, as a clause. The clause names the host if a redirect led to another one. Rethrows bugs, and the
 * end of the format itself.
 */
export function fetchReason(error: unknown, url: string): string {
  if (!(error instanceof EgressError) || error.reason === 'aborted') throw error;
  const prefix = `${error.host}: `;
  const clause = error.sentence.startsWith(prefix) ? error.sentence.slice(prefix.length) : error.sentence;
  const asked = URL.parse(url)?.host ?? error.host;
  return asked === error.host ? clause : `it redirects to ${error.host}, and ${clause}`;
}
