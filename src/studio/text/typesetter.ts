import type { Copy } from '../brief.ts';
import { copyOf, copyParts } from '../copy/drawn-copy.ts';
import type { TextBlock, TextRole, TextStyle } from '../scene.ts';
import type { Box } from '../box.ts';
import { directionOf, mainWritingSystem, writingSystemsIn } from '../writing-systems/detect.ts';
import { type Breaker, breakerFor } from './breaks.ts';
import { letterCount, wordCount } from './count.ts';
import { type FaceInk, styleKey, type TextEngine } from './engine.ts';
import { balanced, cut, divided, dividedAgain, type Lines, type Word } from './lines.ts';
import { tidy } from './tidy.ts';
import type { FaceName, Typeface } from './typeface.ts';
import { measuredTexts, wordOf } from './words.ts';

/** A text that is broken into lines at a given font size. Lengths are in pixels. */
export interface SetText {
  role: TextRole;
  lines: string[];
  size: number;
  leading: number;
  width: number;
  /**
   * Visible height of the text, from the upper edge of the capitals in the first line to the baseline of the last line.
   */
  height: number;
  /** Distance from the top of the first line box to the upper edge of the capitals in this line. */
  capTop: number;
  style: TextStyle;
  /** True if a word is broken across two lines. */
  breaksWord?: true;
  direction: 'ltr' | 'rtl';
  side: 'left' | 'right';
  /**
   * Maximum distance that accents may extend above the capitals of the first line. `below` is the maximum distance that
   * descenders may extend below the baseline of the last line.
   */
  above: number;
  below: number;
}

export interface Options {
  face: FaceName;
  size: number;
  width: number;
  linesMax: number;
  /** Line height, as a multiple of the font size. By default, it depends on the font face and the font size. */
  leading?: number;
  /** Where a word that is wider than a line may be broken. Default: nowhere. */
  breakWords?: BreakWords | undefined;
}

/** `joints`: where it is best divided; `anywhere`: where it may be divided, else between any two letters. */
export type BreakWords = 'joints' | 'anywhere';

/** Ways to break words, in the order in which they are tried: smaller type comes before a broken word. */
export const waysToBreakWords: readonly (BreakWords | undefined)[] = [undefined, 'joints', 'anywhere'];

const roles: readonly TextRole[] = [...copyParts, 'signature'];

const faces: readonly FaceName[] = ['display', 'text', 'strong'];

interface Setting {
  style: TextStyle;
  ink: FaceInk;
  /** Width of a space, in em. */
  space: number;
  words: Word[];
}

interface Manner {
  leadingMin: number;
  reach: { above: number; below: number };
  direction: 'ltr' | 'rtl';
}

/**
 * Breaks the texts of an ad into lines at any font size. All words are measured once in advance, so that the slow text
 * engine is not called again for each size.
 */
export class Typesetter {
  readonly texts: Record<TextRole, string>;
  readonly face: Typeface;
  /**
   * 1 % of the canvas's short side, in pixels. Line height and letter spacing depend on the ratio of the font size to
   * this length.
   */
  readonly u: number;
  readonly #settings: Map<string, Setting>;
  readonly #manners: Map<TextRole, Manner>;

  private constructor(
    texts: Record<TextRole, string>,
    face: Typeface,
    { settings, u }: { settings: Map<string, Setting>; u: number },
  ) {
    this.texts = texts;
    this.face = face;
    this.u = u;
    this.#settings = settings;
    this.#manners = new Map(roles.map((role) => [role, mannerOf(texts[role], face)]));
  }

  static async measure(
    engine: TextEngine,
    texts: Record<TextRole, string>,
    face: Typeface,
    { u, language, softHyphens = [] }: { u: number; language: string; softHyphens?: readonly string[] | undefined },
  ): Promise<Typesetter> {
    const breaker = await breakerFor(Object.values(texts).join(' '), language, softHyphens);
    const settings = await settingsOf(engine, { texts, face, breaker });
    return new Typesetter(texts, face, { settings, u });
  }

  has(role: TextRole): boolean {
    return this.texts[role] !== '';
  }

  wordCount(role: TextRole): number {
    return wordCount(this.texts[role]);
  }

  letterCount(role: TextRole): number {
    return letterCount(this.texts[role]);
  }

  set(role: TextRole, options: Options): SetText | null {
    const { face, size } = options;
    const setting = this.#settings.get(`${role} ${face}`);
    if (setting === undefined) return null;
    const { style: full, ink } = setting;
    const { leadingMin, reach, direction } = this.#manner(role);
    const style = this.#styleAt(full, size);
    const set = linesIn(setting, style.tracking, options);
    if (set === null) return null;
    const { widths, ...lines } = set;
    const leading = Math.max(options.leading ?? this.#leadingAt(face, size, leadingMin), leadingMin) * size;
    const capTop = (leading - size) / 2 + ink.capTop * size;
    const height = (lines.lines.length - 1) * leading + (ink.baseline - ink.capTop) * size;
    return {
      role,
      ...lines,
      size,
      leading,
      width: Math.max(...widths) * size,
      height,
      capTop,
      style,
      direction,
      side: direction === 'rtl' || this.face.writingSystem.direction === 'rtl' ? 'right' : 'left',
      above: reach.above * size,
      below: reach.below * size,
    };
  }

  #manner(role: TextRole): Manner {
    return this.#manners.get(role) ?? mannerOf(this.texts[role], this.face);
  }

