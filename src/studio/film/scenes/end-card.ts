import { luminanceOf } from '../../color.ts';
import type { Box } from '../../box.ts';
import { type Ground } from '../../layouts/field.ts';
import { groundOf, loud, quiet } from '../../layouts/grounds.ts';
import { buttonFor, emptyScene, flat, type LayoutInput } from '../../layouts/layout.ts';
import { addMark, type Mark, markIn, movedMark } from '../../layouts/mark.ts';
import type { Scene } from '../../scene.ts';
import { type Stack, stack } from '../../text/stack.ts';
import { place } from '../../text/typesetter.ts';

/** Layout of the last shot: logo or name of the brand, offer and call to action on one plain colour. */
export function endCard(input: LayoutInput): Scene | null {
  const { format, roles } = input;
  const ground = input.attempt === 0 ? groundOf(input.choose('end card', ['loud', 'loud', 'quiet'] as const), roles, 0.2) : input.attempt === 1 ? loud(roles) : quiet(roles);
  const scene = emptyScene('end-card', format);
  scene.layers.push(flat(format, ground.color));
  const align = input.choose('end card align', ['center', 'center', 'start'] as const);
  const mark = signature(input, ground, align);
  const column = columnOf(input, ground, align);
  if (column === null || (mark === null && column.texts.length === 0)) return null;
  const gap = mark === null || column.texts.length === 0 ? 0 : Math.max(7 * format.type, mark.box.height * 0.6);
  const height = (mark?.box.height ?? 0) + gap + (column.texts.length === 0 ? 0 : column.bounds.height);
  const { safe } = format;
  if (height > safe.height) return null;
  const top = safe.y + (safe.height - height) / 2;
  if (mark !== null) addMark(scene, movedMark(mark, 0, top - mark.box.y));
  const dy = top + height - column.bounds.height - column.bounds.y;
  const moved = (box: Box): Box => ({ ...box, y: box.y + dy });
  scene.layers.push(...column.layers.map((layer) => ('box' in layer ? { ...layer, box: moved(layer.box) } : layer)));
  scene.texts.push(...column.texts.map((text) => ({ ...text, box: moved(text.box) })));
  scene.dropped.push(...column.dropped);
  return scene;
}

function columnOf(input: LayoutInput, { colors }: Ground, align: 'start' | 'center'): Stack | null {
  const { format, type, tone } = input;
  if (input.noText) return { texts: [], layers: [], bounds: { ...format.safe, height: 0 }, dropped: [] };
  const zone = { ...format.safe, height: format.safe.height * 0.62 };
  const button = buttonFor(tone) === 'link' ? 'box' : buttonFor(tone);
  return stack(type, format, { zone, anchor: 'top', align, colors, button, boost: 0.8 });
}

/** Sizes of the name, in type units, that are tried in this order. */
const nameSizes = [15, 12.5, 10.5, 9, 7.5, 6, 5, 4, 3.2] as const;
/** Size of a logo on the end card compared with its size on a still ad. */
const logoScale = 2.3;

function signature(input: LayoutInput, { color }: Ground, align: 'start' | 'center'): Mark | null {
  const { format, type, logo } = input;
  const ground = luminanceOf(color);
  if (logo !== null) return markIn(input, { area: format.safe, corner: `top-${align}`, ground, scale: logoScale });
  if (!type.has('signature')) return null;
  for (const size of nameSizes) {
    const set = type.set('signature', {
      face: 'display',
      size: size * format.type,
      width: format.safe.width,
      linesMax: size > 7 ? 1 : 3,
      cutWords: size < 4,
    });
    if (set === null) continue;
    const left = format.safe.x + (align === 'center' ? (format.safe.width - set.width) / 2 : 0);
    const box = { x: left, y: format.safe.y, width: set.width, height: set.height };
    const trial = markIn(input, { area: format.safe, corner: 'top-start', ground });
    const ink = trial?.texts[0]?.color ?? '#ffffff';
    return { layers: [], texts: [place(set, { x: left, top: box.y, width: set.width }, { color: ink, align })], box };
  }
  return null;
}
