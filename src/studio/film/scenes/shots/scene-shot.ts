import type { Box, Edge } from '../../../box.ts';
import { photoLayer } from '../../../canvas/paint.ts';
import { textField } from '../../../layouts/field.ts';
import { groundOf } from '../../../layouts/grounds.ts';
import { emptyScene, flat, isCroppable } from '../../../layouts/layout.ts';
import { thingsOf } from '../../../layouts/product-column.ts';
import { coverCrop, enlargement, showsWell, upscaleMax } from '../../../photo/crop.ts';
import type { Scene } from '../../../scene.ts';
import type { ShotInput } from '../shot-input.ts';

/** Length over which the photo fades into the ground, in u (1 % of the canvas's short side). */
const fadeU = 26;
/** Share of the photo's height or width by which the text may reach into the fading part. */
const reachU = 9;

/** Photo that fills the canvas up to a ground of one colour, into which it fades. The text is on the ground. */
export function fadeShot(input: ShotInput): Scene | null {
  const { format, photo } = input;
  if (!isCroppable(photo)) return null;
  const ground = groundOf(input.choose('fade ground', ['quiet', 'loud'] as const), input.roles, 0);
  const words = emptyScene('', format);
  const isWide = format.shape === 'wide';
  const { safe, u, width, height } = format;
  const area = isWide ? { ...safe, width: safe.width * 0.42 } : { ...safe, y: safe.y + safe.height * 0.55, height: safe.height * 0.45 };
  const field = { area, ground, mark: null, anchor: isWide ? 'middle' : 'bottom', boost: 1.05 } as const;
  if (textField(input, words, field) === null) return null;
  const boxes = thingsOf(words);
  const edge: Edge = isWide ? 'left' : 'bottom';
  const start = isWide
    ? Math.max(0, ...boxes.map((box) => box.x + box.width)) - reachU * u
    : Math.min(height, ...boxes.map((box) => box.y)) + reachU * u;
  const box: Box = isWide ? { x: start, y: 0, width: width - start, height } : { x: 0, y: 0, width, height: start };
  const layer = photoLayer(photo, box, 0, isWide ? [0.6, 0.5] : [0.5, 0.42]);
  if (enlargement(photo, layer.crop, box) > upscaleMax || !showsWell(photo, coverCrop(photo, box))) return null;
  const scene = emptyScene('fade', format);
  const solid = isWide ? start : height - start;
  const rest = isWide ? { x: 0, y: 0, width: start, height } : { x: 0, y: start, width, height: height - start };
  scene.layers.push(layer, { kind: 'fill', element: 'panel', box: rest, color: ground.color, radius: 0 });
  scene.layers.push({ kind: 'scrim', edge, solid: solid + 1, fade: fadeU * u, color: ground.color, strength: 1 });
  scene.layers.push(...words.layers);
  scene.texts.push(...words.texts);
  scene.dropped.push(...words.dropped);
  return scene;
}

/** Photo alone, as large as its resolution allows. */
export function photoAlone(input: ShotInput): Scene | null {
  const { format, photo, roles } = input;
  if (!isCroppable(photo) || !input.noText) return null;
  const { width, height } = format;
  const scale = Math.min(1, (Math.min(photo.width / width, photo.height / height) * photo.scale) * upscaleMax);
  const size = scale >= 1 ? { width, height } : { width: width * scale, height: height * scale };
  const box = { x: (width - size.width) / 2, y: (height - size.height) / 2, ...size };
  if (size.width < width * 0.4) return null;
  const scene = emptyScene('photo', format);
  const radius = scale >= 1 ? 0 : 3 * format.u;
  scene.layers.push(flat(format, roles.surface), photoLayer(photo, box, radius));
  return scene;
}
