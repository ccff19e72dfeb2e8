import { joined, type Scene, thingsOf } from '../scene.ts';
import { type Box, inset, overlap } from '../box.ts';
import { lineDrop, type Stack, type StackOptions, stack } from '../text/stack.ts';
import type { Format } from '../format.ts';
import type { LayoutInput } from '../composition.ts';
import type { Ground } from './grounds.ts';
import { askedHero } from './hero.ts';
import { buttonFor, emptyScene } from './layout.ts';
import { type Mark, markIn, movedMark, roomFor } from './mark.ts';

export interface FieldOptions {
  area: Box;
  ground: Ground;
  /**
   * Position of the logo or brand name in the column of texts; null for no logo and no name. `aside` means at the far
   * end of the column's last line or, if there is no room at this end, below the column.
   */
  mark: 'top' | 'bottom' | 'aside' | null;
  align?: 'start' | 'center';
  anchor?: StackOptions['anchor'];
  boost?: number;
  hero?: StackOptions['hero'];
  heroMax?: StackOptions['heroMax'];
  only?: StackOptions['only'];
  list?: StackOptions['list'];
  keepsAll?: StackOptions['keepsAll'];
  limitIsNear?: StackOptions['limitIsNear'];
}

export function textField(input: LayoutInput, scene: Scene, options: FieldOptions): Stack | null {
  if (options.mark === 'aside') return asideField(input, scene, options);
  const mark = markFor(input, options);
  const column = columnFor(input, options, roomFor(mark, input));
  return column === null ? null : added(scene, mark, column);
}

/** Returns the texts that `textField` places, as a scene without a ground. Returns null if they do not fit. */
export function textsIn(input: LayoutInput, options: FieldOptions): Scene | null {
  const words = emptyScene('', input.format);
  return textField(input, words, options) === null ? null : words;
}

function added(scene: Scene, mark: Mark | null, column: Stack): Stack {
  if (mark !== null) joined(scene, mark);
  joined(scene, column);
  return column;
}

function asideField(input: LayoutInput, scene: Scene, options: FieldOptions): Stack | null {
  const column = columnFor(input, options, 0);
  if (column === null) return textField(input, scene, { ...options, mark: 'bottom' });
  const mark = levelWith(column, markFor(input, options));
  if (mark === null || isPlacedIn(options.area, mark, column, input.format)) return added(scene, mark, column);
  return textField(input, scene, { ...options, mark: 'bottom' });
}

const isPlacedIn = (area: Box, mark: Mark, column: Stack, format: Format): boolean =>
  mark.box.y + mark.box.height <= area.y + area.height + 1 && isFree(mark, column, format);

/** Places a logo or name on the centre line of the button, or a name on the baseline of an underlined action. */
export function levelWith(column: Stack, mark: Mark | null): Mark | null {
  if (mark === null) return null;
  const { height } = mark.box;
  const foot = column.bounds.y + column.bounds.height;
  const button = column.layers.findLast((layer) => layer.kind === 'fill' && layer.element === 'button');
  const middle = button !== undefined && 'box' in button ? button.box.y + button.box.height / 2 : undefined;
  const y = middle === undefined ? Math.min(foot, lastLine(column, mark)) - height : middle - height / 2;
  return movedMark(mark, 0, y - mark.box.y);
}

/** Height of capitals in em. */
const capHeight = 0.7;

/** Returns where the lower edge of a name, or of a logo, is level with the last line of a column without a button. */
function lastLine({ bounds, layers, texts }: Stack, mark: Mark): number {
  const foot = bounds.y + bounds.height;
  const action = texts.findLast(({ role }) => role === 'cta');
  if (action === undefined || layers.length === 0) return foot;
  const baseline = foot - lineDrop * action.size;
  return mark.layers.length === 0 ? baseline : baseline - (capHeight * action.size) / 2 + mark.box.height / 2;
}

export function markFor(input: LayoutInput, { area, ground, mark, align = 'start' }: FieldOptions): Mark | null {
  if (mark === null) return null;
  return markIn(input, {
    area,
    corner: mark === 'aside' ? 'bottom-end' : `${mark}-${align}`,
    ground: ground.color,
  });
}

export function columnFor(input: LayoutInput, options: FieldOptions, room: number): Stack | null {
  const { area, ground, mark, ...given } = options;
  const column = { ...given, ...heroFor(input, given) };
  const zone = { ...area, y: area.y + (mark === 'top' ? room : 0), height: area.height - room };
  if (input.noText) return { texts: [], layers: [], bounds: { ...zone, height: 0 }, dropped: [] };
  const isLong = input.format.shape === 'banner' || input.format.shape === 'skyscraper';
  const look = { colors: ground.colors, button: buttonFor(input.tone), spread: isLong };
  return stack(input.type, input.format, { anchor: 'middle', align: 'start', ...column, zone, ...look });
}

/** Returns the hero and the size that the direction asks for, for a column that has its text but no hero or list. */
function heroFor(input: LayoutInput, { hero, list, only, boost }: Partial<FieldOptions>): Partial<FieldOptions> {
  const asked = askedHero(input);
  const isLess = hero !== undefined || (list ?? null) !== null;
  if (isLess || (asked.hero !== undefined && only?.includes(asked.hero) === false)) return {};
  return { ...asked, boost: (boost ?? 1) * asked.boost };
}

/** Minimum distance between the column and a logo or name beside it, in type units, and as a share of its height. */
const asideGap = { unit: 6, share: 0.7 } as const;

export function isFree(mark: Mark, column: Stack, { type }: Pick<Format, 'type'>): boolean {
  const above = asideGap.share * mark.box.height;
  const beside = Math.max(above, asideGap.unit * type);
  const around = inset(mark.box, -above);
  const wide = { ...around, x: mark.box.x - beside, width: mark.box.width + 2 * beside };
  return thingsOf(column).every((box) => overlap(wide, box) === 0);
}
