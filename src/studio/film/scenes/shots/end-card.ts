import { type Box, inset } from '../../../box.ts';
import type { Ground } from '../../../layouts/field.ts';
import { lastResort } from '../../../layouts/full-bleed.ts';
import { groundOf, litGround, loud, quiet, shadowOn } from '../../../layouts/grounds.ts';
import { buttonFor, emptyScene, flat, isCroppable } from '../../../layouts/layout.ts';
import { addMark, type Mark, movedMark } from '../../../layouts/mark.ts';
import { productIn } from '../../../layouts/product-place.ts';
import { thingsOf } from '../../../layouts/product-column.ts';
import type { Layer, Scene } from '../../../scene.ts';
import { type Stack, stack } from '../../../text/stack.ts';
import type { ShotInput } from '../shot-input.ts';
import { decor } from './decor.ts';
import { isBeside, windowFor } from './photo-shot.ts';
import { signature, type SignaturePlace } from './signature.ts';
import { alignFor, joined } from './words.ts';

/** Layout of the last shot: logo or name of the brand, call to action and, if there is one, a picture. */
export function endCard(input: ShotInput): Scene | null {
  const ground = groundFor(input);
  const scene = emptyScene('end-card', input.format);
  scene.layers.push(groundLayer(input, ground));
  if (isPictured(input)) return pictured(input, ground, scene);
  const place = { zone: input.format.safe, align: alignFor(input), scale: 1, anchor: 'middle' } as const;
  const words = wordsOn(input, ground, place);
  if (words === null) return null;
  scene.layers.push(...decor(input, ground.color, thingsOf(words)));
  return joined(scene, words);
}

const isPictured = ({ attempt, product, photo }: ShotInput): boolean =>
  attempt < lastResort && (product !== null || isCroppable(photo));

function groundLayer({ attempt, format }: ShotInput, ground: Ground): Layer {
  const box = { x: 0, y: 0, width: format.width, height: format.height };
  return attempt === 0 ? { kind: 'gradient', box, ...litGround(ground), toward: 'center' } : flat(format, ground.color);
}

/** Where the texts of the end card are. The picture gets the rest of the canvas. */
type Arrangement = 'above' | 'below' | 'before';

/** Sizes of the texts, as factors, among which the one with the largest picture is chosen. */
const trialScales = [1, 0.85, 0.7, 0.55] as const;
/** A text of this factor of its usual size is worth a picture of this area more. */
const textWorth = 1.2;

function pictured(input: ShotInput, ground: Ground, scene: Scene): Scene | null {
  const { all, picked } = arrangementsFor(input);
  const trials = all.flatMap((arrangement) =>
    trialScales.map((scale) =>
      trial(input, ground, { arrangement, scale, weight: arrangement === picked ? pickedWorth : 1 }),
    ),
  );
  const made = trials.filter((each) => each !== null).toSorted((a, b) => b.worth - a.worth)[input.attempt];
  if (made === undefined) return null;
  const { words, picture } = made;
  const shapes = input.product === null ? [] : decor(input, ground.color, [...thingsOf(words), picture.box]);
  scene.layers.push(...shapes, picture);
  return joined(scene, words);
}

/** Factor by which the arrangement that the seed picks counts more, so that two films of a brand differ. */
const pickedWorth = 1.3;

function arrangementsFor(input: ShotInput): { all: Arrangement[]; picked: Arrangement } {
  const { format, product, choose, hasCaptions } = input;
  if (format.shape === 'wide' || (product === null && isBeside(input))) return { all: ['before'], picked: 'before' };
  const isNarrow = product !== null && (format.shape === 'square' || product.width < narrowMax * product.height);
  const stacked: Arrangement[] = hasCaptions ? ['above'] : ['above', 'below'];
  return {
    all: isNarrow ? [...stacked, 'before'] : stacked,
    picked: choose('end card order', ['above', 'below', 'before'] as const),
  };
}

/** Ratio of width to height below which a product is shown beside the texts of a tall end card too. */
const narrowMax = 0.6;

interface Trial {
  words: Scene;
  picture: Extract<Layer, { box: Box }>;
  worth: number;
}

function trial(
  input: ShotInput,
  ground: Ground,
  { arrangement, scale, weight }: { arrangement: Arrangement; scale: number; weight: number },
): Trial | null {
  const { u } = input.format;
  const safe = inset(input.format.safe, 0.6 * u);
  const isBefore = arrangement === 'before';
  const zone = {
    before: { ...safe, width: safe.width * 0.5 },
    above: { ...safe, height: safe.height * 0.5 },
    below: { ...safe, y: safe.y + safe.height * 0.5, height: safe.height * 0.5 },
  }[arrangement];
  const anchor = ({ before: 'middle', above: 'top', below: 'bottom' } as const)[arrangement];
  const words = wordsOn(input, ground, { zone, align: isBefore ? 'start' : alignFor(input), scale, anchor });
  const picture = words === null ? null : pictureNextTo(input, ground, { words, arrangement });
  const losesButton = input.type.has('cta') && !words?.layers.some((layer) => layer.kind === 'fill');
  if (words === null || picture === null || losesButton) return null;
  const { width, height } = picture.box;
  return { words, picture, worth: weight * width * height * scale ** textWorth };
}

