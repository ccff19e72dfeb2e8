import { allOf } from '../all-of.ts';
import { type Box, bottomOf, topOf } from '../box.ts';
import type { LayoutInput } from '../composition.ts';
import { joined, type Scene, thingsOf } from '../scene.ts';
import type { Stack } from '../text/stack.ts';
import { columnFor, type FieldOptions, isFree, levelWith, markFor } from './field.ts';
import { emptyScene } from './layout.ts';

type ColumnsOptions = Omit<FieldOptions, 'mark' | 'anchor'>;

/** Share of the width that the left column has. */
const leftShare = 0.58;
/** Distances between the columns and above their foot, in type units. */
const columnGap = 5;
const footGap = 5;
/** Largest size of the price, in type units. */
const priceMax = 17;

/**
 * Returns the texts of an ad with a price in two columns with one foot: the headline beside a large price, and the action
 * beside the brand. Returns null if there is no price or action, or if not all texts fit.
 */
export function inTwoColumns(input: LayoutInput, options: ColumnsOptions): Scene | null {
  const { type, format } = input;
  const { area, only, hero = 'price' } = options;
  const isSold = (['headline', 'price', 'cta'] as const).every((role) => type.has(role));
  if (!isSold || only !== undefined || hero !== 'price') return null;
  const gap = columnGap * format.type;
  const width = leftShare * (area.width - gap);
  const x = area.x + width + gap;
  const [left, right] = [
    { ...area, width },
    { ...area, x, width: area.x + area.width - x },
  ] as const;
  const foot = footIn(input, options, [left, right]);
  if (foot === null) return null;
  const height = topOf(thingsOf(foot)) - footGap * format.type - area.y;
  const heads = headsIn(input, options, [
    { ...left, height },
    { ...right, height },
  ]);
  return heads?.reduce((words, each) => joined(words, each), foot) ?? null;
}

/** Returns the action below the left column and the brand below the right one. */
function footIn(input: LayoutInput, options: ColumnsOptions, [left, right]: readonly [Box, Box]): Scene | null {
  const action = columnFor(input, { ...options, area: left, only: ['cta'], mark: null, anchor: 'bottom' }, 0);
  if (action === null || action.layers.length === 0) return null;
  const foot = joined(emptyScene('', input.format), action);
  const mark = levelWith(action, markFor(input, { ...options, area: right, mark: 'bottom' }));
  if (mark === null) return foot;
  const isInArea = bottomOf([mark.box]) <= right.y + right.height + 1;
  return isInArea && isFree(mark, action, input.format) ? joined(foot, mark) : null;
}

/** Returns both columns without their foot. They begin at the same height, and the longer one ends at the foot. */
function headsIn(input: LayoutInput, options: ColumnsOptions, areas: readonly [Box, Box]): readonly Stack[] | null {
  const column = { ...options, mark: null, anchor: 'top', keepsAll: true } as const;
  const said = { ...column, only: ['headline', 'subheadline', 'detail'], hero: undefined, boost: 1 } as const;
  const sold = { ...column, only: ['price', 'offer'], hero: 'price', heroMax: priceMax, list: null } as const;
  const inAreas = ([left, right]: readonly [Box, Box]) =>
    allOf([columnFor(input, { ...said, area: left }, 0), columnFor(input, { ...sold, area: right }, 0)]);
  const made = inAreas(areas);
  if (made === null) return null;
  const height = Math.max(...made.map(({ bounds }) => bounds.height)) + 0.01;
  const lowered = (area: Box): Box => ({ ...area, y: area.y + area.height - height, height });
  return inAreas([lowered(areas[0]), lowered(areas[1])]);
}
