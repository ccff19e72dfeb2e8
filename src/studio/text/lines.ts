import { letterCount } from './count.ts';
import { graphemes } from './graphemes.ts';

/** A word of a text, with its width in em. */
export interface Word {
  text: string;
  characters: number;
  width: number;
  glued?: boolean;
  /** True for an article or a preposition, after which a line should not end. */
  leans?: boolean;
  isCut?: boolean;
  /** Pieces into which the word may be divided if it is wider than a line. */
  pieces?: readonly Word[];
  /** Pieces into which the word may be cut if it is wider than a line and cannot be divided. Default: single characters. */
  parts?: readonly string[];
  /** What a line shows at its end if the word is cut there. */
  cutEnd?: LineEnd;
  /** What a line shows after this word if it ends there. */
  end?: LineEnd;
}

export interface LineEnd {
  text: string;
  /** Width in em. */
  width: number;
  /** How much the break disturbs a reader, compared with lines of uneven length. */
  cost: number;
}

export interface Lines {
  lines: string[];
  /** Width of each line in em, including letter spacing. */
  widths: number[];
  /**
   * True if smaller type would read better: a line ends with an article or a preposition, or is one short word, the last
   * line is a word that is much shorter than the others, there are many lines of one short word each, or a short clause
   * is divided.
   */
  isPoor?: true;
}

interface Measure {
  space: number;
  /** Letter spacing: width in em that is added after every character. */
  tracking: number;
  /** Maximum number of lines of a text with divided words, which may have more lines than it needs. */
  linesMax?: number;
}

function greedy(words: readonly Word[], limit: number, { space, tracking }: Measure): Lines {
  const breaks: Break[] = [];
  const widths: number[] = [];
  for (const [at, word] of words.entries()) {
    const width = word.width + tracking * word.characters;
    const gap = word.glued === true ? 0 : space + tracking;
    const together = (widths.at(-1) ?? Infinity) + gap + width;
    const last = breaks.at(-1);
    if (last !== undefined && together + endWidth(word) <= limit) {
      last[1] = at + 1;
      widths.splice(-1, 1, together);
    } else {
      breaks.push([at, at + 1]);
      widths.push(width);
    }
  }
  const ends = breaks.map(([, to]) => endWidth(words[to - 1]));
  return {
    lines: breaks.map(([from, to]) => lineOf(words, from, to)),
    widths: widths.map((width, i) => width + (ends[i] ?? 0)),
  };
}

const endWidth = (word: Word | undefined): number => word?.end?.width ?? 0;

const lineOf = (words: readonly Word[], from: number, to: number): string =>
  words
    .slice(from, to)
    .reduce((line, { text, glued }, at) => line + (at === 0 || glued === true ? '' : ' ') + text, '') +
  (words[to - 1]?.end?.text ?? '');

/**
 * Breaks a text into as few lines as possible, preferably of similar length and with breaks after a sentence. Avoids
 * breaks after a short word, and a single short word on the last line. Returns null if a word is wider than `limit`, in
 * em.
 */
export function balanced(words: readonly Word[], limit: number, measure: Measure): Lines | null {
  if (words.some((word) => isWider(word, limit, measure.tracking))) return null;
  const fewest = greedy(words, limit, measure);
  const count = fewest.lines.length;
  if (count < 2 || words.length > wordsWeighed || words.some(({ isCut }) => isCut === true)) return fewest;
  const counts = Array.from({ length: 1 + linesToSpare(words, count, measure) }, (_, more) => count + more);
  const [best] = counts
    .flatMap((each) => bestBreaks(words, { limit, count: each, measure }) ?? [])
    .toSorted((a, b) => a.cost + a.breaks.length * lineCost - b.cost - b.breaks.length * lineCost);
  if (best === undefined) return fewest;
  return {
    lines: best.breaks.map(([from, to]) => lineOf(words, from, to)),
    widths: best.breaks.map(([from, to]) => lineWidth(words, from, to, measure)),
    ...((isPoor(words, best.breaks) || isStranded(words, best.breaks, measure)) && { isPoor: true }),
  };
}

/** Number of lines from which a text of short lines is a stack of words. */
const stackMin = 3;
/** Maximum mean length of the lines in a stack of words, in letters. */
const stackLettersMax = 6;
/** Maximum number of letters of a word that should not be a line of its own. */
const aloneMax = 3;

const isAlone = (word: Word | undefined): boolean =>
  word?.leans === true || (/^\p{L}+\p{P}*$/u.test(word?.text ?? '') && letterCount(word?.text ?? '') <= aloneMax);

/** Width of a line of one word, compared with the longest line, below which the word looks left over. */
const strandedMax = 0.55;

