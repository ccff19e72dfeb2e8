/** A word and what it measures, in em; `glued` words follow without a space (a word that had to be cut). */
export interface Word {
  text: string;
  width: number;
  glued?: boolean;
}

export interface Lines {
  lines: string[];
  /** Of each line, in em, tracking included. */
  widths: number[];
}

interface Measure {
  space: number;
  /** Added after every character, in em. */
  tracking: number;
}

const length = (text: string) => [...text].length;

function greedy(words: readonly Word[], limit: number, { space, tracking }: Measure): Lines {
  const lines: string[] = [];
  const widths: number[] = [];
  for (const word of words) {
    const width = word.width + tracking * length(word.text);
    const last = lines.length - 1;
    const gap = word.glued === true ? 0 : space + tracking;
    const together = (widths[last] ?? Infinity) + gap + width;
    if (together <= limit) {
      lines[last] = `${lines[last] ?? ''}${word.glued === true ? '' : ' '}${word.text}`;
      widths[last] = together;
    } else {
      lines.push(word.text);
      widths.push(width);
    }
  }
  return { lines, widths };
}

/**
 * Lines of nearly equal length, as few as fit: the narrowest measure that still gives the fewest lines. So no last line is
 * a single short word where another break is possible.
 */
export function balanced(words: readonly Word[], limit: number, measure: Measure): Lines | null {
  const widest = Math.max(0, ...words.map((word) => word.width + measure.tracking * length(word.text)));
  if (widest > limit) return null;
  const fewest = greedy(words, limit, measure);
  let [low, high] = [widest, limit];
  for (let i = 0; i < 12; i++) {
    const middle = (low + high) / 2;
    if (greedy(words, middle, measure).lines.length > fewest.lines.length) low = middle;
    else high = middle;
  }
  return greedy(words, high, measure);
}

/** Cuts words wider than the limit between characters, as evenly as it can: for words no line can hold. */
export function cut(words: readonly Word[], limit: number, tracking: number): Word[] {
  return words.flatMap((word) => {
    const graphemes = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(word.text)].map(
      (part) => part.segment,
    );
    const width = word.width + tracking * graphemes.length;
    if (width <= limit || graphemes.length < 2) return [word];
    // Letters differ in width: leave an eighth for the wide ones.
    const pieces = Math.min(graphemes.length, Math.ceil((width * 1.13) / limit));
    const size = Math.ceil(graphemes.length / pieces);
    return Array.from({ length: Math.ceil(graphemes.length / size) }, (_, i): Word => {
      const text = graphemes.slice(i * size, (i + 1) * size).join('');
      return {
        text,
        width: (word.width * Math.min(size, graphemes.length - i * size)) / graphemes.length,
        glued: i > 0,
      };
    });
  });
}
