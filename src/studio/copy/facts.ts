import { isFurniture, isHollow, isSame, sentences, wordCount } from './words.ts';

const factsMax = 4;
const factWordsMax = 8;
const factCharactersMax = 48;

/**
 * Short statements that stand word for word in a description: whole short sentences, or the items of a list in a longer
 * one. Nothing is rephrased, so nothing is claimed that the description does not say.
 */
export function facts(description: string | null, language: string): string[] {
  const found = sentences(description ?? '', language)
    .flatMap(shortStatements)
    .map(tidy)
    .filter(isFact);
  return found.filter((fact, at) => found.findIndex((other) => isSame(other, fact)) === at).slice(0, factsMax);
}

/** A sentence that is short enough, or the parts of one that is a bare list (no verb to lose: every part is short). */
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

/** Something that stands alone: two words at least, no pronoun that points back, no shop talk. */
const isFact = (text: string): boolean =>
  wordCount(text) >= 2 &&
  text.length <= factCharactersMax &&
  !/^(it|its|they|their|this|these|that|which|and|or|but|with|so|because|he|she|we|our|you|your)\b/i.test(text) &&
  !/[?!:]/.test(text) &&
  !isFurniture(text) &&
  !isHollow(text);
