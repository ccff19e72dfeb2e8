import type { Box } from '../box.ts';
import type { LogoPart, PartGrid } from './logo-parts.ts';

/** A row of letters in a logo. */
export interface LetterRow {
  /** Height of its letters, as a share of the height of the logo. */
  height: number;
  /** Minimum and maximum number of letters that it may have. A letter is one piece or, with accents and dots, several. */
  letters: readonly [least: number, most: number];
  parts: readonly LogoPart[];
}

/** Minimum number of pieces in a row of letters. */
const piecesMin = 3;
/** Minimum width of a row of letters, as a share of the width of the logo. Shorter rows are small print. */
const widthMin = 0.45;
/** Minimum height of letters, in cells of the grid. Lower ones are not told from lines and dots. */
const heightMin = 5;

/** Returns the rows of letters in a logo, the highest letters first. */
export function letterRows(grid: PartGrid): LetterRow[] {
  const rows = [...rowsOfPieces(grid), ...bandsOf(grid).flatMap((band) => joinedRow(grid, band) ?? [])];
  return rows.toSorted((a, b) => b.height - a.height);
}

/** Maximum number of pieces for each letter, with its accents, and of letters that touch, in a piece. */
const piecesPerLetter = 1.35;

/** Returns the rows of pieces of similar height that stand on one baseline, close together. */
function rowsOfPieces({ width, height, parts }: PartGrid): LetterRow[] {
  const pieces = parts
    .filter(({ box }) => box.height >= heightMin && box.width <= 0.35 * width && box.width >= 0.1 * box.height)
    .sort((a, b) => a.box.x - b.box.x);
  return pieces
    .map((first) => rowFrom(first, pieces))
    .filter((row) => isRow(row, width))
    .map((row) => ({
      height: (medianOf(row.map(({ box }) => box.height)) ?? 0) / height,
      letters: [row.length / piecesPerLetter, row.length * piecesPerLetter],
      parts: row,
    }));
}

/** Returns the pieces on the baseline of the first that are 0.55 to 1.7 times as high as it. */
function rowFrom(start: LogoPart, pieces: readonly LogoPart[]): LogoPart[] {
  const row = [start];
  const first = start.box;
  let last = first;
  for (const part of pieces) {
    const piece = part.box;
    if (part === start || piece.x < last.x) continue;
    const onBase = Math.abs(footOf(piece) - footOf(first)) <= 0.14 * first.height;
    const isAlike = piece.height <= 1.7 * first.height && piece.height >= 0.55 * first.height;
    const gap = piece.x - last.x - last.width;
    if (onBase && isAlike && gap <= 1.3 * first.height && gap > -0.3 * last.width) {
      row.push(part);
      last = piece;
    }
  }
  return row;
}

const footOf = ({ y, height }: Box): number => y + height;

function isRow(row: readonly LogoPart[], width: number): boolean {
  const [first, last] = [row[0]?.box, row.at(-1)?.box];
  if (first === undefined || last === undefined || row.length < piecesMin) return false;
  return last.x + last.width - first.x >= widthMin * width;
}

const medianOf = (values: readonly number[]): number | undefined =>
  values.toSorted((a, b) => a - b)[values.length >> 1];

/** A part of a logo between two rows of cells in which nothing is drawn. */
export interface Band {
  from: number;
  to: number;
  /** Number of separate strokes in each of its rows of cells. */
  strokes: number[];
}

/** Divides a logo at the rows of cells in which nothing is drawn. */
export function bandsOf({ width, height, at }: PartGrid): Band[] {
  const bands: Band[] = [];
  for (let y = 0, last: Band | undefined; y < height; y++) {
    const strokes = strokesIn(at.subarray(y * width, (y + 1) * width));
    if (strokes === 0) {
      last = undefined;
      continue;
    }
    if (last === undefined) bands.push((last = { from: y, to: y, strokes: [] }));
    last.to = y + 1;
    last.strokes.push(strokes);
  }
  return bands;
}

function strokesIn(row: Uint16Array): number {
  let strokes = 0;
  for (let x = 0; x < row.length; x++) if (row[x] !== 0 && (x === 0 || row[x - 1] === 0)) strokes++;
  return strokes;
}

/** Maximum height of a band of joined letters, as a share of the height of the logo. */
const bandMax = 0.5;
/** Minimum share (0 to 1) of its most strokes in the rows of a band that are between the heads and feet of its letters. */
const strokesShare = 0.55;
/** Minimum and maximum number of strokes for each letter, between its head and its foot. */
const strokesPerLetter = [1.3, 2.6] as const;
/** Minimum number of strokes in a row of joined letters. Fewer are often those of a drawing. */
const strokesMin = 14;

/** Minimum height of a part of joined letters, compared with that of a row. Lines and specks are lower. */
const strokeMin = 0.7;

/** Returns the row of letters in a band, also if they are joined as in handwriting; null if it has too few strokes. */
function joinedRow({ height, parts }: PartGrid, { from, to, strokes }: Band): LetterRow | null {
  if (to - from < heightMin || to - from > bandMax * height) return null;
  const most = Math.max(...strokes);
  const middle = strokes.filter((each) => each >= strokesShare * most);
  const usual = medianOf(middle) ?? 0;
  if (usual < strokesMin) return null;
  const isIn = ({ y, height: high }: Box) => y >= from && y + high <= to;
  return {
    height: middle.length / height,
    letters: [usual / strokesPerLetter[1], usual / strokesPerLetter[0]],
    parts: parts.filter(({ box }) => isIn(box) && box.height >= strokeMin * middle.length),
  };
}
