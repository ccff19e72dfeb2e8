import { photoLayer } from '../../../canvas/paint.ts';
import { groundOf } from '../../../layouts/grounds.ts';
import { emptyScene, flat, isCroppable } from '../../../layouts/layout.ts';
import { thingsOf } from '../../../layouts/product-column.ts';
import { coverCrop, enlargement, showsWell, upscaleMax } from '../../../photo/crop.ts';
import type { Box } from '../../../box.ts';
import type { Scene } from '../../../scene.ts';
import type { ShotInput } from '../shot-input.ts';
import { joined, wordsIn } from './words.ts';
import { tightened } from './tighter-crop.ts';

/** Photo in a window that has the shape of the brand, on a ground of one colour, with the text above or beside it. */
export function windowShot(input: ShotInput): Scene | null {
  const { format, photo } = input;
  if (!isCroppable(photo)) return null;
  const ground = groundOf(input.choose('window ground', ['loud', 'tinted', 'quiet'] as const), input.roles, 0.16);
  const plan = planFor(input, ground);
  if (plan === null) return null;
  const shape = windowShape(input);
  const box = windowIn(plan.room, shape, input);
  const layer = tightened(photoLayer(photo, box, radiusOf(box, shape, input)), input.repeats);
  if (!showsWell(photo, coverCrop(photo, box)) || enlargement(photo, layer.crop, box) > upscaleMax) return null;
  const scene = emptyScene('window', format);
  scene.layers.push(flat(format, ground.color), layer);
  return joined(scene, plan.words);
}

type WindowShape = 'arch' | 'disc' | 'round' | 'bleed';

const windowShapes = {
  bold: ['bleed', 'bleed', 'round'],
  technical: ['bleed', 'round', 'round'],
  elegant: ['arch', 'bleed', 'arch'],
  friendly: ['round', 'arch', 'round'],
  natural: ['arch', 'round', 'arch'],
  playful: ['disc', 'round', 'arch'],
} as const satisfies Record<ShotInput['tone'], readonly [WindowShape, ...WindowShape[]]>;

export const windowShape = (input: ShotInput): WindowShape => input.choose('window shape', windowShapes[input.tone]);

interface Plan {
  words: Scene;
  room: Box;
}

function planFor(input: ShotInput, ground: ReturnType<typeof groundOf>): Plan | null {
  const { format } = input;
  const { safe, u, width, height } = format;
  if (format.shape === 'wide') {
    const area = { ...safe, width: safe.width * 0.44 };
    const words = wordsIn(input, { area, ground, anchor: 'middle', boost: 1.05 });
    if (words === null) return null;
    const x = Math.max(safe.x, ...thingsOf(words).map((box) => box.x + box.width)) + 6 * u;
    return { words, room: { x, y: 0, width: width - x, height: input.hasCaptions ? input.floor : height } };
  }
  const align = input.choose('window text align', ['start', 'center', 'start'] as const);
  const area = { ...safe, height: safe.height * 0.4 };
  const words = wordsIn(input, { area, ground, anchor: 'top', align, boost: 1.05 });
  if (words === null) return null;
  const y = Math.max(safe.y - 6 * u, ...thingsOf(words).map((box) => box.y + box.height)) + 5 * u;
  return { words, room: { x: 0, y, width, height: (input.hasCaptions ? input.floor : height) - y } };
}

export function windowIn(room: Box, shape: WindowShape, { format, hasCaptions }: ShotInput): Box {
  const { u, margin, shape: canvas } = format;
  if (shape === 'bleed') return room;
  const isWide = canvas === 'wide';
  const inner = {
    x: room.x + (isWide ? 0 : margin),
    y: room.y + (isWide ? margin : 0),
    width: room.width - (isWide ? margin : 2 * margin),
    height: room.height - (isWide ? 2 * margin : hasCaptions ? 2 * u : margin),
  };
  if (shape === 'round') return inner;
  if (shape === 'arch')
    return hasCaptions || isWide ? inner : { ...inner, height: room.y + room.height - inner.y + inner.width / 2 };
  const side = Math.min(inner.width, inner.height);
  return { x: inner.x + (inner.width - side) / 2, y: inner.y + (inner.height - side) / 2, width: side, height: side };
}

export function radiusOf(box: Box, shape: WindowShape, { format, tone }: ShotInput): number {
  if (shape === 'bleed') return 0;
  if (shape === 'round') return tone === 'technical' || tone === 'bold' ? 1.5 * format.u : 5 * format.u;
  return Math.min(box.width, box.height) / 2;
}
