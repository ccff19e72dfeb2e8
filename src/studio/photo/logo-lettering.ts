import type { Box } from '../box.ts';
import type { PartGrid } from './logo-parts.ts';

/** Minimum number of pieces in a row of letters. A letter is one piece or, with accents and dots, several. */
const lettersMin = 4;
/** Minimum width of a row of letters, as a share of the width of the logo. Shorter rows are small print. */
const widthMin = 0.45;
/** Minimum height of letters, as a share of the height of the logo. Lower letters cannot be read on an ad. */
const heightMin = 0.07;

/** Reports whether a logo has a row of letters: pieces of similar height that stand on one baseline, close together. */
export function hasLettering({ width, height, parts }: PartGrid): boolean {
  const pieces = parts
    .map(({ box }) => box)
    .filter((box) => box.height >= heightMin * height && box.width <= 0.35 * width && box.width >= 0.1 * box.height)
    .sort((a, b) => a.x - b.x);
  return pieces.some((first) => isRow(rowFrom(first, pieces), width));
}

/** Returns the pieces on the baseline of the first that are 0.55 to 1.7 times as high as it. */
function rowFrom(first: Box, pieces: readonly Box[]): Box[] {
  const row = [first];
  for (const piece of pieces) {
    const last = row.at(-1);
    if (piece === first || last === undefined || piece.x < last.x) continue;
    const onBase = Math.abs(footOf(piece) - footOf(first)) <= 0.14 * first.height;
    const isAlike = piece.height <= 1.7 * first.height && piece.height >= 0.55 * first.height;
    const gap = piece.x - last.x - last.width;
    if (onBase && isAlike && gap <= 1.3 * first.height && gap > -0.3 * last.width) row.push(piece);
  }
  return row;
}

const footOf = ({ y, height }: Box): number => y + height;

function isRow(row: readonly Box[], width: number): boolean {
  const [first, last] = [row[0], row.at(-1)];
  if (first === undefined || last === undefined || row.length < lettersMin) return false;
  return last.x + last.width - first.x >= widthMin * width;
}
