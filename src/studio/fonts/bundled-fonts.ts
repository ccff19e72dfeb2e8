import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { type Coverage, coverageOf } from './cmap.ts';
import type { Face } from './face.ts';
import { uncovered } from './uncovered.ts';

const UnicodeRanges = z.record(z.string(), z.string());
type Range = [first: number, last: number];

interface Subset {
  name: string;
  ranges: Range[];
}

interface Family {
  folder: string;
  subsets: Subset[];
}

/** One file of a bundled font. It has the glyphs of one subset of characters, such as the Arabic letters. */
export interface BundledFile {
  name: string;
  data: Buffer;
  ranges: Range[];
  covers: Coverage;
}

/**
 * Reads the files of the bundled fonts, which are npm packages `@fontsource/<family>`. A family has one file for each
 * weight and subset of characters, and only the needed files are read: a Latin headline does not read the Arabic file.
 */
export class BundledFonts {
  readonly #families = new Map<string, Promise<Family>>();
  readonly #files = new Map<string, Promise<BundledFile>>();

  /** Returns the files of a font face that may have glyphs for the characters of a text. */
  async filesFor(face: Face, text: string): Promise<BundledFile[]> {
    const { folder, subsets } = await this.#family(face);
    const codePoints = Array.from(new Set(text), (letter) => letter.codePointAt(0) ?? 0);
    const wanted = subsets.filter(({ ranges }) => codePoints.some((point) => isIn(point, ranges)));
    return Promise.all(wanted.map((subset) => this.#file(face, folder, subset)));
  }

  /** Returns those of the characters for which a font face has no glyph. */
  async lacking(face: Face, characters: readonly string[]): Promise<string[]> {
    const files = await this.filesFor(face, characters.join(''));
    return uncovered(
      characters,
      files.map(({ covers }) => covers),
    );
  }

  #family(face: Face): Promise<Family> {
    const known = this.#families.get(face.family) ?? readFamily(face);
    this.#families.set(face.family, known);
    return known;
  }

  #file({ family, weight, isVariable }: Face, folder: string, subset: Subset): Promise<BundledFile> {
    const name = `${family}-${subset.name}-${isVariable === true ? 'wght' : weight}-normal.woff2`;
    const known = this.#files.get(name) ?? readFontFile(folder, name, subset);
    this.#files.set(name, known);
    return known;
  }
}

const isIn = (point: number, ranges: readonly Range[]): boolean =>
  ranges.some(([first, last]) => point >= first && point <= last);

async function readFontFile(folder: string, name: string, { ranges }: Subset): Promise<BundledFile> {
  const data = await readFile(join(folder, 'files', name));
  const inFile = coverageOf(data);
  return { name, data, ranges, covers: (point) => isIn(point, ranges) && inFile(point) };
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
