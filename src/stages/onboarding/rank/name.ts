import { fold } from '../../../words/fold.ts';
import { productHeadline } from '../../../words/product-headline.ts';
import type { Subject } from '../../../words/rules.ts';
import { isSame, wordCount } from '../../../words/words.ts';
import { canBeIn } from '../../../words/writing.ts';
import { facts, type Evidence, type Features } from '../evidence.ts';
import { squeezed } from '../site-labels.ts';
import { candidates, ranked, type Candidate, type Ranked } from './candidates.ts';
import { legalForm, nameVariants } from './name-variants.ts';
import { nameModel } from './weights/name.ts';

/** Product and language of the pages that a name is read from. */
export type NameSubject = Omit<Subject, 'brand'>;

/** Names that were found on the page of the identity, and on the other pages that were read. */
export interface FoundNames {
  identity: readonly Evidence<string>[];
  others: readonly Evidence<string>[];
  /** True if the page of the identity is that of a product, because no other page was read. */
  isProductPage: boolean;
}

export function rankNames(found: FoundNames, subject: NameSubject): Ranked<string>[] {
  return ranked(nameCandidates(found, subject), nameModel);
}

/**
 * Returns the texts that may be the name of the brand: each text that was found, without what a logo says besides the
 * name, and its parts, such as those of a title. Spellings with and without blanks are the same name.
 */
export function nameCandidates(
  { identity, others, isProductPage }: FoundNames,
  subject: NameSubject,
): Candidate<string>[] {
  const found = [...identity, ...others.map((one) => ({ ...one, features: { other: 1 } }))];
  const address = addressOf(identity);
  const variants = found.flatMap((one) => nameVariants(one, address));
  const texts = textsByPlace(found);
  return candidates(variants, squeezed, spellingOf(variants)).map((one) => ({
    ...one,
    features: {
      ...one.features,
      ...textFeatures(one.value, subject),
      ...addressFeatures(one.value, address),
      ...agreement(one.value, variants, texts),
      ...(isProductPage && onProductPage(one.features)),
    },
  }));
}

/**
 * Returns how much a spelling of a name is preferred: the one with the most letters that an address cannot have,
 * capitals and letters with marks, then the most frequent one. `vrkoče.example` is better than `vrkoce.example`. A
 * spelling in capitals only is not preferred.
 */
function spellingOf(found: readonly Evidence<string>[]): (one: Evidence<string>) => number {
  const counts = Map.groupBy(found, ({ value }) => value);
  return ({ value, features }) => {
    if (Object.keys(features).some((name) => name.startsWith('address'))) return -1;
    const marks = value.match(/[^\p{ASCII}]/gu)?.length ?? 0;
    const isMixed = /\p{Lu}/u.test(value) && /\p{Ll}/u.test(value);
    return marks + (isMixed ? 1 : 0) + Math.min(0.9, (counts.get(value)?.length ?? 0) / 100);
  };
}

/** Returns the word by which the address names the site; '' without one. */
function addressOf(found: readonly Evidence<string>[]): string {
  return squeezed(found.find(({ features }) => features['address'] === 1)?.value ?? '');
}

/** Features that mean another thing on the page of a product, whose title and heading are mostly its name. */
const ofPosition = [
  'title',
  'heading',
  'part.title',
  'part.heading',
  'part.first',
  'part.last',
  'social-title',
  'part.social-title',
  'painted.heading',
];

const onProductPage = (features: Features): Features =>
  Object.fromEntries(
    ofPosition.flatMap((name) => (features[name] === undefined ? [] : [[`product-page.${name}`, features[name]]])),
  );

const dependent = new Set(['address', 'spelled']);

/** Returns where a text was found, such as `structured` for `structured.site`. */
const placesOf = (features: Features): string[] =>
  Object.keys(features).flatMap((name) => name.replace(/^part\./, '').split('.')[0] ?? []);

function textsByPlace(found: readonly Evidence<string>[]): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  for (const { value, features } of found)
    for (const place of new Set(placesOf(features)))
      if (!dependent.has(place)) texts.set(place, [...(texts.get(place) ?? []), ` ${fold(value)} `]);
  return texts;
}

/** How many independent places of the site say a name, alone or among other words. */
function agreement(
  name: string,
  variants: readonly Evidence<string>[],
  texts: ReadonlyMap<string, readonly string[]>,
): Features {
  const key = squeezed(name);
  const equal = variants.filter(({ value }) => squeezed(value) === key).flatMap(({ features }) => placesOf(features));
  const alone = new Set(equal.filter((place) => texts.has(place))).size;
  const said = [...texts.values()].filter((each) => each.some((text) => text.includes(` ${fold(name)} `))).length;
  return {
    'places.alone': Math.min(1, alone / 6),
    'places.said': Math.min(1, said / 8),
    'places.share': texts.size === 0 ? 0 : said / texts.size,
    ...facts({
      'places.one': alone === 1,
      'places.none': alone === 0,
      'places.not-other': texts.has('other') && !equal.includes('other'),
    }),
  };
}

function addressFeatures(name: string, address: string): Features {
  if (address === '') return {};
  const key = squeezed(name);
  const words = fold(name).split(' ').map(squeezed);
  const initials = words.map((word) => word.charAt(0)).join('');
  const isPart = key.length >= 3 && address.includes(key);
  const known = words.filter((word) => word.length >= 3 && address.includes(word));
  return {
    'in-address.like': likeness(key, address),
    'in-address.share': isPart ? key.length / address.length : 0,
    'in-address.words': known.join('').length / Math.max(1, key.length),
    'in-address.covered': Math.min(1, known.join('').length / address.length),
    ...facts({
      'in-address.part': isPart && key !== address,
      'in-address.contains': key !== address && key.includes(address),
      'in-address.initials': words.length > 1 && address.startsWith(initials),
      'in-address.no': known.length === 0 && !isPart && !key.includes(address),
    }),
  };
}

const pairsOf = (text: string): string[] => Array.from(text.slice(1), (letter, at) => text.charAt(at) + letter);

/** Returns the share of pairs of letters that two spellings have in common (Dice), from 0 to 1. */
function likeness(one: string, other: string): number {
  const [few, many] = [pairsOf(one), pairsOf(other)];
  const common = few.filter((pair) => many.includes(pair)).length;
  return Math.min(1, (2 * common) / Math.max(1, few.length + many.length));
}

function textFeatures(text: string, { product, language }: NameSubject): Features {
  const words = wordCount(text);
  return {
    'characters.few': Math.max(0, 1 - text.length / 8),
    'characters.many': Math.max(0, Math.min(1, (text.length - 20) / 30)),
    ...facts({
      'words.1': words === 1,
      'words.2': words === 2,
      'words.3': words === 3,
      'words.4': words === 4,
      'words.many': words > 4,
      capitals: /\p{Lu}{2}/u.test(text) && !/\p{Ll}/u.test(text),
      lower: /\p{Ll}/u.test(text) && !/\p{Lu}/u.test(text),
      'lower-word': / \p{Ll}{4,}/u.test(text),
      digits: /\d/.test(text),
      stop: /[.!?…。！？]$/u.test(text),
      mark: /[,:;|"“”«»]/u.test(text),
      domain: /\p{L}\.[a-z]{2,}$/iu.test(text),
      form: legalForm.test(text),
      product: product !== null && isSame(text, productHeadline(product)),
      'in-product': product !== null && !isSame(text, product) && ` ${fold(product)} `.includes(` ${fold(text)} `),
      'other-writing': language !== null && !canBeIn(language, text),
    }),
  };
}
