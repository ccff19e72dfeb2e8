/** A word and what it measures, in em; `glued` words follow without a space (a word that had to be cut). */
export interface Word {
  text: string;
  /** What tracking is counted by. */
  characters: number;
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

const length = (text: string) => Array.from(text).length;

function greedy(words: readonly Word[], limit: number, { space, tracking }: Measure): Lines {
  const lines: string[] = [];
  const widths: number[] = [];
  for (const word of words) {
    const width = word.width + tracking * word.characters;
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
 * As few lines as fit, broken where they read best: nearly equal in length, after a sentence rather than within it, not
 * after a small word, no last line of one short word.
 */
export function balanced(words: readonly Word[], limit: number, measure: Measure): Lines | null {
  const widest = Math.max(0, ...words.map((word) => word.width + measure.tracking * word.characters));
  if (widest > limit) return null;
  const fewest = greedy(words, limit, measure);
  const count = fewest.lines.length;
  if (count < 2 || words.length > wordsWeighed || words.some(({ glued }) => glued === true)) return fewest;
  const breaks = bestBreaks(words, { limit, count, measure });
  if (breaks === null) return fewest;
  const lines = breaks.map(([from, to]) =>
    words
      .slice(from, to)
      .map(({ text }) => text)
      .join(' '),
  );
  return { lines, widths: breaks.map(([from, to]) => lineWidth(words, from, to, measure)) };
}

/** Longer texts are running text: where their lines break matters less than the time it takes to weigh. */
const wordsWeighed = 60;

function lineWidth(words: readonly Word[], from: number, to: number, { space, tracking }: Measure): number {
  const part = words.slice(from, to);
  return part.reduce(
    (sum, word) => sum + word.width + tracking * word.characters,
    (part.length - 1) * (space + tracking),
  );
}

type Break = [from: number, to: number];

interface Reached {
  cost: number;
  breaks: Break[];
}

/** Least total cost over all ways to make so many lines, line by line (dynamic programming). */
function bestBreaks(words: readonly Word[], wish: { limit: number; count: number; measure: Measure }): Break[] | null {
  const ideal = lineWidth(words, 0, words.length, wish.measure) / wish.count;
  let reached = new Map<number, Reached>([[0, { cost: 0, breaks: [] }]]);
  for (let line = 0; line < wish.count; line++) {
    const next = new Map<number, Reached>();
    for (const [from, way] of reached) extend(next, { from, way }, words, { ...wish, ideal });
    reached = next;
  }
  return reached.get(words.length)?.breaks ?? null;
}

/** Adds every line that can follow at `from` to the ways that end where it ends. */
function extend(
  next: Map<number, Reached>,
  { from, way }: { from: number; way: Reached },
  words: readonly Word[],
  { limit, ideal, measure }: { limit: number; ideal: number; measure: Measure },
): void {
  for (let to = from + 1; to <= words.length; to++) {
    const width = lineWidth(words, from, to, measure);
    if (width > limit) return;
    const cost = way.cost + ((width - ideal) / ideal) ** 2 + breakCost(words, from, to);
    if (cost < (next.get(to)?.cost ?? Infinity)) next.set(to, { cost, breaks: [...way.breaks, [from, to]] });
  }
}

const endsSentence = (text: string) => /[.!?…؟][”»"’]?$/u.test(text);
const endsClause = (text: string) => /[,;:،؛–—]$/u.test(text);

/** What a line of these words costs beside its length. */
function breakCost(words: readonly Word[], from: number, to: number): number {
  const last = words[to - 1]?.text ?? '';
  const within = words.slice(from, to - 1).filter(({ text }) => endsSentence(text)).length;
  if (to === words.length) return within * 0.25 + (to - from === 1 && length(last) < 5 ? 0.3 : 0);
  if (endsSentence(last)) return within * 0.25 - 0.2;
  if (endsClause(last)) return within * 0.25 - 0.06;
  return within * 0.25 + (length(last) <= 3 ? 0.02 : 0);
}

/** Letters differ in width: what a piece may measure beyond its share of the word. */
const unevenness = 1.13;

/** Cuts words wider than the limit between characters, as evenly as it can: for words no line can hold. */
export function cut(words: readonly Word[], limit: number, tracking: number): Word[] {
  return words.flatMap((word) =>
    word.width + tracking * word.characters <= limit ? [word] : pieces(word, limit, tracking),
  );
}

function pieces(word: Word, limit: number, tracking: number): Word[] {
  const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(word.text);
  const graphemes = Array.from(segments, ({ segment }) => segment);
  const width = word.width + tracking * graphemes.length;
  const count = Math.min(graphemes.length, Math.ceil((width * unevenness) / limit));
  const size = Math.ceil(graphemes.length / count);
  return Array.from({ length: Math.ceil(graphemes.length / size) }, (_, i): Word => {
    const part = graphemes.slice(i * size, (i + 1) * size);
    const share = (unevenness * word.width * part.length) / graphemes.length;
    return { text: part.join(''), characters: part.length, width: share, glued: i > 0 };
  });
}
