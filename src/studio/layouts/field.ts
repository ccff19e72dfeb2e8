import { type Box, inset, overlap, type Scene } from '../scene.ts';
import { luminanceOf } from '../color.ts';
import { type Stack, type StackColors, type StackWish, stack } from '../text/stack.ts';
import { buttonFor, type LayoutInput } from './layout.ts';
import { addMark, type Corner, type Mark, markIn, roomFor } from './mark.ts';

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
  const { area, ground } = wish;
  const align = wish.align ?? 'start';
  const corner: Corner = wish.mark === 'aside' ? 'top-end' : `${wish.mark ?? 'top'}-${align}`;
  const mark = wish.mark === null ? null : markIn(input, area, corner, luminanceOf(ground.color));
  const room = wish.mark === 'aside' ? 0 : roomFor(mark, input);
  const zone = { ...area, y: area.y + (wish.mark === 'top' ? room : 0), height: area.height - room };
  const column = input.noText
    ? { texts: [], layers: [], bounds: { ...zone, height: 0 }, dropped: [] }
    : stack(input.type, input.stage, {
        zone,
        anchor: wish.anchor ?? 'middle',
        align,
        colors: ground.colors,
        button: buttonFor(input.tone),
        boost: wish.boost ?? 1,
        ...(wish.hero === undefined ? {} : { hero: wish.hero }),
      });
  if (column === null) return null;
  if (wish.mark !== 'aside' || isFree(mark, column)) addMark(scene, mark);
  scene.layers.push(...column.layers);
  scene.texts.push(...column.texts);
  scene.dropped.push(...column.dropped);
  return column;
}

function isFree(mark: Mark | null, column: Stack): boolean {
  if (mark === null) return false;
  const around = inset(mark.box, -mark.box.height * 0.7);
  return [...column.texts, ...column.layers].every((each) => !('box' in each) || overlap(around, each.box) === 0);
}
