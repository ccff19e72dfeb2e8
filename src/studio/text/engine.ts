import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Renderer } from '@takumi-rs/core';
import { z } from 'zod';
import type { FontFile } from '../brief.ts';
import { type Coverage, coverageOf } from '../fonts/cmap.ts';
import type { Face } from '../fonts/face.ts';
import type { TextBlock, TextStyle } from '../scene.ts';
import { inVisualContext } from './bidi.ts';
import { graphemes } from './graphemes.ts';

/** Font size, in pixels, at which widths and heights of letters are measured. */
const measureSize = 100;
/**
 * Maximum distance, in em, that a glyph may extend beyond the line boxes of a text. Letters with stacked accents or
 * ornamental strokes extend the farthest.
 */
const overhang = 0.4;

/**
 * Matches characters that need no glyph: spaces, joiners, direction marks, variation selectors and emoji modifiers.
 * Signs that span a number, such as U+0600, are in the same Unicode category, but they need a glyph and are excluded
 * (Unicode property Prepended_Concatenation_Mark).
 */
const drawsNothing =
  /(?![\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])[\s\p{Cf}\p{Cc}\p{Variation_Selector}\p{Emoji_Modifier}]/gu;

const UnicodeRanges = z.record(z.string(), z.string());
type Range = [first: number, last: number];

interface Family {
  folder: string;
  subsets: { name: string; ranges: Range[] }[];
}

/**
 * A drawn text as RGBA pixels, without premultiplied alpha. (`x`, `y`) is the position of the top left pixel in the ad.
 */
export interface DrawnText {
  block: TextBlock;
  pixels: Buffer;
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Upper edge of the capital letters and baseline of a font face, in em from the top of a line box that is 1 em high.
 */
export interface FaceInk {
  capTop: number;
  baseline: number;
}

/**
 * Measures and draws text with takumi, a rendering library. Each font file is registered with takumi once per process.
 * A font family has one file for each subset of characters, and only the needed files are registered: a Latin headline
 * does not load the Arabic file.
 */
export class TextEngine {
  readonly #renderer: Renderer;
  readonly #families = new Map<string, Promise<Family>>();
  readonly #registered = new Map<string, Promise<Coverage>>();
  readonly #brandFonts = new Map<string, Promise<Face | undefined>>();
  readonly #coverage = new Map<string, Coverage[]>();
  readonly #ink = new Map<string, Promise<FaceInk>>();

  constructor(renderer: Renderer) {
    this.#renderer = renderer;
  }

  static async load(): Promise<TextEngine> {
    const takumi = await import('@takumi-rs/core');
    return new TextEngine(new takumi.Renderer());
  }

