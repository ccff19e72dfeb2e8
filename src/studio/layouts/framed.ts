import { textsIn } from './field.ts';
import { blend } from '../color.ts';
import { upscaleMax } from '../photo/crop.ts';
import type { OpenPicture } from '../photo/open.ts';
import { type Layer, type Scene, joined, thingsOf } from '../scene.ts';
import { type Box, inset, type Size, bottomOf, wholeOf } from '../box.ts';
import { type Format, isAcross } from '../format.ts';
import { groundOf, type Ground } from './grounds.ts';
import type { LayoutInput } from '../composition.ts';
import { emptyScene, flat, isCroppable, type Layout, bestOf, block, panel } from './layout.ts';

/**
 * Layout with the whole picture in a drawn window, in a drawn phone or without a frame, and the text beside or above
 * the picture. The layout is for screenshots, posters and other pictures that should not be cropped.
 */
export const framed: Layout = {
  name: 'framed',
  suits: (_, { photo }) => (photo === null || isCroppable(photo) ? 0 : 1.1),
  draw(input) {
    const { format, photo } = input;
    if (photo === null) return null;
    const ground = groundOf(input.groundStyle, input.roles);
    const frame = frameFor(photo, format);
    const made = isBeside(format, frame)
      ? beside(input, { photo, ground, frame })
      : below(input, { photo, ground, frame });
    if (made === null) return null;
    const floor = made.floor === undefined ? [] : [made.floor];
    const scene = joined(emptyScene('framed', format, flat(format, ground.color), ...floor), made.words);
    scene.layers.push(...pictureIn(photo, frame, made.frame, ground));
    return scene;
  },
};

/** Frame around the picture. Lengths are in pixels of the ad. */
interface Frame {
  kind: 'window' | 'phone' | 'plain';
  ratio: number;
  rim: number;
  bar: number;
  /** Maximum width of the picture in the ad. A wider picture would be enlarged too much to stay sharp. */
  widthMax: number;
}

/**
 * Minimum and maximum ratio of width to height of a screenshot that is shown in a drawn phone. Other screenshots are
 * shown in a drawn window.
 */
const phoneRatioMin = 0.4;
const phoneRatioMax = 0.72;

function frameFor(photo: OpenPicture, { u }: Format): Frame {
  const ratio = photo.width / photo.height;
  const widthMax = photo.width * photo.scale * upscaleMax;
  if (photo.analysis.kind !== 'screenshot') return { kind: 'plain', ratio, rim: 0, bar: 0, widthMax };
  if (ratio >= phoneRatioMin && ratio <= phoneRatioMax) return { kind: 'phone', ratio, rim: 1.5 * u, bar: 0, widthMax };
  return { kind: 'window', ratio, rim: 0.5 * u, bar: 4 * u, widthMax };
}

function fitted({ ratio, rim, bar, widthMax }: Frame, room: Size): Size {
  const width = Math.min(room.width - 2 * rim, (room.height - 2 * rim - bar) * ratio, widthMax);
  return { width: width + 2 * rim, height: width / ratio + 2 * rim + bar };
}

const isBeside = (format: Format, { ratio }: Frame): boolean =>
  isAcross(format) || (format.shape === 'square' && ratio < 0.8);

interface Parts {
  photo: OpenPicture;
  ground: Ground;
  frame: Frame;
}

interface Placed {
  words: Scene;
  frame: Box;
  floor?: Layer;
}

/**
 * Maximum share of the canvas's height that may stay empty below the text, not counting the picture. If more stays
 * empty, a coloured panel is drawn behind the picture.
 */
const spareMax = 0.14;

/**
 * Shares of the available height or width that are tried for the text; the best result is used. A smaller share for the
 * text leaves room for a larger picture.
 */
const wordShares = [0.34, 0.42, 0.5, 0.6] as const;

