import { letterCount } from './count.ts';
import { graphemes } from './graphemes.ts';

/** A word of a text, with its width in em. */
export interface Word {
  text: string;
  characters: number;
  width: number;
  glued?: boolean;
  isCut?: boolean;
  /** Pieces into which the word may be cut if it is wider than a line. Default: single characters. */
  parts?: readonly string[];
}

export interface Lines {
  lines: string[];
  /** Width of each line in em, including letter spacing. */
  widths: number[];
}

interface Measure {
  space: number;
  /** Letter spacing: width in em that is added after every character. */
  tracking: number;
}

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
 * Breaks a text into as few lines as possible, preferably of similar length and with breaks after a sentence. Avoids
 * breaks after a short word, and a single short word on the last line. Returns null if a word is wider than `limit`, in
 * em.
 */
export function balanced(words: readonly Word[], limit: number, measure: Measure): Lines | null {
  const widest = Math.max(0, ...words.map((word) => word.width + measure.tracking * word.characters));
  if (widest > limit) return null;
  const fewest = greedy(words, limit, measure);
  const count = fewest.lines.length;
  if (count < 2 || words.length > wordsWeighed || words.some(({ isCut }) => isCut === true)) return fewest;
  const breaks = bestBreaks(words, { limit, count, measure });
  if (breaks === null) return fewest;
  const lines = breaks.map(([from, to]) =>
    words
      .slice(from, to)
      .reduce((line, { text, glued }, at) => line + (at === 0 || glued === true ? '' : ' ') + text, ''),
  );
  return { lines, widths: breaks.map(([from, to]) => lineWidth(words, from, to, measure)) };
}

/**
 * Maximum number of words of a text for which the best line breaks are searched. In longer texts, good line breaks
 * matter less than a short computing time.
 */
const wordsWeighed = 60;

function lineWidth(words: readonly Word[], from: number, to: number, { space, tracking }: Measure): number {
  return words.slice(from, to).reduce((sum, word, at) => {
    const gap = at === 0 || word.glued === true ? 0 : space + tracking;
    return sum + gap + word.width + tracking * word.characters;
  }, 0);
}

type Break = [from: number, to: number];

interface Reached {
  cost: number;
  breaks: Break[];
}

function bestBreaks(
  words: readonly Word[],
  options: { limit: number; count: number; measure: Measure },
): Break[] | null {
  const ideal = lineWidth(words, 0, words.length, options.measure) / options.count;
  let reached = new Map<number, Reached>([[0, { cost: 0, breaks: [] }]]);
  for (let line = 0; line < options.count; line++) {
    const next = new Map<number, Reached>();
    for (const [from, way] of reached) extend(next, { from, way }, words, { ...options, ideal });
    reached = next;
  }
  return reached.get(words.length)?.breaks ?? null;
}

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

const endsSentence = (text: string) => /[.!?…؟。！？।][”»"’」』）]?$/u.test(text);
const endsClause = (text: string) => /[,;:،؛–—、，；：]$/u.test(text);

const isShort = (word: Word | undefined) => letterCount(word?.text ?? '') < (word?.glued === true ? 6 : 5);

function breakCost(words: readonly Word[], from: number, to: number): number {
  const last = words[to - 1]?.text ?? '';
  const within = words.slice(from, to - 1).filter(({ text }) => endsSentence(text)).length;
  if (to === words.length) return within * 0.25 + (to - from === 1 && isShort(words[from]) ? 0.3 : 0);
  if (endsSentence(last)) return within * 0.25 - 0.2;
  if (endsClause(last)) return within * 0.25 - 0.06;
  return within * 0.25 + (letterCount(last) <= 3 ? 0.02 : 0);
}

/**
 * Factor that enlarges the estimated width of a piece of a word that is cut. Pieces with the same number of letters
 * differ in width, and a piece must not be wider than estimated.
 */
const unevenness = 1.13;

/** Cuts words that are wider than `limit`, in em, into pieces of similar length. */
export function cut(words: readonly Word[], limit: number, tracking: number): Word[] {
  return words.flatMap((word) =>
    word.width + tracking * word.characters <= limit ? [word] : pieces(word, limit, tracking),
  );
}

function pieces(word: Word, limit: number, tracking: number): Word[] {
  const parts = word.parts ?? graphemes(word.text);
  const width = word.width + tracking * word.characters;
  const letters = letterCount(word.text);
  const count = Math.ceil((width * unevenness) / limit);
  return filled(parts, Math.ceil(letters / count)).map((text, i): Word => {
    const share = (unevenness * word.width * letterCount(text)) / letters;
    const isRest = i > 0;
    return {
      text,
      characters: graphemes(text).length,
      width: share,
      glued: isRest || word.glued === true,
      isCut: true,
    };
  });
}

function filled(parts: readonly string[], lettersMax: number): string[] {
  const texts: string[] = [];
  for (const part of parts) {
    const before = texts.at(-1);
    if (before !== undefined && letterCount(before + part) <= lettersMax) texts.splice(-1, 1, before + part);
    else texts.push(part);
  }
  return texts;
}
