import { joined, type Layer, moved, type Scene, thingsOf } from '../../../scene.ts';
import { type Box, inset, bottomOf, rightOf, topOf } from '../../../box.ts';
import { groundOf, quiet, type Ground } from '../../../layouts/grounds.ts';
import { buttonFor, emptyScene, flat, isCroppable, lit } from '../../../layouts/layout.ts';
import { type Mark, movedMark } from '../../../layouts/mark.ts';
import { productIn } from '../../../layouts/product-place.ts';
import { type Stack, stack } from '../../../text/stack.ts';
import { lastResort, type LayoutInput } from '../../../composition.ts';
import type { OpenPicture } from '../../../photo/open.ts';
import { plainGround } from '../../../photo/plain-ground.ts';
import { covered, type CoverSide, sideOf } from './cover-shot.ts';
import { decor } from './decor.ts';
import { bleedingIn, footIn, groundLike, isBeside, leastIn, windowFor, wholeIn } from './photo-shot.ts';
import { type Lockup, lockupsFor, signature, type SignaturePlace } from './signature.ts';
import { shifted } from './words.ts';

/** Layout of the last shot: logo or name of the brand, call to action and, if there is one, a picture. */
export function endCard(input: LayoutInput): Scene | null {
  const ground = seamlessGround(input) ?? groundFor(input);
  const scene = emptyScene('end-card', input.format, groundLayer(input, ground));
  const onPhoto = input.attempt === 0 ? onCover(input) : null;
  if (onPhoto !== null) return onPhoto;
  if (isPictured(input)) return pictured(input, ground, scene);
  const place = { zone: input.format.safe, align: 'center', anchor: 'middle', lockup: 'column' } as const;
  const words = wordsOn(input, ground, place);
  if (words === null) return null;
  scene.layers.push(...decor(input, ground.color, thingsOf(words)));
  return joined(scene, words);
}

/** Part of the safe area for the words on a photo: of its height, or of its width in a wide film. */
const coverShares = { down: 0.46, across: 0.5 } as const;

/** Returns the end card on a photo that covers the canvas, if the words leave its subject free. */
function onCover(input: LayoutInput): Scene | null {
  const { photo, format, captionPlace } = input;
  if (!isCroppable(photo) || input.product !== null || input.noText || captionPlace !== null) return null;
  const safe = inset(format.safe, 0.6 * format.u);
  const [width, height] = [safe.width * coverShares.across, safe.height * coverShares.down];
  const side = sideOf(input);
  const place = {
    top: { zone: { ...safe, height }, anchor: 'top', align: 'center' },
    bottom: { zone: { ...safe, y: safe.y + safe.height - height, height }, anchor: 'bottom', align: 'center' },
    left: { zone: { ...safe, width }, anchor: 'middle', align: 'start' },
    right: { zone: { ...safe, x: safe.x + safe.width - width, width }, anchor: 'middle', align: 'start' },
  } as const satisfies Record<CoverSide, Omit<WordsPlace, 'scale' | 'lockup'>>;
  const wordsIn = (ground: Ground) =>
    lockupsFor(input)
      .map((lockup) => wordsOn(input, ground, { ...place[side], lockup }))
      .find((words) => words !== null) ?? null;
  return covered(input, { photo, side, name: 'end-card' }, wordsIn);
}

const isPictured = ({ attempt, product, photo }: LayoutInput): boolean =>
  attempt < lastResort && (product !== null || isCroppable(photo));

const groundLayer = ({ attempt, format, photo }: LayoutInput, ground: Ground): Layer =>
  attempt === 0 && !(isCroppable(photo) && ground.color === plainGround(photo))
    ? lit(format, ground)
    : flat(format, ground.color);

/** Place of the texts relative to the picture, which gets the rest of the canvas. */
type Arrangement = 'above' | 'below' | 'before';

/** Sizes of the texts, as factors, that are compared. With a smaller one, name and button would be too small. */
const fullSizes = [1.2, 1, 0.92, 0.84] as const;
/** Sizes that are tried only if no picture has room next to larger texts. */
const smallSizes = [0.7, 0.58, 0.46] as const;

