import type { Copy } from '../brief.ts';
import type { Box, TextBlock, TextRole, TextStyle } from '../scene.ts';
import { mainScript } from '../scripts/registry.ts';
import type { FaceInk, TextEngine } from './engine.ts';
import { balanced, cut, type Word } from './lines.ts';
import { tidy } from './tidy.ts';
import type { Typeface } from './typeface.ts';

export type Face = 'display' | 'text' | 'strong';

/** A text in lines at a size; measures in pixels. */
export interface SetText {
  role: TextRole;
  lines: string[];
  size: number;
  leading: number;
  /** Of the widest line. */
  width: number;
  /** From the top of the first capitals to the last baseline: what the eye takes for the height. */
  height: number;
  /** From the top of the first line box to the top of its capitals. */
  capTop: number;
  style: TextStyle;
  direction: 'ltr' | 'rtl';
  /** How far ink may reach above `height` and below it. */
  above: number;
  below: number;
}

export interface Wish {
  face: Face;
  size: number;
  width: number;
  linesMax: number;
  /** As a multiple of the size; by default what suits face and size. */
  leading?: number;
  /** Cut words that no line can hold; otherwise they do not fit. */
  cutWords?: boolean;
}

const roles: readonly TextRole[] = ['headline', 'subheadline', 'cta', 'offer', 'price', 'signature'];

/** Knows all the words of an ad and how wide they are; sets them without asking the engine again. */
export class Typesetter {
  readonly texts: Record<TextRole, string>;
  readonly face: Typeface;
  /** 1 % of the short side: what leading and tracking change by. */
  readonly u: number;
  readonly #widths: Map<string, number>;
  readonly #measured = new Map<string, Word[]>();
  readonly #inks: Record<Face, FaceInk>;

  private constructor(
    texts: Record<TextRole, string>,
    face: Typeface,
    known: { widths: Map<string, number>; inks: Record<Face, FaceInk>; u: number },
  ) {
    this.texts = texts;
    this.face = face;
    this.u = known.u;
    this.#widths = known.widths;
    this.#inks = known.inks;
  }

  static async measure(
    engine: TextEngine,
    texts: Record<TextRole, string>,
    face: Typeface,
    u: number,
  ): Promise<Typesetter> {
    const faces: Face[] = ['display', 'text', 'strong'];
    const words = [...new Set(roles.flatMap((role) => wordsOf(texts[role])))].concat(' ');
    const wanted = faces.flatMap((name) =>
      words.map((text) => ({ name, text: text === ' ' ? 'n n' : text, style: face[name] })),
    );
    const extra = faces.map((name) => ({ name, text: 'nn', style: face[name] }));
    const [widths, display, text, strong] = await Promise.all([
      engine.widths([...wanted, ...extra]),
      engine.ink(face.display, face.script.sample),
      engine.ink(face.text, face.script.sample),
      engine.ink(face.strong, face.script.sample),
    ]);
    const known = new Map([...wanted, ...extra].map(({ name, text: word }, i) => [`${name} ${word}`, widths[i] ?? 0]));
    return new Typesetter(texts, face, { widths: known, inks: { display, text, strong }, u });
  }

  has(role: TextRole): boolean {
    return this.texts[role] !== '';
  }

  wordCount(role: TextRole): number {
    return wordsOf(this.texts[role]).length;
  }

  /** Null where it does not fit. */
  set(role: TextRole, wish: Wish): SetText | null {
    const { face, size } = wish;
    const style = this.#styleAt(face, size);
    const limit = wish.width / size;
    const measured = this.#words(role, face);
    const words = wish.cutWords === true ? cut(measured, limit, style.tracking) : measured;
    const lines = balanced(words, limit, { space: this.#space(face), tracking: style.tracking });
    if (lines === null || lines.lines.length > wish.linesMax || lines.lines.length === 0) return null;
    const leading = (wish.leading ?? this.#leadingAt(face, size)) * size;
    const ink = this.#inks[face];
    const capTop = (leading - size) / 2 + ink.capTop * size;
    const height = (lines.lines.length - 1) * leading + (ink.baseline - ink.capTop) * size;
    const { reach } = this.face.script;
    const direction = mainScript(this.texts[role]).direction === 'rtl' ? 'rtl' : this.face.script.direction;
    return {
      role,
      lines: lines.lines,
      size,
      leading,
      width: Math.max(...lines.widths) * size,
      height,
      capTop,
      style,
      direction,
      above: reach.above * size,
      below: reach.below * size,
    };
  }

  #words(role: TextRole, face: Face): Word[] {
    const key = `${role} ${face}`;
    const known = this.#measured.get(key);
    if (known !== undefined) return known;
    const words = wordsOf(this.texts[role]).map((text): Word => ({
      text,
      characters: Array.from(text).length,
      width: this.#widths.get(`${face} ${text}`) ?? 0,
    }));
    this.#measured.set(key, words);
    return words;
  }

  #space(face: Face): number {
    return (this.#widths.get(`${face} n n`) ?? 0) - (this.#widths.get(`${face} nn`) ?? 0);
  }

  #styleAt(face: Face, size: number): TextStyle {
    const style = this.face[face];
    return size > 8 * this.u ? style : { ...style, tracking: style.tracking * Math.max(0, (size / this.u - 3) / 5) };
  }

  #leadingAt(face: Face, size: number): number {
    if (face !== 'display') return Math.max(1.32, this.face.script.leadingMin + 0.15);
    return size > 9 * this.u ? this.face.leading : this.face.leading + 0.09;
  }
}

const wordsOf = (text: string): string[] => text.split(' ').filter((word) => word !== '');

/** The block of a set text whose capitals begin at `top` and whose lines stand in the box's width. */
export function place(
  set: SetText,
  at: { x: number; top: number; width: number },
  look: { color: string; align: 'start' | 'center' },
): TextBlock {
  const box: Box = { x: at.x, y: at.top - set.capTop, width: at.width, height: set.lines.length * set.leading };
  const { role, lines, size, leading, style, direction } = set;
  return { role, lines, box, size, leading, style, direction, ...look };
}

export function textsOf(
  copy: Copy,
  signature: string,
  language: string,
  names: readonly string[],
): Record<TextRole, string> {
  const clean = (text: string) => tidy(text, language, names);
  return {
    headline: clean(copy.headline),
    subheadline: clean(copy.subheadline),
    cta: clean(copy.cta),
    offer: clean(copy.offer),
    price: clean(copy.price),
    signature: clean(signature),
  };
}
