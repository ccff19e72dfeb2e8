import type { Box } from '../../../box.ts';
import { luminanceOf } from '../../../color.ts';
import type { Ground } from '../../../layouts/field.ts';
import { groundOf, litGround, loud, quiet, shadowOn } from '../../../layouts/grounds.ts';
import { buttonFor, emptyScene, flat, isCroppable } from '../../../layouts/layout.ts';
import { addMark, type Mark, markIn, movedMark } from '../../../layouts/mark.ts';
import { productIn } from '../../../layouts/product-place.ts';
import { thingsOf } from '../../../layouts/product-column.ts';
import type { Layer, Scene } from '../../../scene.ts';
import { type Stack, stack } from '../../../text/stack.ts';
import { place } from '../../../text/typesetter.ts';
import type { ShotInput } from '../shot-input.ts';
import { decor } from './decor.ts';
import { windowFor } from './photo-shot.ts';
import { joined } from './words.ts';

/** Layout of the last shot: logo or name of the brand, call to action and, if there is one, a picture. */
export function endCard(input: ShotInput): Scene | null {
  const { format } = input;
  const { safe } = format;
  const isPictured = hasPicture(input);
  const ground = groundFor(input);
  const words = wordsOn(input, ground, isPictured ? besidePicture(input) : { zone: safe, align: alignOf(input) });
  if (words === null) return null;
  const pictures = isPictured ? pictureBeside(input, ground, words) : [];
  if (pictures === null) return null;
  const scene = emptyScene('end-card', format);
  const whole = { x: 0, y: 0, width: format.width, height: format.height };
  const lit: Layer = { kind: 'gradient', box: whole, ...litGround(ground), toward: 'center' };
  scene.layers.push(input.attempt === 0 ? lit : flat(format, ground.color));
  const clear = [...thingsOf(words), ...boxesOf(pictures)];
  if (input.photo === null || !isPictured) scene.layers.push(...decor(input, ground.color, clear));
  scene.layers.push(...pictures);
  return joined(scene, words);
}

const hasPicture = ({ attempt, hasCaptions, product, photo }: ShotInput): boolean =>
  attempt === 0 && !hasCaptions && (product !== null || isCroppable(photo));

const boxesOf = (layers: readonly Layer[]): Box[] => layers.flatMap((layer) => ('box' in layer ? [layer.box] : []));

function besidePicture(input: ShotInput): Place {
  const { shape, safe } = input.format;
  if (shape === 'wide') return { zone: { ...safe, width: safe.width * 0.5 }, align: 'start' };
  return { zone: { ...safe, height: safe.height * 0.46 }, align: alignOf(input) };
}

/** Returns null if there is no room for the picture. */
function pictureBeside(input: ShotInput, ground: Ground, words: Scene): Layer[] | null {
  const { format, product, photo } = input;
  const { u, width, height } = format;
  const boxes = thingsOf(words);
  const isWide = format.shape === 'wide';
  const right = Math.max(...boxes.map((box) => box.x + box.width)) + 5 * u;
  const below = Math.max(...boxes.map((box) => box.y + box.height)) + 6 * u;
  if (product !== null) {
    const thing = isWide
      ? { x: right, y: 6 * u, width: width - 6 * u - right, height: input.floor - 6 * u }
      : { x: 8 * u, y: below, width: width - 16 * u, height: input.floor - below };
    const placed = productIn(product, thing, { fill: 1, standing: isWide ? 0.7 : 1, shadow: shadowOn(ground.color) });
    return placed === null ? null : [placed];
  }
  if (!isCroppable(photo)) return null;
  const room = isWide
    ? { x: right, y: 0, width: width - right, height }
    : { x: 0, y: below, width, height: height - below };
  const layer = windowFor(photo, room, input);
  return layer === null ? null : [layer];
}

function groundFor({ attempt, choose, roles }: ShotInput): Ground {
  if (attempt === 1) return loud(roles);
  if (attempt > 1) return quiet(roles);
  return groundOf(choose('end card ground', ['loud', 'quiet', 'tinted'] as const), roles, 0.2);
}

const alignOf = ({ choose }: ShotInput) => choose('end card align', ['center', 'center', 'start'] as const);

interface Place {
  zone: Box;
  align: 'start' | 'center';
}

interface Sized extends Place {
  scale: number;
}

/** Sizes of logo, name and call to action, as factors, in the order in which they are tried. */
const scales = [1, 0.85, 0.7, 0.58, 0.46] as const;

