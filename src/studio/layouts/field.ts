import { joined, type Scene, thingsOf } from '../scene.ts';
import { type Box, inset, overlap } from '../box.ts';
import { type Stack, type StackOptions, stack } from '../text/stack.ts';
import type { LayoutInput } from '../composition.ts';
import type { Ground } from './grounds.ts';
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
  keepsAll?: StackOptions['keepsAll'];
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
  if (mark === null || isPlacedIn(options.area, mark, column)) return added(scene, mark, column);
  return textField(input, scene, { ...options, mark: 'bottom' });
}

const isPlacedIn = (area: Box, mark: Mark, column: Stack): boolean =>
  mark.box.y + mark.box.height <= area.y + area.height + 1 && isFree(mark, column);

export function levelWith(column: Stack, mark: Mark | null): Mark | null {
  if (mark === null) return null;
  const foot = column.bounds.y + column.bounds.height;
  const button = column.layers.findLast((layer) => layer.kind === 'fill' && layer.element === 'button');
  const y =
    button !== undefined && 'box' in button
      ? button.box.y + (button.box.height - mark.box.height) / 2
      : foot - mark.box.height;
  return movedMark(mark, 0, y - mark.box.y);
}

function markFor(input: LayoutInput, { area, ground, mark, align = 'start' }: FieldOptions): Mark | null {
  if (mark === null) return null;
  return markIn(input, {
    area,
    corner: mark === 'aside' ? 'bottom-end' : `${mark}-${align}`,
    ground: ground.color,
  });
}

function columnFor(input: LayoutInput, options: FieldOptions, room: number): Stack | null {
  const { area, ground, mark, ...column } = options;
  const zone = { ...area, y: area.y + (mark === 'top' ? room : 0), height: area.height - room };
  if (input.noText) return { texts: [], layers: [], bounds: { ...zone, height: 0 }, dropped: [] };
  const isLong = input.format.shape === 'banner' || input.format.shape === 'skyscraper';
  const look = { colors: ground.colors, button: buttonFor(input.tone), spread: isLong };
  return stack(input.type, input.format, { anchor: 'middle', align: 'start', ...column, zone, ...look });
}

export function isFree(mark: Mark, column: Stack): boolean {
  const around = inset(mark.box, -mark.box.height * 0.7);
  return thingsOf(column).every((box) => overlap(around, box) === 0);
}
