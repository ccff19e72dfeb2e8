import type { Copy } from '../brief.ts';
import { type Details, noDetails, textsIn } from '../copy/details.ts';
import { copyOf } from '../copy/drawn-copy.ts';
import { listIn, onOneLine } from '../copy/lists.ts';
import type { TextBlock, TextRole, TextStyle } from '../scene.ts';
import type { Box } from '../box.ts';
import { directionOf, mainWritingSystem, writingSystemsIn } from '../writing-systems/detect.ts';
import { type Breaker, breakerFor } from './breaks.ts';
import { letterCount, wordCount } from './count.ts';
import { type FaceInk, styleKey, type TextEngine } from './engine.ts';
import { leansOnNext } from './leaning-words.ts';
import { lettersOf } from './letters-of.ts';
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
  /** True if the lines would read better in smaller type (see `Lines`). */
  isPoor?: true;
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

/** Roles with one text. The texts of `detail` are in the details. */
export type TypesetRole = Exclude<TextRole, 'detail'>;

interface MeasureOptions {
  u: number;
  language: string;
  softHyphens?: readonly string[] | undefined;
  details?: Details;
}

const faces: readonly FaceName[] = ['display', 'text', 'strong'];

interface Setting {
  style: TextStyle;
  ink: FaceInk;
  /** Width of a space, in em. */
  space: number;
  words: Word[];
  /** Thickness of the thin strokes of the letters, in em. */
  thin: number;
  /** What replaces the setting at sizes at which its thin strokes would be lost. */
  sturdier?: Setting | undefined;
}

/**
 * Minimum thickness of the thin strokes of a text, in u (1 % of the canvas's short side): 1.3 pixels of 1080. Chosen by
 * reading renders of 1080 and of 120 pixels in sizes of 4u to 14u: in both, Cormorant reads from 6u on, Playfair and DM
 * Serif from 4u, which is this thickness in each of them. Sans serifs have it in every size.
 */
