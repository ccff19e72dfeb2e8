const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Splits a text into user-perceived characters. */
export function graphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