  #styleAt(style: TextStyle, size: number): TextStyle {
    return size > 8 * this.u ? style : { ...style, tracking: style.tracking * Math.max(0, (size / this.u - 3) / 5) };
  }

  #leadingAt(face: FaceName, size: number, leadingMin: number): number {
    if (face !== 'display') return Math.max(1.32, leadingMin + 0.15);
    return size > 9 * this.u ? this.face.leading : this.face.leading + 0.09;
  }
}

interface BrokenLines extends Lines {
  breaksWord?: true;
}

/** Breaks a text into at most `linesMax` lines. Returns null if it does not fit. */
function linesIn({ space, words: whole }: Setting, tracking: number, options: Options): BrokenLines | null {
  const { size, width, linesMax, breakWords } = options;
  const words = brokenWords(whole, width / size, { tracking, breakWords });
  const lines = balanced(words, width / size, { space, tracking, linesMax });
  if (lines === null || lines.lines.length > linesMax || lines.lines.length === 0) return null;
  if (breakWords === 'joints' && lines.lines.some(isFragment)) return null;
  return { ...lines, ...(words.length > whole.length && { breaksWord: true }) };
}

/** Reports whether a line has only a few letters of a word that is hyphenated twice. */
const isFragment = (line: string): boolean => /^\p{L}{1,3}-$/u.test(line);

function brokenWords(
  words: readonly Word[],
  limit: number,
  { tracking, breakWords }: { tracking: number; breakWords: BreakWords | undefined },
): readonly Word[] {
  if (breakWords === undefined) return words;
  if (breakWords === 'joints') return divided(words, limit, tracking);
  return cut(dividedAgain(words, limit, tracking), limit, tracking);
}

function mannerOf(text: string, { writingSystem, writingSystems }: Typeface): Manner {
  const written = [writingSystem, ...writingSystemsIn(text, writingSystems)];
  return {
    leadingMin: Math.max(...written.map(({ leadingMin }) => leadingMin)),
    reach: {
      above: Math.max(...written.map(({ reach }) => reach.above)),
      below: Math.max(...written.map(({ reach }) => reach.below)),
    },
    direction: directionOf(text, writingSystem, writingSystems),
  };
}

interface Measuring {
  texts: Record<TextRole, string>;
  face: Typeface;
  breaker: Breaker;
}

/** Returns the words of the texts with their widths. A single call of the slow text engine measures all words. */
async function settingsOf(engine: TextEngine, { texts, face, breaker }: Measuring): Promise<Map<string, Setting>> {
  const said = roles.filter((role) => texts[role] !== '');
  const wanted = said.flatMap((role) => {
    const phrases = breaker(texts[role]);
    return faces.map((name) => ({
      key: `${role} ${name}`,
      text: texts[role],
      phrases,
      style: face.style(name, texts[role]),
    }));
  });
  const asked = new Map(
    wanted
      .flatMap(({ phrases, style }) =>
        [...phrases.flatMap(measuredTexts), 'n n', 'nn', 'n-n'].map((text) => ({ text, style })),
      )
      .map((each) => [keyOf(each.text, each.style), each]),
  );
  const measured = await engine.widths([...asked.values()]);
  const widths = new Map(Array.from(asked.keys(), (key, at) => [key, measured[at] ?? 0]));
  const settings = wanted.map(async ({ key, text, phrases, style }): Promise<[string, Setting]> => {
    const width = (word: string) => widths.get(keyOf(word, style)) ?? 0;
    const ink = await engine.ink(style, mainWritingSystem(text, face.writingSystems).sample);
    const [space, hyphen] = [width('n n') - width('nn'), width('n-n') - width('nn')];
    const words = phrases.map((phrase) => wordOf(phrase, { of: width, hyphen }));
    return [key, { style, ink, space, words }];
  });
  return new Map(await Promise.all(settings));
}

const keyOf = (text: string, style: TextStyle): string => `${styleKey(style)} ${text}`;

export function place(
  set: SetText,
  at: { x: number; top: number; width: number },
  look: { color: string; align: 'start' | 'center' },
): TextBlock {
  const box: Box = { x: at.x, y: at.top - set.capTop, width: at.width, height: set.lines.length * set.leading };
  const { role, lines, size, leading, style, direction, side, breaksWord } = set;
  return { role, lines, box, size, leading, style, direction, side, ...(breaksWord && { breaksWord }), ...look };
}

export function textsOf(
  copy: Copy,
  signature: string,
  language: string,
  names: readonly string[],
): Record<TextRole, string> {
  const clean = (text: string) => tidy(text, language, names);
  return { ...copyOf((part) => clean(copy[part])), signature: tidy(signature, language, []) };
}
