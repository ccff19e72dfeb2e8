import { type Box, inset, overlap, type Scene } from '../scene.ts';
import { luminanceOf } from '../color.ts';
import { type Stack, type StackColors, type StackWish, stack } from '../text/stack.ts';
import { buttonFor, type LayoutInput } from './layout.ts';
import { addMark, type Mark, markIn, roomFor } from './mark.ts';

/** A plain ground, and the colours that read on it. */
export interface Ground {
  color: string;
  colors: StackColors;
}

export interface FieldWish {
  area: Box;
  ground: Ground;
  /** Where in the column the mark stands; `aside` is the far upper corner, if the column leaves it free. */
  mark: 'top' | 'bottom' | 'aside' | null;
  align?: 'start' | 'center';
  anchor?: StackWish['anchor'];
  boost?: number;
  hero?: StackWish['hero'];
}

/**
 * The column of text on a plain ground with its mark at one end. Draws into the scene; null where it does not fit. With
 * `no_text` only the mark is drawn.
 */
export function textField(input: LayoutInput, scene: Scene, wish: FieldWish): Stack | null {
  const mark = markFor(input, wish);
  const column = columnFor(input, wish, wish.mark === 'aside' ? 0 : roomFor(mark, input));
  if (column === null) return null;
  if (wish.mark !== 'aside' || isFree(mark, column)) addMark(scene, mark);
  scene.layers.push(...column.layers);
  scene.texts.push(...column.texts);
  scene.dropped.push(...column.dropped);
  return column;
}

function markFor(input: LayoutInput, { area, ground, mark, align = 'start' }: FieldWish): Mark | null {
  if (mark === null) return null;
  return markIn(input, {
    area,
    corner: mark === 'aside' ? 'top-end' : `${mark}-${align}`,
    ground: luminanceOf(ground.color),
  });
}

function columnFor(input: LayoutInput, wish: FieldWish, room: number): Stack | null {
  const { area, ground, anchor = 'middle', align = 'start', boost = 1, hero } = wish;
  const zone = { ...area, y: area.y + (wish.mark === 'top' ? room : 0), height: area.height - room };
  if (input.noText) return { texts: [], layers: [], bounds: { ...zone, height: 0 }, dropped: [] };
  const look = { colors: ground.colors, button: buttonFor(input.tone) };
  return stack(input.type, input.stage, {
    zone,
    anchor,
    align,
    boost,
    ...look,
    ...(hero === undefined ? {} : { hero }),
  });
}

function isFree(mark: Mark | null, column: Stack): boolean {
  if (mark === null) return false;
  const around = inset(mark.box, -mark.box.height * 0.7);
  return [...column.texts, ...column.layers].every((each) => !('box' in each) || overlap(around, each.box) === 0);
}