interface Trial {
  arrangement: Arrangement;
  lockup: Lockup;
  scale: number;
}

interface Composed {
  words: Scene;
  picture: Picture;
  worth: number;
}

type Picture = Extract<Layer, { box: Box }>;

function pictured(input: LayoutInput, ground: Ground, scene: Scene): Scene | null {
  const large = composedIn(input, ground, fullSizes);
  const made = large[input.attempt] ?? composedIn(input, ground, smallSizes)[input.attempt - large.length];
  if (made === undefined) return null;
  const { words, picture } = made;
  const shapes = input.product === null ? [] : decor(input, ground.color, [...thingsOf(words), picture.box]);
  scene.layers.push(...shapes, picture);
  return joined(scene, words);
}

/** Returns the compositions of texts in the given sizes with the picture, best first. */
function composedIn(input: LayoutInput, ground: Ground, sizes: readonly number[]): Composed[] {
  const { all, picked } = arrangementsFor(input);
  return all
    .flatMap((arrangement) =>
      lockupsFor(input).flatMap((lockup) => sizes.map((scale): Trial => ({ arrangement, lockup, scale }))),
    )
    .map((trial) => composed(input, ground, trial))
    .filter((each) => each !== null)
    .map((each) => ({ ...each, worth: each.worth * (each.arrangement === picked ? pickedWorth : 1) }))
    .toSorted((a, b) => b.worth - a.worth);
}

/** Factor by which the arrangement that the seed picks counts more, so that two films of a brand differ. */
const pickedWorth = 1.2;

function arrangementsFor(input: LayoutInput): { all: Arrangement[]; picked: Arrangement } {
  const { format, product, choose, captionPlace, shape } = input;
  if (format.shape === 'wide' || (product === null && isBeside(input))) return { all: ['before'], picked: 'before' };
  // In a story, the texts end above the controls of the phone, and a card above them would leave the rest empty.
  const isCard = product === null && format.zones !== null && shape !== 'slab';
  const stacked: Arrangement[] = captionPlace !== null || isCard ? ['above'] : ['above', 'below'];
  return {
    all: product !== null && format.shape === 'square' ? [...stacked, 'before'] : stacked,
    picked: choose('end card order', ['above', 'below', 'above'] as const),
  };
}

function composed(
  input: LayoutInput,
  ground: Ground,
  { arrangement, lockup, scale }: Trial,
): (Composed & { arrangement: Arrangement }) | null {
  const safe = inset(input.format.safe, 0.6 * input.format.u);
  const zone = {
    before: { ...safe, width: safe.width * 0.54 },
    above: { ...safe, height: safe.height * 0.54 },
    below: { ...safe, y: safe.y + safe.height * 0.46, height: safe.height * 0.54 },
  }[arrangement];
  const anchor = ({ before: 'middle', above: 'top', below: 'bottom' } as const)[arrangement];
  const align = arrangement === 'before' ? 'start' : 'center';
  const words = wordsAt(input, ground, { zone, align, scale, anchor, lockup });
  const picture = words === null ? null : pictureNextTo(input, ground, { words, arrangement });
  const losesButton = input.type.has('cta') && !words?.layers.some((layer) => layer.kind === 'fill');
  if (words === null || picture === null || losesButton) return null;
  const { width, height } = picture.box;
  const worth = (width * height) ** pictureWeight * sizeWorth(words);
  return { ...balanced(input, { words, picture, arrangement }), arrangement, worth };
}

/** Exponent of the area of the picture in the worth of an end card: a large picture is worth more than large texts. */
const pictureWeight = 1.5;

/** Large texts are worth a smaller picture. */
const sizeWorth = ({ texts }: Scene): number => texts.reduce((product, { size }) => product * size ** 0.5, 1);

/**
 * Centres the texts and the picture together. Below or above each other, they have the same vertical axis and equal
 * space above and below; beside each other, they have the same horizontal axis and equal space on both sides.
 */