/**
 * Reports whether a line after the first is a single word that looks left over: much shorter than the longest line, or
 * on the last line after another single word.
 */
function isStranded(words: readonly Word[], breaks: readonly Break[], measure: Measure): boolean {
  const lines = breaks.map(([from, to]) => ({
    isSingle: to - from === 1,
    endsPart: endsSentence(words[to - 1]?.text ?? '') || endsClause(words[to - 1]?.text ?? ''),
    width: lineWidth(words, from, to, measure),
  }));
  const longest = Math.max(...lines.map(({ width }) => width));
  const isLast = (at: number) => at === lines.length - 1;
  return lines.some(({ isSingle, endsPart, width }, at) => {
    if (at === 0 || !isSingle) return false;
    const isSecond = isLast(at) && lines[at - 1]?.isSingle === true && lines.some((line) => !line.isSingle);
    return isSecond || (width < strandedMax * longest && (isLast(at) || !endsPart));
  });
}

function isPoor(words: readonly Word[], breaks: readonly Break[]): boolean {
  const isBad = ([from, to]: Break) =>
    (to < words.length && words[to - 1]?.leans === true) || (to - from === 1 && isAlone(words[from]));
  if (breaks.some(isBad) || dividesShortClause(words, breaks)) return true;
  const single = breaks.filter(
    ([from, to]) => to - from === 1 || words.slice(from + 1, to).every((word) => word.glued),
  );
  const letters = words.reduce((sum, { text }) => sum + letterCount(text), 0);
  return (
    breaks.length >= stackMin && single.length * 3 >= breaks.length * 2 && letters <= stackLettersMax * breaks.length
  );
}

/** Maximum number of letters of a clause that should stay on one line: `Three caps,`. */
const clauseLettersMax = 11;

/** Reports whether a line ends inside a short clause, or inside a short sentence, of a text with several. */
function dividesShortClause(words: readonly Word[], breaks: readonly Break[]): boolean {
  const isEnd = ({ text }: Word) => endsSentence(text) || endsClause(text);
  return breaks.slice(0, -1).some(([, at]) => {
    const from = words.findLastIndex((word, place) => place < at && isEnd(word)) + 1;
    const end = words.findIndex((word, place) => place >= at && isEnd(word));
    const clause = words.slice(from, end < 0 ? words.length : end + 1);
    const letters = clause.reduce((sum, { text }) => sum + letterCount(text), 0);
    return from < at && clause.length < words.length && letters <= clauseLettersMax;
  });
}

/** Cost of a line more than needed, on the scale of the costs of line breaks. */
const lineCost = 0.1;

/** Returns how many lines more than needed a text may have so that its words are divided at better places. */
function linesToSpare(words: readonly Word[], fewest: number, { linesMax = fewest }: Measure): number {
  return words.some(({ end }) => end !== undefined) ? Math.min(2, Math.max(0, linesMax - fewest)) : 0;
}

/**
 * Maximum number of words of a text for which the best line breaks are searched. In longer texts, good line breaks
 * matter less than a short computing time.
 */
const wordsWeighed = 60;

/** Reports whether a word, with what a line shows after it if it ends there, is wider than a line. */
const isWider = (word: Word, limit: number, tracking: number): boolean =>
  wordWidth(word, tracking) + endWidth(word) > limit;

const wordWidth = (word: Word, tracking: number): number => word.width + tracking * word.characters;

function lineWidth(words: readonly Word[], from: number, to: number, { space, tracking }: Measure): number {
  const width = words.slice(from, to).reduce((sum, word, at) => {
    const gap = at === 0 || word.glued === true ? 0 : space + tracking;
    return sum + gap + word.width + tracking * word.characters;
  }, 0);
  return width + endWidth(words[to - 1]);
}

type Break = [from: number, to: number];

interface Reached {
  cost: number;
  breaks: Break[];
}

function bestBreaks(
  words: readonly Word[],
  options: { limit: number; count: number; measure: Measure },
): Reached | null {
  const ideal = lineWidth(words, 0, words.length, options.measure) / options.count;
  let reached = new Map<number, Reached>([[0, { cost: 0, breaks: [] }]]);
  for (let line = 0; line < options.count; line++) {
    const next = new Map<number, Reached>();
    for (const [from, way] of reached) extend(next, { from, way }, words, { ...options, ideal });
    reached = next;
  }
  return reached.get(words.length) ?? null;
}