/** Returns null if there is no room for the picture. */
function pictureNextTo(
  input: ShotInput,
  ground: Ground,
  { words, arrangement }: { words: Scene; arrangement: Arrangement },
): Extract<Layer, { box: Box }> | null {
  const { format, product, photo, floor } = input;
  const { u, width, height, safe } = format;
  const boxes = thingsOf(words);
  const right = Math.max(...boxes.map((box) => box.x + box.width)) + 5 * u;
  const below = Math.max(...boxes.map((box) => box.y + box.height)) + 5 * u;
  // A logo needs half its height of free space.
  const above = Math.min(...boxes.map((box) => box.y)) - 9 * u;
  const head = format.zones === null ? 6 * u : safe.y - 5 * u;
  if (product !== null) {
    const thing = {
      before: { x: right, y: 6 * u, width: width - 5 * u - right, height: floor - 6 * u },
      above: { x: 6 * u, y: below, width: width - 12 * u, height: floor - below },
      below: { x: 6 * u, y: head, width: width - 12 * u, height: above - head },
    }[arrangement];
    const standing = arrangement === 'before' ? 0.7 : 1;
    return productIn(product, thing, { fill: 1, standing, shadow: shadowOn(ground.color) });
  }
  const foot = input.hasCaptions ? floor : height;
  const room = {
    before: { x: right, y: 0, width: width - right, height: foot },
    above: { x: 0, y: below, width, height: foot - below },
    below: { x: 0, y: 0, width, height: above },
  }[arrangement];
  return isCroppable(photo) ? windowFor(photo, room, input) : null;
}

function groundFor({ attempt, choose, roles }: ShotInput): Ground {
  if (attempt === 1) return loud(roles);
  if (attempt > 1) return quiet(roles);
  return groundOf(choose('end card ground', ['loud', 'quiet', 'tinted'] as const), roles, 0.2);
}

/** Sizes of logo, name and call to action, as factors, in the order in which they are tried. */
const scales = [1, 0.85, 0.7, 0.58, 0.46] as const;

interface WordsPlace extends SignaturePlace {
  /** Part of the zone in which the texts are. */
  anchor: 'top' | 'middle' | 'bottom';
}

/** Returns the texts of the end card in the largest size, up to `scale`, that fits. */
function wordsOn(input: ShotInput, ground: Ground, place: WordsPlace): Scene | null {
  for (const scale of scales) {
    const words = scale > place.scale ? null : wordsAt(input, ground, { ...place, scale });
    if (words !== null) return words;
  }
  return null;
}

function wordsAt(input: ShotInput, ground: Ground, sized: WordsPlace): Scene | null {
  const { zone, anchor } = sized;
  const mark = signature(input, ground, sized);
  const column = columnOf(input, ground, sized);
  if (column === null) return null;
  if (column.texts.length === 0) return mark === null ? null : markAlone(input, mark, sized);
  const head =
    mark === null ? 0 : mark.box.height + Math.max(6 * input.format.type, mark.box.height * clearShare(mark));
  const height = head + column.bounds.height;
  if (height > zone.height) return null;
  const top = zone.y + (zone.height - height) * shares[anchor];
  const words = emptyScene('', input.format);
  if (mark !== null) addMark(words, movedMark(mark, 0, top - mark.box.y));
  const moved = (box: Box): Box => ({ ...box, y: box.y + top + head - column.bounds.y });
  words.layers.push(...column.layers.map((layer) => ('box' in layer ? { ...layer, box: moved(layer.box) } : layer)));
  words.texts.push(...column.texts.map((text) => ({ ...text, box: moved(text.box) })));
  words.dropped.push(...column.dropped);
  return words;
}

/** Share of the free height of a zone that is above the texts. */
const shares = { top: 0, middle: 0.5, bottom: 1 } as const;

/**
 * Returns the minimum free height under the logo and the name, as a share of their height. A logo without a name needs
 * more than half its height.
 */
const clearShare = ({ texts }: Mark): number => (texts.length === 0 ? 0.6 : 0.3);

function markAlone({ format }: ShotInput, mark: Mark, { zone, anchor }: WordsPlace): Scene | null {
  if (mark.box.height > zone.height) return null;
  const words = emptyScene('', format);
  addMark(words, movedMark(mark, 0, zone.y + (zone.height - mark.box.height) * shares[anchor] - mark.box.y));
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
  const larger = { ...format, type: format.type * typeScale * Math.max(scale, 0.55) };
  return stack(type, larger, {
    zone: { ...zone, height: zone.height * 0.7 },
    anchor: 'top',
    align,
    colors,
    button,
    boost: 0.62,
  });
}