function wordsOn(input: ShotInput, ground: Ground, place: Place): Scene | null {
  for (const scale of scales) {
    const words = wordsAt(input, ground, { ...place, scale });
    if (words !== null) return words;
  }
  return null;
}

function wordsAt(input: ShotInput, ground: Ground, sized: Sized): Scene | null {
  const { zone } = sized;
  const { format } = input;
  const words = emptyScene('', format);
  const mark = signature(input, ground, sized);
  const column = columnOf(input, ground, sized);
  if (column === null || (mark === null && column.texts.length === 0)) return null;
  const height = heightOf(mark, column, format);
  if (height > zone.height) return null;
  const top = zone.y + (zone.height - height) / 2;
  if (mark !== null) addMark(words, movedMark(mark, 0, top - mark.box.y));
  const dy = top + height - column.bounds.height - column.bounds.y;
  const moved = (box: Box): Box => ({ ...box, y: box.y + dy });
  words.layers.push(...column.layers.map((layer) => ('box' in layer ? { ...layer, box: moved(layer.box) } : layer)));
  words.texts.push(...column.texts.map((text) => ({ ...text, box: moved(text.box) })));
  words.dropped.push(...column.dropped);
  return words;
}

function heightOf(mark: Mark | null, column: Stack, { type }: ShotInput['format']): number {
  const isBare = column.texts.length === 0;
  const gap = mark === null || isBare ? 0 : Math.max(6.5 * type, mark.box.height * 0.7);
  return (mark?.box.height ?? 0) + gap + (isBare ? 0 : column.bounds.height);
}

/** Type on the end card is larger than on a still ad, because it is seen for two seconds only. */
const typeScale = 1.45;

function columnOf(input: ShotInput, { colors }: Ground, { zone, align, scale }: Sized): Stack | null {
  const { format, type, tone } = input;
  if (input.noText) return { texts: [], layers: [], bounds: { ...zone, height: 0 }, dropped: [] };
  const button = buttonFor(tone) === 'link' ? 'box' : buttonFor(tone);
  const larger = { ...format, type: format.type * typeScale * Math.max(scale, 0.7) };
  return stack(type, larger, {
    zone: { ...zone, height: zone.height * 0.7 },
    anchor: 'top',
    align,
    colors,
    button,
    boost: 0.62,
  });
}

/** Sizes of the name, in type units, that are tried in this order. */
const nameSizes = [17, 15, 12.5, 10.5, 9, 7.5, 6, 5, 4, 3.2] as const;
/** Size of a logo on the end card compared with its size on a still ad. */
const logoScale = 2.6;

function signature(input: ShotInput, { color, colors }: Ground, { zone, align, scale }: Sized): Mark | null {
  const { logo } = input;
  const ground = luminanceOf(color);
  const mark =
    logo === null ? null : markIn(input, { area: zone, corner: `top-${align}`, ground, scale: logoScale * scale });
  if (mark !== null && isWordmark(logo)) return mark;
  return withName(input, mark, nameIn(input, colors.headline, { zone, align }, scale * (mark === null ? 17 : 9)));
}

/** A wide logo usually contains the name of the brand. */
const isWordmark = (logo: ShotInput['logo']): boolean => logo !== null && logo.cutOut.width > 2.4 * logo.cutOut.height;

/** Places the name under the logo. */
function withName({ format }: ShotInput, mark: Mark | null, name: Mark | null): Mark | null {
  if (mark === null || name === null) return mark ?? name;
  const below = movedMark(name, 0, mark.box.height + Math.max(5 * format.u, mark.box.height * 0.8));
  const height = below.box.y + below.box.height - mark.box.y;
  return {
    layers: [...mark.layers, ...below.layers],
    texts: [...mark.texts, ...below.texts],
    box: { ...mark.box, x: Math.min(mark.box.x, name.box.x), width: Math.max(mark.box.width, name.box.width), height },
  };
}

function nameIn({ format, type }: ShotInput, color: string, { zone, align }: Place, sizeMax: number): Mark | null {
  if (!type.has('signature')) return null;
  for (const size of nameSizes) {
    if (size > sizeMax) continue;
    const px = size * format.type;
    const linesMax = size > 7 ? 1 : 3;
    const set = type.set('signature', { face: 'display', size: px, width: zone.width, linesMax, cutWords: size < 4 });
    if (set === null) continue;
    const x = zone.x + (align === 'center' ? (zone.width - set.width) / 2 : 0);
    const look = { color, align };
    const box = { x, y: zone.y, width: set.width, height: set.height };
    return { layers: [], texts: [place(set, { x, top: box.y, width: set.width }, look)], box };
  }
  return null;
}
