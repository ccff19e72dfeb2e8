/** Returns a text as it is compared with others: without case, spaces and punctuation. */
export const bareWords = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}\p{Sc}%]+/gu, '');

/**
 * Returns the parts of a text without those that a viewer already sees in another place, such as on a button. A known
 * text may be divided over several parts.
 */
export function withoutRepeated(parts: readonly string[], known: readonly string[]): string[] {
  const texts = new Set(known.map(bareWords).filter((text) => text !== ''));
  const kept: string[] = [];
  for (let from = 0; from < parts.length;) {
    const end = parts.findLastIndex((_, to) => to >= from && texts.has(bareWords(parts.slice(from, to + 1).join(''))));
    if (end < from) kept.push(parts[from] ?? '');
    from = Math.max(from, end) + 1;
  }
  return kept;
}
