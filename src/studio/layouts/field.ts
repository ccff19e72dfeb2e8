import { type Box, inset, overlap, type Scene } from '../scene.ts';
import { luminanceOf } from '../color.ts';
import { type Stack, type StackColors, type StackOptions, stack } from '../text/stack.ts';
import { buttonFor, type LayoutInput } from './layout.ts';
import { addMark, type Mark, markIn, movedMark, roomFor } from './mark.ts';

/** A plain background and the colours that are readable on it. */
export interface Ground {
  color: string;
  colors: StackColors;
}

export interface FieldOptions {
  area: Box;
  ground: Ground;
  /**
   * Position of the mark in the column. `aside` puts it at the far end of the column's last line if there is room, else
   * on top of the column.
   */
  mark: 'top' | 'bottom' | 'aside' | null;
  align?: 'start' | 'center';
  anchor?: StackOptions['anchor'];
  boost?: number;
  hero?: StackOptions['hero'];
  only?: StackOptions['only'];
}

/**
 * Draws the column of text with its mark into the scene, on a plain background. Returns null if it does not fit. With
 * `no_text` it draws the mark only.
 */
export function textField(input: LayoutInput, scene: Scene, options: FieldOptions): Stack | null {
  if (options.mark === 'aside') return asideField(input, scene, options);
  const mark = markFor(input, options);
  const column = columnFor(input, options, roomFor(mark, input));
  return column === null ? null : added(scene, mark, column);
}

function added(scene: Scene, mark: Mark | null, column: Stack): Stack {
  addMark(scene, mark);
  scene.layers.push(...column.layers);
  scene.texts.push(...column.texts);
  scene.dropped.push(...column.dropped);
  return column;
}

/** Puts the mark level with the foot of the column, so that the column has the whole height. */
function asideField(input: LayoutInput, scene: Scene, options: FieldOptions): Stack | null {
  const column = columnFor(input, options, 0);
  if (column === null) return textField(input, scene, { ...options, mark: 'bottom' });
  const mark = levelWith(column, markFor(input, options));
  if (mark === null || isPlacedIn(options.area, mark, column)) return added(scene, mark, column);
  return textField(input, scene, { ...options, mark: 'bottom' });
}

const isPlacedIn = (area: Box, mark: Mark, column: Stack): boolean =>
  mark.box.y + mark.box.height <= area.y + area.height + 1 && isFree(mark, column);

/** Puts the mark level with the last element of the column: centred on a button, or with its foot on a line of text. */
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
    ground: luminanceOf(ground.color),
  });
}

function columnFor(input: LayoutInput, options: FieldOptions, room: number): Stack | null {
  const { area, ground, anchor = 'middle', align = 'start', boost = 1, hero, only } = options;
  const zone = { ...area, y: area.y + (options.mark === 'top' ? room : 0), height: area.height - room };
  if (input.noText) return { texts: [], layers: [], bounds: { ...zone, height: 0 }, dropped: [] };
  const look = { colors: ground.colors, button: buttonFor(input.tone) };
  return stack(input.type, input.format, {
    zone,
    anchor,
    align,
    boost,
    ...look,
    spread: input.format.shape === 'banner' || input.format.shape === 'skyscraper',
    ...(hero === undefined ? {} : { hero }),
    ...(only === undefined ? {} : { only }),
  });
}

export function isFree(mark: Mark, column: Stack): boolean {
  const around = inset(mark.box, -mark.box.height * 0.7);
  return [...column.texts, ...column.layers].every((each) => !('box' in each) || overlap(around, each.box) === 0);
}
