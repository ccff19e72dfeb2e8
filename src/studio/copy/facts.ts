import { isFit } from '../../words/printable.ts';
import { isHollow, isSame, sentences, wordCount } from '../../words/words.ts';

const factsMax = 4;
const factWordsMax = 8;
const factCharactersMax = 48;

/**
 * Returns whole short sentences of a description, or the items of a list within a longer sentence, word for word.
 * Nothing is rephrased, so the ad claims nothing beyond the description.
 */
export function facts(description: string | null, language: string): string[] {
  const found = sentences(description ?? '', language)
    .flatMap(shortStatements)
    .map(tidy)
    .filter((text) => isFact(text, language));
  return found.filter((fact, at) => found.findIndex((other) => isSame(other, fact)) === at).slice(0, factsMax);
}

/**
 * Returns the items of a list within a sentence, or the sentence itself if it is short. Parts of other sentences are
 * not returned, because they could lack their verb.
 */
function shortStatements(sentence: string): string[] {
  if (wordCount(sentence) <= factWordsMax && !/[,;]/.test(sentence)) return [sentence];
  const parts = sentence.replace(/[.!]$/, '').split(/\s*[,;]\s+(?:and\s+|und\s+|et\s+|y\s+|e\s+)?/u);
  return parts.length >= 3 && parts.every((part) => wordCount(part) <= 5) ? parts : [];
}

const tidy = (text: string): string => {
  const bare = text
    .replace(/^[-–*✓✔\s]+/u, '')
    .replace(/[.;,]+$/, '')
    .trim();
  return bare.charAt(0).toLocaleUpperCase() + bare.slice(1);
};

const isFact = (text: string, language: string): boolean =>
  wordCount(text) >= 2 &&
  text.length <= factCharactersMax &&
  !/^(it|its|they|their|this|these|that|which|and|or|but|with|so|because|he|she|we|our|you|your)\b/i.test(text) &&
  !/[?!:]/.test(text) &&
  isFit(text, 'headline', { brand: null, product: null, language }) &&
  !isHollow(text);
