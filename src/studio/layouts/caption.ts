import type { LayoutInput } from '../composition.ts';
import type { Row } from '../copy/lists.ts';
import type { Box, Size } from '../box.ts';
import type { Group } from '../scene.ts';
import { place, type SetText } from '../text/typesetter.ts';
import type { Ground } from './grounds.ts';

/** Names and prices that stand below pictures, all in the same size. */
export interface Captions {
  /** Height of the highest caption, with the distance to its picture. */
  height: number;
  /** Returns the caption of a picture, at the foot of its tile. */
  at: (index: number, tile: Box) => Group;
}

/** Sizes of the type that are tried, in type units. */
const sizes = [3.9, 3.5, 3.1, 2.8, 2.5] as const;
/** Distances, as shares of the size of the type. */
const pictureGap = 0.85;
const lineGap = 0.5;
/** Distance that letters may reach below the last line. */
const reach = 0.3;

interface CaptionSet {
  label: SetText;
  value: SetText;
}

/** Maximum share of the height of a tile that its caption has. */
const heightMax = 0.42;

/** Sets the captions of tiles of one size as large as they all fit; names on one line if possible. */
export function captionsIn(
  input: LayoutInput,
  rows: readonly Row[],
  { ground, tile: { width, height } }: { ground: Ground; tile: Size },
): Captions | null {
  for (const linesMax of [1, 2])
    for (const size of sizes) {
      const px = size * input.format.type;
      const sets = rows.map((row) => captionSet(input, row, { width, size: px, linesMax }));
      const whole = sets.filter((set) => set !== null);
      if (whole.length < sets.length) continue;
      const captions = captionsOf(whole, ground, px);
      if (captions.height <= heightMax * height) return captions;
    }
  return null;
}

function captionSet(
  { type }: LayoutInput,
  { label, value }: Row,
  options: { width: number; size: number; linesMax: number },
): CaptionSet | null {
  const name = type.setText(label, 'detail', { face: 'text', ...options });
  const price = type.setText(value, 'detail', { face: 'strong', ...options, size: options.size * 1.2, linesMax: 1 });
  return name === null || price === null ? null : { label: name, value: price };
}

function captionsOf(sets: readonly CaptionSet[], { colors }: Ground, size: number): Captions {
  const texts = Math.max(...sets.map(({ label, value }) => label.height + lineGap * size + value.height));
  return {
    height: texts + (pictureGap + reach) * size,
    at(index, tile) {
      const set = sets[index];
      if (set === undefined) return { layers: [], texts: [] };
      const { label, value } = set;
      const top = tile.y + tile.height - texts - reach * size;
      const below = top + label.height + lineGap * size;
      return {
        layers: [],
        texts: [
          place(label, { x: tile.x, top, width: label.width }, { color: colors.headline, align: 'start' }),
          place(value, { x: tile.x, top: below, width: value.width }, { color: colors.offer, align: 'start' }),
        ],
      };
    },
  };
}
