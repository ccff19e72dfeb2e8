import { createHash } from 'node:crypto';
import type { Renderer } from '@takumi-rs/core';
import type { FontFile } from '../brief.ts';
import { type BundledFile, BundledFonts } from '../fonts/bundled-fonts.ts';
import { type Coverage, coverageOf } from '../fonts/cmap.ts';
import { axesOf } from '../fonts/axes.ts';
import type { BrandFont } from '../fonts/brand-font.ts';
import type { Face } from '../fonts/face.ts';
import { uncovered } from '../fonts/uncovered.ts';
import type { TextBlock, TextStyle } from '../scene.ts';
import { inVisualContext } from './bidi.ts';
import { graphemes } from './graphemes.ts';
import { thinStroke } from './thin-stroke.ts';

/** Font size, in pixels, at which widths and heights of letters are measured. */
const measureSize = 100;
/**
 * Maximum distance, in em, that a glyph may extend beyond the line boxes of a text. Letters with stacked accents or
 * ornamental strokes extend the farthest.
 */
const overhang = 0.4;

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
 */
export class TextEngine {
  readonly #renderer: Renderer;
  readonly fonts = new BundledFonts();
  readonly #registered = new Map<string, Promise<void>>();
  readonly #brandFonts = new Map<string, Promise<BrandFont | undefined>>();
  readonly #coverage = new Map<string, Coverage[]>();
  readonly #ink = new Map<string, Promise<FaceInk>>();
  readonly #strokes = new Map<string, Promise<number>>();

  constructor(renderer: Renderer) {
    this.#renderer = renderer;
  }

  static async load(): Promise<TextEngine> {
    const takumi = await import('@takumi-rs/core');
    return new TextEngine(new takumi.Renderer());
  }

  async useBundled(face: Face, texts: string): Promise<void> {
    const files = await this.fonts.filesFor(face, texts);
    await Promise.all(files.map((file) => this.#register(face, file)));
  }

  /** Registers a font file of the brand. Returns undefined if the rendering library cannot read the file. */
  useBrandFont(font: FontFile): Promise<BrandFont | undefined> {
    const family = `brand-${createHash('sha256').update(font.bytes).digest('hex').slice(0, 16)}`;
    const known = this.#brandFonts.get(family) ?? this.#registerBrandFont(family, font);
    this.#brandFonts.set(family, known);
    return known;
  }

  async #registerBrandFont(family: string, { bytes }: FontFile): Promise<BrandFont | undefined> {
    try {
      const [registered] = await this.#renderer.registerFont({ name: family, data: bytes });
      const [face] = registered?.faces ?? [];
      this.#coverage.set(family, [coverageOf(bytes)]);
      const isUpright = face === undefined || face.style === 'normal';
      return { family, weight: face?.weight ?? 400, isUpright, axes: axesOf(bytes) };
    } catch {
      return undefined;
    }
  }

  #register({ family, weight, isVariable }: Face, { name, data, ranges, covers }: BundledFile): Promise<void> {
    const known = this.#registered.get(name);
    if (known !== undefined) return known;
    const weights = isVariable === true ? {} : { weight };
    const font = { name: family, ...weights, style: 'normal', data, unicodeRange: ranges };
    const registering = this.#renderer.registerFont(font).then(() => {
      this.#coverage.set(family, [...(this.#coverage.get(family) ?? []), covers]);
    });
    this.#registered.set(name, registering);
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
    return uncovered(
      characters,
      families.flatMap((family) => this.#coverage.get(family) ?? []),
    );
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
    const side = size * 2;
    const pixels = await this.#drawSample(style, sample, { width: side, height: side });
    const inked = Array.from({ length: side }, (_, row) =>
      pixels.subarray(row * side * 4, (row + 1) * side * 4).some((value, i) => i % 4 === 3 && value > 127),
    );
    const first = inked.indexOf(true);
    if (first < 0) return { capTop: 0.15, baseline: 0.85 };
    return { capTop: (first - size / 2) / size, baseline: (inked.lastIndexOf(true) + 1 - size / 2) / size };
  }

  /** Returns the thickness of the thin strokes of letters, in em (see `thinStroke`). */
  thinStroke(style: TextStyle, letters: string): Promise<number> {
    const key = `${styleKey(style)} ${letters}`;
    const known = this.#strokes.get(key) ?? this.#measureStrokes(style, letters);
    this.#strokes.set(key, known);
    return known;
  }

  async #measureStrokes(style: TextStyle, letters: string): Promise<number> {
    const size = { width: measureSize * (graphemes(letters).length + 1), height: measureSize * 2 };
    return thinStroke(await this.#drawSample(style, letters, size), size) / measureSize;
  }

  #drawSample(style: TextStyle, text: string, size: { width: number; height: number }): Promise<Buffer> {
    const letters = {
      type: 'text' as const,
      text,
      style: { ...css(style), fontSize: measureSize, lineHeight: 1, color: '#000000' },
    };
    const tree = {
      type: 'container' as const,
      style: { display: 'flex', width: '100%', height: '100%', paddingTop: measureSize / 2 },
      children: [letters],
    };
    return this.#renderer.render(tree, { ...size, format: 'raw' });
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

export const styleKey = ({ families, weight, features, variations }: TextStyle): string =>
  `${families.join()} ${weight} ${features ?? ''} ${variations ?? ''}`;

function css(style: TextStyle) {
  return {
    fontFamily: style.families.map((family) => `"${family}"`).join(', '),
    fontWeight: style.weight,
    ...(style.features === undefined ? {} : { fontFeatureSettings: style.features }),
    ...(style.variations === undefined ? {} : { fontVariationSettings: style.variations }),
    whiteSpace: 'pre' as const,
  };
}
