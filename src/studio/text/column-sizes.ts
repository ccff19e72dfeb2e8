import { type BreakWords, type Typesetter, waysToBreakWords } from './typesetter.ts';

/**
 * Maximum font size of a headline with words that are broken across lines, in type units (1 % of the canvas's short side,
 * more on long canvases).
 */
const brokenSizeMax = 8;

/**
 * Factors for the font sizes, in the order in which they are tried, starting with the full size. All factors are first
 * tried with whole words. If none fits, all factors are tried again with long words broken across lines.
 */
const shrinking = Array.from({ length: 30 }, (_, i) => 0.945 ** i);

/** Size of a headline, in type units, and of all texts compared with their largest sizes. */
export interface ColumnSizes {
  headline: number;
  part: number;
  breakWords: BreakWords | undefined;
}

/** Yields the sizes in the order in which they are tried. */
export function* sizesFor(type: Typesetter, boost = 1): Generator<ColumnSizes, void> {
  const range = headlineSizes(type.wordCount('headline'), type.letterCount('headline'));
  const largest = range.max * boost;
  for (const breakWords of waysToBreakWords) {
    const most = breakWords === undefined ? largest : Math.min(largest, brokenSizeMax);
    for (const part of shrinking) {
      const headline = Math.max(range.min, most * part);
      yield { headline, part, breakWords };
      if (headline === range.min && part < 0.3) break;
    }
  }
}

/**
 * Returns the maximum and minimum font size of a headline, in type units (1 % of the canvas's short side, more on long
 * canvases).
 */
function headlineSizes(words: number, characters: number): { max: number; min: number } {
  if (characters > 220) return { max: 4.4, min: 2.6 };
  if (characters > 110) return { max: 5.6, min: 3 };
  if (words <= 2) return { max: 22, min: 5 };
  if (words <= 5) return { max: 15, min: 5 };
  if (words <= 9) return { max: 11, min: 5 };
  return { max: 8, min: 4.2 };
}