function balanced(
  { format, floor }: LayoutInput,
  { words, picture, arrangement }: { words: Scene; picture: Picture; arrangement: Arrangement },
): { words: Scene; picture: Picture } {
  const { width, height, safe } = format;
  const { box } = picture;
  const fillsRest = box.x + box.width >= width - 1 || box.y + box.height >= height - 1;
  const boxes = thingsOf(words);
  if (boxes.length === 0) return { words, picture };
  const [head, foot] = [topOf(boxes), bottomOf(boxes)];
  if (fillsRest) {
    const above = arrangement === 'above' ? (box.y - (foot - head)) / 2 - head : 0;
    return { words: shifted(words, 0, Math.max(0, above)), picture };
  }
  const by = (dx: number, dy: number): Picture => ({ ...picture, box: { ...box, x: box.x + dx, y: box.y + dy } });
  if (arrangement === 'before') {
    const spare = width - safe.x - (box.x + box.width);
    const aside = Math.max(0, spare + box.x - rightOf(boxes) - gapBeside(words, format.u)) / 3;
    const across = width - safe.x - aside - box.width - box.x;
    return { words: shifted(words, aside, 0), picture: by(across, (head + foot - box.height) / 2 - box.y) };
  }
  const gap = gapU * format.u;
  if (arrangement === 'above') {
    const top = foot + gap;
    const dy = Math.max(0, (floor - top - box.height - (head - safe.y)) / 2);
    return { words: shifted(words, 0, dy), picture: by(0, top + dy - box.y) };
  }
  const dy = Math.max(0, (box.y - safe.y) / 2);
  return { words: shifted(words, 0, -dy), picture: by(0, -dy) };
}

/** Distance between the texts and the picture, in u (1 % of the canvas's short side). */
const gapU = 5;

/** Minimum distance between the logo and the picture, as a share of the height of the logo. */
const logoAir = 0.6;

const gapBeside = ({ layers }: Scene, u: number): number =>
  Math.max(gapU * u, ...layers.map((layer) => (layer.kind === 'logo' ? logoAir * layer.box.height : 0)));

/** Returns null if there is no room for the picture. */
function pictureNextTo(
  input: LayoutInput,
  ground: Ground,
  { words, arrangement }: { words: Scene; arrangement: Arrangement },
): Picture | null {
  const { format, product, photo, floor } = input;
  const { u, width, height, safe } = format;
  const boxes = thingsOf(words);
  const right = rightOf(boxes) + gapBeside(words, u);
  const below = bottomOf(boxes) + gapU * u;
  // A logo needs half its height of free space.
  const above = topOf(boxes) - 9 * u;
  const head = format.zones === null ? 6 * u : safe.y - 5 * u;
  if (product !== null) {
    const thing = {
      before: { x: right, y: 6 * u, width: width - 5 * u - right, height: floor - 6 * u },
      above: { x: 6 * u, y: below, width: width - 12 * u, height: floor - below },
      below: { x: 6 * u, y: head, width: width - 12 * u, height: above - head },
    }[arrangement];
    return productIn(product, thing, ground.color);
  }
  if (!isCroppable(photo)) return null;
  const foot = input.captionPlace === null ? height : floor;
  const room = {
    before: { x: right, y: 0, width: width - right, height: foot },
    above: { x: 0, y: below, width, height: foot - below },
    below: { x: 0, y: 0, width, height: above },
  }[arrangement];
  const inner = { ...room, y: Math.max(room.y, head), height: room.height - Math.max(0, head - room.y) };
  if (ground.color === plainGround(photo)) return wholeIn(photo, arrangement === 'below' ? inner : room);
  return photoIn(input, photo, { room, inner, arrangement });
}

interface PhotoRoom {
  room: Box;
  /** Part of the room below the controls of the phone. */
  inner: Box;
  arrangement: Arrangement;
}

function photoIn(input: LayoutInput, photo: OpenPicture, { room, inner, arrangement }: PhotoRoom): Picture | null {
  const atFoot = arrangement === 'above' && input.format.zones !== null ? footIn(photo, room) : null;
  const picture = bleedingIn(photo, room, leastIn(photo)) ?? atFoot ?? windowFor(photo, room, input);
  const isFloating = arrangement === 'below' && picture !== null && picture.box.x > 1;
  return isFloating ? windowFor(photo, inner, input) : picture;
}

