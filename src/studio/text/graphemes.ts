const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Splits a text into what a reader perceives as characters. A letter with its accents, or an emoji with its modifiers,
 * is one character.
 */
export function graphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