const strokeMin = 0.12;
/** Smallest size of a text, in u. */
const smallest = 2.4;

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
  /** Texts beside the copy, and the list in the copy. */
  readonly details: Details;
  readonly #settings: Map<string, Setting>;
  readonly #manners = new Map<string, Manner>();

  private constructor(
    texts: Record<TypesetRole, string>,
    face: Typeface,
    { settings, u, details }: { settings: Map<string, Setting>; u: number; details: Details },
  ) {
    this.texts = { ...texts, detail: '' };
    this.face = face;
    this.u = u;
    this.details = details;
    this.#settings = settings;
  }

  static async measure(
    engine: TextEngine,
    texts: Record<TypesetRole, string>,
    face: Typeface,
    { u, language, softHyphens = [], details = noDetails }: MeasureOptions,
  ): Promise<Typesetter> {
    const said = [...new Set([...Object.values(texts), ...textsIn(details)])].filter((text) => text !== '');
    const breaker = await breakerFor(said.join(' '), language, softHyphens);
    const settings = await settingsOf(engine, { texts: said, face, breaker, language });
    return new Typesetter(texts, face, { settings, u, details });
  }

  has(role: TextRole): boolean {
    return this.texts[role] !== '';
  }

  /** Reports whether a text ends with a word that leans on what follows: `Three seats from`. */
  leans(role: TextRole): boolean {
    return this.#settings.get(`strong ${this.texts[role]}`)?.words.at(-1)?.leans === true;
  }

  wordCount(role: TextRole): number {
    return wordCount(this.texts[role]);
  }

  letterCount(role: TextRole): number {
    return letterCount(this.texts[role]);
  }

  set(role: TextRole, options: Options): SetText | null {
    return this.setText(this.texts[role], role, options);
  }

  /** Breaks a text of the copy or of the details into lines. */
  setText(text: string, role: TextRole, options: Options): SetText | null {
    const { face, size } = options;
    const setting = sturdyAt(size / this.u, this.#settings.get(`${face} ${text}`));
    if (setting === undefined) return null;
    const { style: full, ink } = setting;
    const { leadingMin, reach, direction } = this.#manner(text);
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

  #manner(text: string): Manner {
    const manner = this.#manners.get(text) ?? mannerOf(text, this.face);
    this.#manners.set(text, manner);
    return manner;
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
  texts: readonly string[];
  face: Typeface;
  breaker: Breaker;
  language: string;
}

function sturdyAt(sizeU: number, setting: Setting | undefined): Setting | undefined {
  if (setting?.sturdier === undefined || setting.thin * sizeU >= strokeMin) return setting;
  return sturdyAt(sizeU, setting.sturdier);
}

interface Styled {
  style: TextStyle;
  thin: number;
}

/** Number of different letters on which the strokes of a face are measured. */
const lettersMeasured = 10;

interface Styling {
  engine: TextEngine;
  face: Typeface;
  texts: readonly string[];
}

/** Returns the style of a face for a text and, if its strokes are thin, those that may replace it. */
async function stylesFor(name: FaceName, text: string, { engine, face, texts }: Styling): Promise<Styled[]> {
  const { pattern } = mainWritingSystem(text, face.writingSystems);
  const letters = [...new Set(texts.flatMap(lettersOf).filter((letter) => pattern.test(letter)))];
  const sample = letters.slice(0, lettersMeasured).join('');
  const styled = async (style: TextStyle) => ({ style, thin: await engine.thinStroke(style, sample) });
  const usual = await styled(face.style(name, text));
  if (usual.thin * smallest >= strokeMin) return [usual];
  return [usual, ...(await Promise.all(face.sturdier(name, text).map(styled)))];
}

/** Returns the words of the texts with their widths. A single call of the slow text engine measures all words. */
async function settingsOf(
  engine: TextEngine,
  { texts, face, breaker, language }: Measuring,
): Promise<Map<string, Setting>> {
  const wanted = await Promise.all(
    texts.flatMap((text) => {
      const phrases = breaker(text);
      return faces.map(async (name) => ({
        name,
        text,
        phrases,
        styles: await stylesFor(name, text, { engine, face, texts }),
      }));
    }),
  );
  const asked = new Map(
    wanted
      .flatMap(({ phrases, styles }) =>
        [...phrases.flatMap(measuredTexts), 'n n', 'nn', 'n-n'].flatMap((text) =>
          styles.map(({ style }) => ({ text, style })),
        ),
      )
      .map((each) => [keyOf(each.text, each.style), each]),
  );
  const measured = await engine.widths([...asked.values()]);
  const widths = new Map(Array.from(asked.keys(), (key, at) => [key, measured[at] ?? 0]));
  const settings = wanted.map(async ({ name, text, phrases, styles }): Promise<[string, Setting][]> => {
    const sample = mainWritingSystem(text, face.writingSystems).sample;
    const made = styles.map(async ({ style, thin }): Promise<Setting> => {
      const width = (word: string) => widths.get(keyOf(word, style)) ?? 0;
      const [space, hyphen] = [width('n n') - width('nn'), width('n-n') - width('nn')];
      const words = phrases.map((phrase) => ({
        ...wordOf(phrase, { of: width, hyphen }),
        leans: leansOnNext(phrase.text, language),
      }));
      return { style, ink: await engine.ink(style, sample), space, words, thin };
    });
    const chain = (await Promise.all(made)).reduceRight<Setting | undefined>(
      (sturdier, setting) => ({ ...setting, sturdier }),
      undefined,
    );
    return chain === undefined ? [] : [[`${name} ${text}`, chain]];
  });
  return new Map((await Promise.all(settings)).flat());
}

const keyOf = (text: string, style: TextStyle): string => `${styleKey(style)} ${text}`;

export function place(
  set: SetText,
  at: { x: number; top: number; width: number },
  look: { color: string; align: 'start' | 'center' },
): TextBlock {
  const box: Box = { x: at.x, y: at.top - set.capTop, width: at.width, height: set.lines.length * set.leading };
  const { role, lines, size, leading, style, direction, side, breaksWord, isPoor } = set;
  const faults = { ...(breaksWord && { breaksWord }), ...(role === 'headline' && isPoor && { isPoor }) };
  return { role, lines, box, size, leading, style, direction, side, ...faults, ...look };
}

export function textsOf(
  copy: Copy,
  signature: string,
  language: string,
  names: readonly string[],
): Record<TypesetRole, string> {
  const clean = (text: string) => tidy(text, language, names);
  const list = listIn(copy);
  const lineOf = (part: keyof Copy) => (list?.role === part ? onOneLine(list) : copy[part]);
  return { ...copyOf((part) => clean(lineOf(part))), signature: tidy(signature, language, []) };
}