function below(input: LayoutInput, { ground, frame }: Parts): Placed | null {
  const { safe, height, margin, u } = input.format;
  const foot = height - margin;
  const gap = 6 * u;
  const tries = (input.noText ? ([0.14] as const) : wordShares).map((share) => {
    const area = { ...safe, height: Math.min(safe.height, (foot - safe.y) * share) };
    const words = textsIn(input, { area, ground, mark: 'top', anchor: 'top' });
    if (words === null) return null;
    const top = bottomOf(thingsOf(words), safe.y) + gap;
    const size = fitted(frame, { width: safe.width, height: foot - top });
    const frameBox = { x: safe.x + (safe.width - size.width) / 2, y: top, ...size };
    return standing({ words, frame: frameBox }, { top, foot }, input, ground);
  });
  return best(tries, input.format);
}

function standing(
  made: Placed,
  { top, foot }: { top: number; foot: number },
  input: LayoutInput,
  ground: Ground,
): Placed {
  const { width, height, u } = input.format;
  const spare = foot - top - made.frame.height;
  if (spare <= spareMax * height) return { ...made, frame: { ...made.frame, y: top + spare / 2 } };
  const box = { x: 0, y: top, width, height: height - top };
  const color = blend(ground.color, ground.colors.headline, 0.1);
  const y = Math.min(foot - made.frame.height, top + Math.max(6 * u, (box.height - made.frame.height) / 2));
  return { ...made, frame: { ...made.frame, y }, floor: panel(box, color) };
}

function beside(input: LayoutInput, { ground, frame }: Parts): Placed | null {
  const { safe, u, shape } = input.format;
  const gap = 6 * u;
  const column =
    shape === 'banner' ? ({ mark: 'aside', anchor: 'middle' } as const) : ({ mark: 'top', anchor: 'bottom' } as const);
  const tries = wordShares.map((share) => {
    const size = fitted(frame, { width: safe.width * (1 - share) - gap, height: safe.height });
    const width = safe.width - size.width - gap;
    const words = textsIn(input, { area: { ...safe, width: Math.min(width, safe.width * 0.62) }, ground, ...column });
    const [x, y] = [safe.x + safe.width - size.width, safe.y + (safe.height - size.height) / 2];
    return words === null ? null : { words, frame: { x, y, ...size } };
  });
  return best(tries, input.format);
}

/** Minimum share of the canvas's area that the picture must cover. A smaller picture could not be recognised. */
const areaMin = 0.06;

function best(tries: readonly (Placed | null)[], { width, height }: Format): Placed | null {
  const made = tries
    .filter((each) => each !== null)
    .filter(({ frame }) => frame.width * frame.height >= areaMin * width * height);
  return bestOf(made, {
    words: ({ words }) => words,
    worth: ({ frame, words }) => frame.width * frame.height * Math.max(1, ...words.texts.map(({ size }) => size)),
  });
}

function pictureIn(photo: OpenPicture, { kind, rim, bar, ratio }: Frame, box: Box, ground: Ground): Layer[] {
  const inner = inset(box, rim);
  const screen = { ...inner, y: inner.y + bar, height: inner.width / ratio };
  const radius =
    { window: 1.6, phone: 0, plain: 1.2 }[kind] * (box.width / 100) + (kind === 'phone' ? box.width * 0.11 : 0);
  const whole = wholeOf(photo);
  const picture: Layer = { kind: 'photo', box: screen, picture: photo, crop: whole, radius: Math.max(0, radius - rim) };
  if (kind === 'plain') return [picture];
  const ink = ground.colors.headline;
  const color = kind === 'phone' ? blend('#101114', ink, 0.06) : blend(ground.color, ink, 0.16);
  const body: Layer = { kind: 'fill', element: 'panel', box, color, radius };
  return [body, picture, ...(kind === 'window' ? dots(box, bar + rim, blend(color, ink, 0.4)) : [])];
}

function dots({ x, y }: Box, bar: number, color: string): Layer[] {
  const side = bar * 0.28;
  return [0, 1, 2].map((i) =>
    block({ x: x + bar * 0.5 + i * side * 1.7, y: y + (bar - side) / 2, width: side, height: side }, color, side / 2),
  );
}
