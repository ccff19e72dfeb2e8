import { refusal } from '../../../words/printable.ts';
import type { Subject } from '../../../words/rules.ts';
import { wordCount } from '../../../words/words.ts';
import { facts, type Evidence, type Features } from '../evidence.ts';
import { squeezed } from '../site-labels.ts';
import { foldText } from '../text.ts';
import { candidates, ranked, type Candidate, type Ranked } from './candidates.ts';
import { productNameModel } from './weights/product-name.ts';

/** Rules of `words/rules.ts` that are certain for names too. */
const certain = new Set(['letters', 'code', 'file', 'contact', 'title', 'label']);

/** Places of a page whose names are compared with each other. */
const places = ['structured', 'microdata', 'open-graph', 'title', 'written', 'painted', 'address'] as const;
/** Places with which agreement is a feature of its own. */
const decisive = new Set(['title', 'written', 'painted']);

/** Matches what a page shows until its scripts have filled in the name, such as `Loading...`. */
const placeholder = /^\S+ ?(?:…|\.{3})$/u;

/** A text that says something about the name of the product, with its words. */
interface Known extends Evidence<string> {
  key: string;
  words: ReadonlySet<string>;
}

function knownOf(one: Evidence<string>): Known {
  const key = foldText(one.value);
  return { ...one, key, words: new Set(key.match(/[\p{L}\p{M}\p{N}]{2,}/gu)) };
}

/** Returns the texts that may be the name of the product of a page. `brand` is the name of the brand. */
export function productNameCandidates(found: readonly Evidence<string>[], brand: string | null): Candidate<string>[] {
  const known = found.map(knownOf);
  const sites = [brand ?? '', ...known.flatMap(({ value, features }) => ('site' in features ? [value] : []))];
  const siteKeys = new Set(sites.map(squeezed));
  const all = candidates(
    found.filter((one) => mayBeName(one, brand)),
    (name) => foldText(name).replaceAll(' ', ''),
  );
  return all
    .filter(({ value }) => !all.some((other) => isBeginning(value, other.value)))
    .map((one) => ({
      ...one,
      features: { ...one.features, ...agreement(one.value, known), ...textFeatures(one.value, siteKeys) },
    }));
}

/** Reports whether a text is neither something that names are compared with nor certainly no name. */
function mayBeName({ value, features }: Evidence<string>, brand: string | null): boolean {
  const refused = refusal(value, 'headline', { ...unknown, brand })?.name ?? '';
  return !('address' in features || 'site' in features || certain.has(refused) || placeholder.test(value));
}

/** Returns the names of the product, best first. A name that both the structured data and the title state is certain. */
export function rankProductNames(found: readonly Evidence<string>[], brand: string | null): Ranked<string>[] {
  const all = ranked(productNameCandidates(found, brand), productNameModel);
  const stated = all.filter(({ features }) => isStated(features));
  return [...stated, ...all.filter(({ features }) => !isStated(features))];
}

const isStated = (features: Features): boolean =>
  'structured' in features && ('title' in features || (features['agrees.title'] ?? 0) >= sameMin);

/** Reports whether a name is cut off and another name is the whole of it. */
function isBeginning(name: string, other: string): boolean {
  const [, beginning] = /^(.{3,}?)\s*(?:…|\.{3})$/u.exec(name) ?? [];
  return beginning !== undefined && other.startsWith(beginning) && other.length > beginning.length + 3;
}

/** Returns twice the shared words of two names by all their words. */
function likeness(one: Known, other: Known): number {
  const both = [...one.words].filter((word) => other.words.has(word)).length;
  return both === 0 ? 0 : (2 * both) / (one.words.size + other.words.size);
}

/** Likeness (0 to 1) above which two texts state the same name. */
const sameMin = 0.6;

/** Returns how well a name agrees with what is said in each place, and whether it can be seen on the page. */
function agreement(name: string, known: readonly Known[]): Features {
  const own = knownOf({ value: name, source: 'page', features: {} });
  const shares = places.map((place) => {
    const there = known.filter(({ features }) => place in features);
    const isThere = there.some(({ key }) => key === own.key);
    const others = there.filter(({ key }) => key !== own.key).map((other) => likeness(own, other));
    return { place, isAny: there.length > 0, isThere, share: Math.max(0, ...others) };
  });
  const stating = shares.reduce((sum, { isThere, share }) => sum + Number(isThere) + Number(share >= sameMin), 0);
  const isPainted = shares.some(({ place, isAny }) => place === 'painted' && isAny);
  const visible = isPainted ? 'painted' : 'written';
  const isShown = shares.some(({ place, isThere, share }) => place === visible && (isThere || share >= sameMin));
  return {
    ...Object.fromEntries(
      shares.flatMap(({ place, share }) => (decisive.has(place) ? [[`agrees.${place}`, share]] : [])),
    ),
    places: Math.min(1, stating / places.length),
    ...facts({ unpainted: !isPainted, hidden: isPainted && !isShown, 'source.hidden': !isPainted && !isShown }),
  };
}

function textFeatures(name: string, sites: ReadonlySet<string>): Features {
  const rule = refusal(name, 'headline', unknown)?.name ?? 'none';
  return {
    [`rule.${rule}`]: 1,
    ...facts({
      site: sites.has(squeezed(name)),
      'site.start': sites.has(squeezed(name.split(/ ?[:|–—-] /u)[0] ?? '')),
      'words.1': wordCount(name) === 1,
      'words.many': wordCount(name) > 9,
      stop: /[.!。！…]$/u.test(name),
      question: /[?？؟:：]/u.test(name),
    }),
  };
}

const unknown: Subject = { brand: null, product: null, language: null };
