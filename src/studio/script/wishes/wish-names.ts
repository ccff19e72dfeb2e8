import { headOf, isCountable } from '../english/nouns.ts';
import { subjectOf } from '../english/subject.ts';
import { comparable } from '../../../words/comparable.ts';

/** Names that a direction may use for the product and the brand. */
export interface WishNames {
  product: string | null;
  brand: string | null;
  /** Reports whether a comparable word is a noun for the product, such as `shoe` for `Aero Trainer 2`. */
  isProductNoun: (word: string) => boolean;
}

export const noNames: WishNames = { product: null, brand: null, isProductNoun: () => false };

/**
 * Returns the names of a film. A noun for the product is a word of its name or the noun with which the description
 * begins or defines it. If neither has such a noun, the writer does not know what the product is, and takes every noun
 * for things that are sold as the product.
 */
export function wishNames({
  product,
  brand,
  description,
}: Record<'product' | 'brand' | 'description', string | null>): WishNames {
  const told = description ?? '';
  const heads = [headOf(beginningOf(told)), ...(subjectOf({ product, brand }, told)?.reference.heads ?? [])];
  const nouns = heads.map(singularOf).filter(isCountable);
  const name = comparable(product ?? '');
  const known = [...(name.match(/[\p{L}\p{M}]+/gu) ?? []), ...nouns];
  return {
    product,
    brand,
    isProductNoun: (word) => {
      if (nouns.length === 0 && isCountable(singularOf(word))) return true;
      if (unspaced.test(word)) return word.length > 1 && name.includes(word);
      return known.some((noun) => isSameNoun(word, noun) || isSameNoun(noun, word) || endsWith(noun, word));
    },
  };
}

/** Returns the words of a description before its first preposition or punctuation mark: `Light trail shoe`. */
const beginningOf = (description: string): string =>
  /^[^.,;:!?()\n]*?(?=\s(?:with|for|that|which|in|from|made|of|by|and|to|is|are)\s|[.,;:!?()\n]|$)/iu.exec(
    description.trim(),
  )?.[0] ?? '';

const singularOf = (noun: string): string =>
  isCountable(noun) ? noun : ([noun.replace(/s$/u, ''), noun.replace(/es$/u, '')].find(isCountable) ?? noun);

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const nounLettersMin = 3;
const joinedLettersMin = 4;

const isSameNoun = (word: string, singular: string): boolean =>
  singular.length >= nounLettersMin && ['', 's', 'es', 'e', 'n', 'en', 'er'].some((end) => word === singular + end);

/** The noun of a compound is its end: `Schuh` for `Laufschuh`. */
const endsWith = (compound: string, noun: string): boolean =>
  noun.length >= joinedLettersMin && compound.endsWith(noun);
