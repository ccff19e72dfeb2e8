import { oncePer } from '../../domain/once.ts';
import { letterCount } from '../text/count.ts';
import type { CutOut } from './cut-out.ts';
import { trimmed } from './cut-out.ts';
import { bandsOf, type LetterRow, letterRows } from './logo-lettering.ts';
import { type LogoPart, partsOf } from './logo-parts.ts';

/** Ratio of width to height from which a logo is a word, also if its letters are joined. */
const wordRatio = 2.2;
export const isWord = ({ width, height }: CutOut): boolean => width > wordRatio * height;
/** Height of joined letters in a logo that is a word, as a share of its height. */
const joinedHeight = 0.45;

const rowsOf = oncePer((cutOut: CutOut): LetterRow[] => letterRows(partsOf(cutOut)));

/**
 * Returns the height of the name of the brand in a logo, as a share of the height of the logo: of its highest row if the
 * logo is a word, else of the highest that has about as many letters as the name, its first or its longest word. Returns
 * 0 if there is no such row.
 */
export function nameHeight(cutOut: CutOut, name: string): number {
  const [first = 0, ...others] = name.split(/\s+/u).map(letterCount);
  const words = [letterCount(name), first, Math.max(first, ...others)];
  const rows = rowsOf(cutOut);
  const fits = ({ letters: [least, most] }: LetterRow) => words.some((letters) => letters >= least && letters <= most);
  if (isWord(cutOut)) return rows[0]?.height ?? joinedHeight;
  return rows.find(fits)?.height ?? 0;
}

/** Minimum height of a row of letters that carries a name, as a share of the highest row. Lower ones are small print. */
const carriesFrom = 0.6;

/** Returns the parts of a logo that carry a name: its high letters or, in a word of joined letters, all parts. */
export const letteringOf = oncePer((cutOut: CutOut): ReadonlySet<LogoPart> => {
  const rows = rowsOf(cutOut);
  const [highest] = rows;
  if (highest === undefined) return new Set(isWord(cutOut) ? partsOf(cutOut).parts : []);
  return new Set(rows.flatMap(({ height, parts }) => (height >= carriesFrom * highest.height ? parts : [])));
});

/** Minimum height of the name in a logo that can be the main element of an ad, as a share of the height of the logo. */
const shownMin = 0.12;

/** Reports whether a logo shows the name of the brand so that it can be read if the logo is the main element of an ad. */
export const showsName = (cutOut: CutOut, name: string): boolean => nameHeight(cutOut, name) >= shownMin;

/** Minimum height of the emblem of a logo, as a share of the height of the logo. */
const emblemMin = 0.4;
/** Maximum height of a row of letters below an emblem, as a share of the height of the emblem. */
const captionMax = 0.65;

/**
 * Returns the emblem of a logo without the rows of letters below it; null if the logo is not an emblem over letters.
 * Letters that are too small to be read only disturb, and the name of the brand is then set beside the emblem.
 */
export const emblemOf = oncePer((cutOut: CutOut): CutOut | null => {
  const grid = partsOf(cutOut);
  const [emblem, ...captions] = bandsOf(grid);
  if (emblem === undefined || captions.length === 0) return null;
  const high = emblem.to - emblem.from;
  if (high < emblemMin * grid.height || captions.some(({ from, to }) => to - from > captionMax * high)) return null;
  if (!captions.some(isLettering)) return null;
  const rows = Math.ceil((emblem.to * cutOut.height) / grid.height);
  const above = trimmed(cutOut.pixels.subarray(0, rows * cutOut.width * 4), { ...cutOut, height: rows }, cutOut.scale);
  return above === null ? null : { ...cutOut, ...above };
});

/** Minimum number of strokes in a row of cells through letters. */
const letteringStrokesMin = 5;
const isLettering = ({ strokes }: { strokes: readonly number[] }): boolean =>
  Math.max(...strokes) >= letteringStrokesMin;