  async useBundled(face: Face, texts: string): Promise<void> {
    const { folder, subsets } = await this.#family(face);
    const codePoints = Array.from(new Set(texts), (letter) => letter.codePointAt(0) ?? 0);
    const wanted = subsets.filter(({ ranges }) =>
      ranges.some(([first, last]) => codePoints.some((point) => point >= first && point <= last)),
    );
    await Promise.all(
      wanted.map(({ name, ranges }) => {
        const file = `${face.family}-${name}-${face.isVariable === true ? 'wght' : face.weight}-normal.woff2`;
        return this.#register(face, file, async () => ({
          data: await readFile(join(folder, 'files', file)),
          unicodeRange: ranges,
        }));
      }),
    );
  }

  #family(face: Face): Promise<Family> {
    const known = this.#families.get(face.family) ?? readFamily(face);
    this.#families.set(face.family, known);
    return known;
  }

  /**
   * Registers a font file of the brand. Returns its family and weight, or undefined if the rendering library cannot
   * read the file.
   */
  useBrandFont(font: FontFile): Promise<Face | undefined> {
    const family = `brand-${createHash('sha256').update(font.bytes).digest('hex').slice(0, 16)}`;
    const known = this.#brandFonts.get(family) ?? this.#registerBrandFont(family, font);
    this.#brandFonts.set(family, known);
    return known;
  }

  async #registerBrandFont(family: string, font: FontFile): Promise<Face | undefined> {
    try {
      const faces = await this.#renderer.registerFont({ name: family, data: font.bytes });
      this.#coverage.set(family, [coverageOf(font.bytes)]);
      return { family, weight: faces[0]?.faces[0]?.weight ?? 400 };
    } catch {
      return undefined;
    }
  }

  #register(
    { family, weight, isVariable }: Face,
    key: string,
    load: () => Promise<{ data: Buffer; unicodeRange: Range[] }>,
  ): Promise<Coverage> {
    const known = this.#registered.get(key);
    if (known !== undefined) return known;
    const registering = load().then(async ({ data, unicodeRange }) => {
      const weights = isVariable === true ? {} : { weight };
      await this.#renderer.registerFont({ name: family, ...weights, style: 'normal', data, unicodeRange });
      const inFile = coverageOf(data);
      const covers: Coverage = (point) =>
        unicodeRange.some(([first, last]) => point >= first && point <= last) && inFile(point);
      this.#coverage.set(family, [...(this.#coverage.get(family) ?? []), covers]);
      return covers;
    });
    this.#registered.set(key, registering);
    return registering;
  }

  /**
   * Returns the characters of a text for which no single one of these font families has all glyphs. A character is what
   * a reader perceives as one, such as an emoji with its modifiers.
   */
  missingGlyphs(text: string, families: readonly string[]): string[] {
    return this.missingOf([...new Set(graphemes(text))], families);
  }

  missingOf(characters: readonly string[], families: readonly string[]): string[] {
    const fonts = families.flatMap((family) => this.#coverage.get(family) ?? []);
    return characters.filter((character) => {
      const drawn = Array.from(character.replace(drawsNothing, ''), (letter) => letter.codePointAt(0) ?? 0);
      return drawn.length > 0 && !fonts.some((covers) => drawn.every(covers));
    });
  }

  /** Returns the width of each word in em, without additional letter spacing. */
  async widths(words: readonly { text: string; style: TextStyle }[]): Promise<number[]> {
    if (words.length === 0) return [];
    const children = words.map(({ text, style }) => ({
      type: 'text' as const,
      text,
      style: { ...css(style), fontSize: measureSize, lineHeight: 1 },
    }));
    const tree = {
      type: 'container' as const,
      style: { display: 'flex', flexDirection: 'column' as const, alignItems: 'flex-start' },
      children,
    };
    const measured = await this.#renderer.measure(tree, { width: 1_000_000, height: 1_000_000 });
    return measured.children.map((child) => child.width / measureSize);
  }

  ink(style: TextStyle, sample: string): Promise<FaceInk> {
    const key = `${styleKey(style)} ${sample}`;
    const known = this.#ink.get(key) ?? this.#drawInk(style, sample);
    this.#ink.set(key, known);
    return known;
  }

  async #drawInk(style: TextStyle, sample: string): Promise<FaceInk> {
    const size = measureSize;
    const letter = {
      type: 'text' as const,
      text: sample,
      style: { ...css(style), fontSize: size, lineHeight: 1, color: '#000000' },
    };
    const side = size * 2;
    const tree = {
      type: 'container' as const,
      style: { display: 'flex', width: '100%', height: '100%', paddingTop: size / 2 },
      children: [letter],
    };
    const pixels = await this.#renderer.render(tree, { width: side, height: side, format: 'raw' });
    const inked = Array.from({ length: side }, (_, row) =>
      pixels.subarray(row * side * 4, (row + 1) * side * 4).some((value, i) => i % 4 === 3 && value > 127),
    );
    const first = inked.indexOf(true);
    if (first < 0) return { capTop: 0.15, baseline: 0.85 };
    return { capTop: (first - size / 2) / size, baseline: (inked.lastIndexOf(true) + 1 - size / 2) / size };
  }

  async draw(block: TextBlock): Promise<DrawnText> {
    const pad = Math.ceil(block.size * overhang);
    const x = Math.floor(block.box.x) - pad;
    const y = Math.floor(block.box.y) - pad;
    const width = Math.ceil(block.box.width) + 2 * pad;
    const height = Math.ceil(block.box.height) + 2 * pad;
    const aligned = block.align === 'center' ? 'center' : block.side === 'right' ? 'flex-end' : 'flex-start';
    const children = inVisualContext(block.lines, block.direction).map((text) => ({
      type: 'text' as const,
      text,
      dir: block.direction,
      style: {
        ...css(block.style),
        direction: block.direction,
        fontSize: block.size,
        lineHeight: `${block.leading}px`,
        letterSpacing: block.style.tracking * block.size,
        color: block.color,
      },
    }));
    const tree = {
      type: 'container' as const,
      style: {
        display: 'flex',
        flexDirection: 'column' as const,
        alignItems: aligned,
        width: '100%',
        height: '100%',
        padding: pad,
      },
      children,
    };
    const pixels = await this.#renderer.render(tree, { width, height, format: 'raw' });
    return { block, pixels, x, y, width, height };
  }
}

export const styleKey = ({ families, weight, features }: TextStyle): string =>
  `${families.join()} ${weight} ${features ?? ''}`;

function css(style: TextStyle) {
  return {
    fontFamily: style.families.map((family) => `"${family}"`).join(', '),
    fontWeight: style.weight,
    ...(style.features === undefined ? {} : { fontFeatureSettings: style.features }),
    whiteSpace: 'pre' as const,
  };
}

async function readFamily({ family, isVariable }: Face): Promise<Family> {
  const scope = isVariable === true ? '@fontsource-variable' : '@fontsource';
  const index = createRequire(import.meta.url).resolve(`${scope}/${family}/unicode.json`);
  const subsets = Object.entries(UnicodeRanges.parse(JSON.parse(await readFile(index, 'utf8'))));
  // In the index file of a font package, the names of numbered subsets are in brackets. In the names of the font files,
  // the brackets are missing.
  const named = subsets.map(([subset, ranges]) => ({
    name: subset.replace(/[[\]]/g, ''),
    ranges: ranges.split(',').map(parseRange),
  }));
  return { folder: dirname(index), subsets: named };
}

function parseRange(text: string): Range {
  const [first = '0', last = first] = text.trim().replace(/^U\+/i, '').split('-');
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}