/** Returns the ground of a packshot as the ground of the canvas, so that its edges are invisible. */
function seamlessGround({ photo, product, attempt, roles }: LayoutInput): Ground | null {
  if (product !== null || attempt > 0 || !isCroppable(photo)) return null;
  const color = plainGround(photo);
  return color === null ? null : groundLike(color, roles);
}

function groundFor({ attempt, choose, roles }: LayoutInput): Ground {
  const style = choose('end card ground', ['quiet', 'loud', 'tinted'] as const);
  return attempt > 1 || (attempt === 1 && style === 'loud') ? quiet(roles) : groundOf(style, roles, 0.2);
}

/** Sizes of logo, name and call to action, as factors, in the order in which they are tried. */
const scales = [1, 0.85, 0.7, 0.58, 0.46] as const;

interface WordsPlace extends SignaturePlace {
  /** Part of the zone in which the texts are. */
  anchor: 'top' | 'middle' | 'bottom';
}

/** Returns the texts of the end card in the largest size that fits. */
function wordsOn(input: LayoutInput, ground: Ground, place: Omit<WordsPlace, 'scale'>): Scene | null {
  for (const scale of scales) {
    const words = wordsAt(input, ground, { ...place, scale });
    if (words !== null) return words;
  }
  return null;
}

function wordsAt(input: LayoutInput, ground: Ground, sized: WordsPlace): Scene | null {
  const { zone, anchor } = sized;
  const mark = signature(input, ground, sized);
  const column = columnOf(input, ground, sized);
  if (column === null) return null;
  if (column.texts.length === 0) return mark === null ? null : markAlone(input, mark, sized);
  const head =
    mark === null ? 0 : mark.box.height + Math.max(5 * input.format.type, mark.box.height * clearShare(mark, sized));
  const height = head + column.bounds.height;
  if (height > zone.height) return null;
  const top = zone.y + (zone.height - height) * shares[anchor];
  const words = emptyScene('', input.format);
  if (mark !== null) joined(words, movedMark(mark, 0, top - mark.box.y));
  return joined(
    words,
    moved(column, (box) => ({ ...box, y: box.y + top + head - column.bounds.y })),
  );
}

/** Share of the free height of a zone that is above the texts. */
const shares = { top: 0, middle: 0.5, bottom: 1 } as const;

/**
 * Returns the minimum free height under the logo and the name, as a share of their height. A logo without a name under
 * it needs more than half its height.
 */
const clearShare = ({ texts }: Mark, { lockup }: WordsPlace): number =>
  texts.length === 0 || lockup === 'row' ? 0.6 : 0.3;

function markAlone({ format }: LayoutInput, mark: Mark, { zone, anchor }: WordsPlace): Scene | null {
  if (mark.box.height > zone.height) return null;
  const dy = zone.y + (zone.height - mark.box.height) * shares[anchor] - mark.box.y;
  return joined(emptyScene('', format), movedMark(mark, 0, dy));
}

/** Size of the text on the button, in u. It is larger than on a still ad: the end card is seen for two seconds only. */
const actionU = 5.4;
/** Size of the text on a button in `stack`, in type units. */
const stackAction = 3.5;

function columnOf(input: LayoutInput, { colors }: Ground, { zone, align, scale }: WordsPlace): Stack | null {
  const { format, type, tone } = input;
  if (input.noText) return { texts: [], layers: [], bounds: { ...zone, height: 0 }, dropped: [] };
  const button = buttonFor(tone) === 'link' ? 'box' : buttonFor(tone);
  const larger = { ...format, type: (actionU / stackAction) * Math.sqrt(format.u * format.type) * scale };
  return stack(type, larger, {
    zone: { ...zone, height: zone.height * 0.7 },
    anchor: 'top',
    align,
    colors,
    button,
    boost: 0.8,
  });
}
