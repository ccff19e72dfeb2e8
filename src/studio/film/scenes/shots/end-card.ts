import type { Box } from '../../../box.ts';
import type { Ground } from '../../../layouts/field.ts';
import { groundOf, litGround, loud, quiet, shadowOn } from '../../../layouts/grounds.ts';
import { buttonFor, emptyScene, flat, isCroppable } from '../../../layouts/layout.ts';
import { addMark, type Mark, movedMark } from '../../../layouts/mark.ts';
import { productIn } from '../../../layouts/product-place.ts';
import { thingsOf } from '../../../layouts/product-column.ts';
import type { Layer, Scene } from '../../../scene.ts';
import { type Stack, stack } from '../../../text/stack.ts';
import type { ShotInput } from '../shot-input.ts';
import { decor } from './decor.ts';
import { windowFor } from './photo-shot.ts';
import { signature, type SignaturePlace } from './signature.ts';
import { alignFor, joined } from './words.ts';

/** Layout of the last shot: logo or name of the brand, call to action and, if there is one, a picture. */
export function endCard(input: ShotInput): Scene | null {
  const ground = groundFor(input);
  const scene = emptyScene('end-card', input.format);
  scene.layers.push(groundLayer(input, ground));
  if (isPictured(input)) return pictured(input, ground, scene);
  const words = wordsOn(input, ground, { zone: input.format.safe, align: alignFor(input) });
  if (words === null) return null;
  scene.layers.push(...decor(input, ground.color, thingsOf(words)));
  return joined(scene, words);
}

const isPictured = ({ attempt, product, photo }: ShotInput): boolean =>
  attempt === 0 && (product !== null || isCroppable(photo));

function groundLayer({ attempt, format }: ShotInput, ground: Ground): Layer {
  const box = { x: 0, y: 0, width: format.width, height: format.height };
  return attempt === 0 ? { kind: 'gradient', box, ...litGround(ground), toward: 'center' } : flat(format, ground.color);
}

function pictured(input: ShotInput, ground: Ground, scene: Scene): Scene | null {
  const { safe, shape } = input.format;
  const isWide = shape === 'wide';
  const zone = isWide ? { ...safe, width: safe.width * 0.5 } : { ...safe, height: safe.height * 0.5 };
  const words = wordsOn(input, ground, { zone, align: isWide ? 'start' : alignFor(input) });
  const picture = words === null ? null : pictureBeside(input, ground, words);
  if (words === null || picture === null) return null;
  const shapes = input.product === null ? [] : decor(input, ground.color, [...thingsOf(words), picture.box]);
  scene.layers.push(...shapes, picture);
  return joined(scene, words);
}

/** Returns null if there is no room for the picture. */
function pictureBeside(input: ShotInput, ground: Ground, words: Scene): Extract<Layer, { box: Box }> | null {
  const { format, product, photo, floor } = input;
  const { u, width, height } = format;
  const boxes = thingsOf(words);
  const right = Math.max(...boxes.map((box) => box.x + box.width)) + 5 * u;
  const below = Math.max(...boxes.map((box) => box.y + box.height)) + 6 * u;
  const isWide = format.shape === 'wide';
  if (product !== null) {
    const thing = isWide
      ? { x: right, y: 6 * u, width: width - 6 * u - right, height: floor - 6 * u }
      : { x: 8 * u, y: below, width: width - 16 * u, height: floor - below };
    return productIn(product, thing, { fill: 1, standing: isWide ? 0.7 : 1, shadow: shadowOn(ground.color) });
  }
  const foot = input.hasCaptions ? floor : height;
  const room = isWide
    ? { x: right, y: 0, width: width - right, height: foot }
    : { x: 0, y: below, width, height: foot - below };
  return isCroppable(photo) ? windowFor(photo, room, input) : null;
}

function groundFor({ attempt, choose, roles }: ShotInput): Ground {
  if (attempt === 1) return loud(roles);
  if (attempt > 1) return quiet(roles);
  return groundOf(choose('end card ground', ['loud', 'quiet', 'tinted'] as const), roles, 0.2);
}

/** Sizes of logo, name and call to action, as factors, in the order in which they are tried. */
const scales = [1, 0.85, 0.7, 0.58, 0.46] as const;

function wordsOn(input: ShotInput, ground: Ground, place: Omit<SignaturePlace, 'scale'>): Scene | null {
  for (const scale of scales) {
    const words = wordsAt(input, ground, { ...place, scale });
    if (words !== null) return words;
  }
  return null;
}

function wordsAt(input: ShotInput, ground: Ground, sized: SignaturePlace): Scene | null {
  const { zone } = sized;
  const mark = signature(input, ground, sized);
  const column = columnOf(input, ground, sized);
  if (column === null) return null;
  if (column.texts.length === 0) return mark === null ? null : markAlone(input, mark, zone);
  const head =
    mark === null ? 0 : mark.box.height + Math.max(6 * input.format.type, mark.box.height * clearShare(mark));
  const height = head + column.bounds.height;
  if (height > zone.height) return null;
  const top = zone.y + (zone.height - height) / 2;
  const words = emptyScene('', input.format);
  if (mark !== null) addMark(words, movedMark(mark, 0, top - mark.box.y));
  const moved = (box: Box): Box => ({ ...box, y: box.y + top + head - column.bounds.y });
  words.layers.push(...column.layers.map((layer) => ('box' in layer ? { ...layer, box: moved(layer.box) } : layer)));
  words.texts.push(...column.texts.map((text) => ({ ...text, box: moved(text.box) })));
  words.dropped.push(...column.dropped);
  return words;
}

/**
 * Returns the minimum free height under the logo and the name, as a share of their height. A logo without a name needs
 * more than half its height.
 */
const clearShare = ({ texts }: Mark): number => (texts.length === 0 ? 0.6 : 0.3);

function markAlone({ format }: ShotInput, mark: Mark, zone: Box): Scene | null {
  if (mark.box.height > zone.height) return null;
  const words = emptyScene('', format);
  addMark(words, movedMark(mark, 0, zone.y + (zone.height - mark.box.height) / 2 - mark.box.y));
  return words;
}

/**
 * Factor by which type on the end card is larger than on a still ad, because the end card is seen for two seconds only.
 */
const typeScale = 1.8;

function columnOf(input: ShotInput, { colors }: Ground, { zone, align, scale }: SignaturePlace): Stack | null {
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
