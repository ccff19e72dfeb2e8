const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** What a reader takes for one character: a letter with its marks, a syllable, an emoji of several parts. */
export function graphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
