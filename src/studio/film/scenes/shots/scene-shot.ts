import { joined, type Layer, type LayerOf, type Scene, thingsOf } from '../../../scene.ts';
import { type Box, type Edge, rightOf, topOf } from '../../../box.ts';
import { photoLayer } from '../../../canvas/paint.ts';
import { groundOf } from '../../../layouts/grounds.ts';
import { emptyScene, isCroppable, panel } from '../../../layouts/layout.ts';
import { enlargement } from '../../../photo/crop.ts';
import { keepsInFilm } from '../../../photo/kept-subject.ts';
import { filmUpscaleMax } from './photo-scale.ts';
import { isRich } from '../../../photo/crop-shares.ts';
import type { OpenPicture } from '../../../photo/open.ts';
import type { LayoutInput } from '../../../composition.ts';
import { wordsIn } from './words.ts';
import { tightened } from './tighter-crop.ts';

/**
 * Distance by which the text extends into the photo, and length of the fade, both in u (1 % of the canvas's short
 * side). Each try of the layout begins one entry later and takes the first one that fits.
 */
const reaches = [
  { textU: 34, fadeU: 62 },
  { textU: 18, fadeU: 40 },
  { textU: 8, fadeU: 26 },
] as const;

/**
 * Draws a photo that fades into a ground of one colour. The text is on the ground and extends into the fading part of
 * the photo. In later tries, less of the text is on the photo.
 */
export function fadeShot(input: LayoutInput): Scene | null {
  const { format, photo } = input;
  if (!isCroppable(photo)) return null;
  const ground = groundOf(input.choose('fade ground', ['quiet', 'loud'] as const), input.roles, 0);
  const isWide = format.shape === 'wide';
  const { safe } = format;
  const area = isWide
    ? { ...safe, width: safe.width * 0.42 }
    : { ...safe, y: safe.y + safe.height * 0.5, height: safe.height * 0.5 };
  const words = wordsIn(input, { area, ground, anchor: isWide ? 'middle' : 'bottom', boost: 1.1 });
  if (words === null) return null;
  for (const reach of reaches.slice(Math.min(input.attempt, reaches.length - 1))) {
    const made = fading(input, { photo, words, ground: ground.color, ...reach });
    if (made !== null) return joined(made, words);
  }
  return null;
}

/** Returns the part of the crop that the fade does not hide. */
function clearPart({ crop, box }: Photo, { isWide, fade }: { isWide: boolean; fade: number }): Box {
  const clear = 1 - Math.min(fadedMax, (fadedShare * fade) / (isWide ? box.width : box.height));
  return isWide
    ? { ...crop, x: crop.x + crop.width * (1 - clear), width: crop.width * clear }
    : { ...crop, height: crop.height * clear };
}

type Photo = LayerOf<'photo'>;

/** Largest share of a photo that counts as hidden by the fade. */
const fadedMax = 0.6;
/** Share of the fade in which the photo can hardly be seen. */
const fadedShare = 0.5;

interface Fade {
  photo: OpenPicture;
  words: Scene;
  ground: string;
  textU: number;
  fadeU: number;
}

function fading(input: LayoutInput, { photo, words, ground, textU, fadeU }: Fade): Scene | null {
  const { width, height, u, shape } = input.format;
  const isWide = shape === 'wide';
  const boxes = thingsOf(words);
  const edge: Edge = isWide ? 'left' : 'bottom';
  const end = isWide ? rightOf(boxes, 0) - textU * u : Math.min(height, topOf(boxes, height) + textU * u);
  const start = Math.max(0, Math.round(end));
  const box: Box = isWide ? { x: start, y: 0, width: width - start, height } : { x: 0, y: 0, width, height: start };
  const spot = isWide ? ([0.62, 0.5] as const) : ([0.5, 0.36] as const);
  const layer = tightened(photoLayer(photo, box, 0, spot), input.repeats);
  if (enlargement(photo, layer.crop, box) > filmUpscaleMax) return null;
  const clear = clearPart(layer, { isWide, fade: fadeU * u });
  if (!isRich(photo, clear) || !keepsInFilm(photo, clear)) return null;
  const rest = isWide ? { x: 0, y: 0, width: start, height } : { x: 0, y: start, width, height: height - start };
  const solid = isWide ? start : height - start;
  const scrim: Layer = { kind: 'scrim', edge, solid: solid + 1, fade: fadeU * u, color: ground, strength: 1 };
  return emptyScene('fade', input.format, layer, panel(rest, ground), scrim);
}
