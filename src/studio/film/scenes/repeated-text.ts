/** Returns a text as it is compared with others: without case, spaces and punctuation. */
const bareWords = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}\p{Sc}%]+/gu, '');

/**
 * Returns the parts of a text without those that a viewer already sees in another place, such as on a button, and with
 * equal parts only once. A known text may be divided over several parts.
 */
export function withoutRepeated(all: readonly string[], known: readonly string[]): string[] {
  const parts = distinct(all);
  const texts = new Set(known.map(bareWords).filter((text) => text !== ''));
  const kept: string[] = [];
  for (let from = 0; from < parts.length;) {
    const end = parts.findLastIndex((_, to) => to >= from && texts.has(bareWords(parts.slice(from, to + 1).join(''))));
    if (end < from) kept.push(parts[from] ?? '');
    from = Math.max(from, end) + 1;
  }
  return kept;
}

function distinct(parts: readonly string[]): string[] {
  const bare = parts.map(bareWords);
  return parts.filter((_, at) => bare[at] === '' || bare.indexOf(bare[at] ?? '') === at);
}

/** Minimum share of the words of a text that another text has, above which the text is a repetition. */
const repeatedMin = 0.6;

/** Reports whether another text, such as the spoken one, has most of the words of the texts. */
export const areRepeated = (texts: readonly string[], other: string): boolean =>
  sharedWords(texts.join(' '), other) >= repeatedMin;

/** Returns the share of the words of a text that another text has too. 0 for a text without words. */
export function sharedWords(text: string, other: string): number {
  const words = text
    .split(/\s+/u)
    .map(bareWords)
    .filter((word) => word !== '');
  const whole = bareWords(other);
  const known = new Set(other.split(/\s+/u).map(bareWords));
  // Texts without spaces between words are compared as a whole.
  const shared = words.filter((word) => known.has(word) || (word.length > unspacedMin && whole.includes(word)));
  return words.length === 0 ? 0 : shared.length / words.length;
}

/** Length in characters above which a word is found within a text that has no spaces. */
const unspacedMin = 6;