function extend(
  next: Map<number, Reached>,
  { from, way }: { from: number; way: Reached },
  words: readonly Word[],
  { limit, ideal, measure }: { limit: number; ideal: number; measure: Measure },
): void {
  for (let to = from + 1; to <= words.length; to++) {
    const width = lineWidth(words, from, to, measure);
    if (width - endWidth(words[to - 1]) > limit) return;
    if (width > limit) continue;
    const uneven = ((width - ideal) / ideal) ** 2 + leftOverCost(words, from, to, width / ideal);
    const cost = way.cost + uneven + breakCost(words, from, to);
    if (cost < (next.get(to)?.cost ?? Infinity)) next.set(to, { cost, breaks: [...way.breaks, [from, to]] });
  }
}

const endsSentence = (text: string) => /[.!?…؟。！？।][”»"’」』）]?$/u.test(text);
const endsClause = (text: string) => /[,;:،؛–—、，；：]$/u.test(text);

const isShort = (word: Word | undefined) => letterCount(word?.text ?? '') < (word?.glued === true ? 6 : 5);

/** Cost of a line that ends with an article or a preposition, or is one short word. */
const poorCost = 0.5;

function breakCost(words: readonly Word[], from: number, to: number): number {
  const last = words[to - 1];
  if (last?.end !== undefined) return last.end.cost + fragmentCost(words, from, to);
  const within = words.slice(from, to - 1).filter(({ text }) => endsSentence(text)).length * 0.25;
  const alone = to - from === 1 && isAlone(words[from]) ? poorCost : 0;
  return within + Math.max(alone, to === words.length ? costAtEnd(words, from) : costAfter(last));
}

/** Returns the cost of a line that has only a few letters of a word that is divided before and after them. */
function fragmentCost(words: readonly Word[], from: number, to: number): number {
  const isInside = words[from - 1]?.end !== undefined;
  return isInside && letterCount(lineOf(words, from, to)) < fragmentLettersMin ? 0.6 : 0;
}

/** Minimum number of letters, with the hyphen, of a line that begins and ends inside a word. */
const fragmentLettersMin = 5;

/** Returns the cost of a last line of one word that is much shorter than the others. */
const leftOverCost = (words: readonly Word[], from: number, to: number, part: number): number =>
  from > 0 && to === words.length && to - from === 1 && part < strandedMax ? 0.2 : 0;

/** Returns the cost of a last line of one short word. */
const costAtEnd = (words: readonly Word[], from: number): number =>
  words.length - from === 1 && isShort(words[from]) ? 0.3 : 0;

/** Returns the cost of a line that ends with a whole word. A line preferably ends with a sentence or a clause. */
function costAfter({ text: word = '', leans = false }: Partial<Word> = {}): number {
  if (leans) return poorCost;
  if (endsSentence(word)) return -0.2;
  if (endsClause(word)) return -0.06;
  return letterCount(word) <= 3 ? 0.02 : 0;
}

/** Divides words that are wider than `limit`, in em, into the pieces after which a line may end. */
export function divided(words: readonly Word[], limit: number, tracking: number): Word[] {
  return words.flatMap((word) => (isWider(word, limit, tracking) ? (word.pieces ?? [word]) : [word]));
}

/** Divides words that are wider than `limit`, in em, like `divided`, but at all their places if some pieces are wider too. */
export function dividedAgain(words: readonly Word[], limit: number, tracking: number): Word[] {
  return words.flatMap((word) => {
    const pieces = divided([word], limit, tracking);
    return pieces.some((piece) => isWider(piece, limit, tracking)) ? smallest(word) : pieces;
  });
}

const smallest = (word: Word): Word[] => (word.pieces === undefined ? [word] : word.pieces.flatMap(smallest));

/**
 * Factor that enlarges the estimated width of a piece of a word that is cut. Pieces with the same number of letters
 * differ in width, and a piece must not be wider than estimated.
 */
const unevenness = 1.13;

/** Cuts words that are wider than `limit`, in em, into pieces of similar length. */
export function cut(words: readonly Word[], limit: number, tracking: number): Word[] {
  return words.flatMap((word) => (isWider(word, limit, tracking) ? pieces(word, limit, tracking) : [word]));
}

function pieces(word: Word, limit: number, tracking: number): Word[] {
  const parts = word.parts ?? graphemes(word.text);
  const width = wordWidth(word, tracking);
  const letters = letterCount(word.text);
  const count = Math.ceil((width * unevenness) / (limit - (word.cutEnd?.width ?? 0)));
  const texts = filled(parts, Math.ceil(letters / count));
  return texts.map((text, i): Word => {
    const share = (unevenness * word.width * letterCount(text)) / letters;
    const end = i === texts.length - 1 ? word.end : word.cutEnd;
    return {
      text,
      characters: graphemes(text).length,
      width: share,
      glued: i > 0 || word.glued === true,
      isCut: true,
      ...(end && { end }),
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
