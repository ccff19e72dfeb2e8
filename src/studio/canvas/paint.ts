import sharp from 'sharp';
import { coverCrop } from '../photo/crop.ts';
import type { CutOut } from '../photo/cut-out.ts';
import type { OpenPicture } from '../photo/open.ts';
import { type Corners, type Layer, type Scene, type LayerOf } from '../scene.ts';
import type { Box } from '../box.ts';
import { blendOver, type Canvas, clipped, fill, roundedCoverage } from './canvas.ts';
import { paintGradient } from './gradient.ts';
import { paintScrim } from './scrim.ts';
import { footOf, paintContactShadow } from './shadow.ts';

type Ready =
  | { layer: LayerOf<'photo'>; pixels: Buffer }
  | { layer: LayerOf<'product'> | LayerOf<'logo'>; pixels: Buffer }
  | { layer: Exclude<Layer, LayerOf<'photo'> | LayerOf<'product'> | LayerOf<'logo'>> };

export async function paintGround(scene: Scene): Promise<Canvas> {
  const ready = await Promise.all(scene.layers.map(prepare));
  const [first] = ready;
  const whole =
    first?.layer.kind === 'photo' && coversAll(scene, first.layer) && 'pixels' in first ? first.pixels : undefined;
  const canvas: Canvas = {
    width: scene.width,
    height: scene.height,
    pixels: whole ?? Buffer.allocUnsafe(scene.width * scene.height * 3),
  };
  for (const layer of whole === undefined ? ready : ready.slice(1)) paint(canvas, layer);
  return canvas;
}

const coversAll = ({ width, height }: Scene, { box, radius }: LayerOf<'photo'>) =>
  radius === 0 && box.x <= 0 && box.y <= 0 && box.width >= width && box.height >= height;

async function prepare(layer: Layer): Promise<Ready> {
  if (layer.kind === 'photo') return { layer, pixels: await cropped(layer.picture, layer.crop, whole(layer.box)) };
  if (layer.kind === 'product') return { layer, pixels: await scaled(layer.cutOut, whole(layer.box)) };
  if (layer.kind === 'logo') return { layer, pixels: await scaled(layer.logo, whole(layer.box)) };
  return { layer };
}

function whole(box: Box): Box {
  return {
    x: Math.round(box.x),
    y: Math.round(box.y),
    width: Math.max(1, Math.round(box.width)),
    height: Math.max(1, Math.round(box.height)),
  };
}

/** Returns RGB pixels of a part of a picture, resized. */
export async function cropped(picture: OpenPicture, crop: Box, size: Box): Promise<Buffer> {
  const left = Math.min(picture.width - 1, Math.max(0, Math.round(crop.x)));
  const top = Math.min(picture.height - 1, Math.max(0, Math.round(crop.y)));
  const width = Math.max(1, Math.min(picture.width - left, Math.round(crop.width)));
  const height = Math.max(1, Math.min(picture.height - top, Math.round(crop.height)));
  const source = sharp(picture.pixels, {
    raw: { width: picture.width, height: picture.height, channels: picture.channels },
  });
  const part = source
    .extract({ left, top, width, height })
    .resize(size.width, size.height, { fit: 'fill', kernel: 'lanczos3' });
  return (picture.channels === 4 ? part.flatten({ background: '#ffffff' }) : part).raw().toBuffer();
}

/** Returns RGBA pixels of a cut-out, resized. */
export async function scaled(cut: CutOut, size: Box): Promise<Buffer> {
  const source = sharp(cut.pixels, { raw: { width: cut.width, height: cut.height, channels: 4 } });
  return source.resize(size.width, size.height, { fit: 'fill', kernel: 'lanczos3' }).raw().toBuffer();
}

function paint(canvas: Canvas, ready: Ready): void {
  if ('pixels' in ready) {
    paintPicture(canvas, ready.layer, ready.pixels);
    return;
  }
  const { layer } = ready;
  if (layer.kind === 'fill') paintFill(canvas, layer);
  else if (layer.kind === 'gradient') paintGradient(canvas, layer.box, layer, layer.toward);
  else paintScrim(canvas, layer);
}

function paintFill(canvas: Canvas, { box, color, radius, corners }: LayerOf<'fill'>): void {
  fill(canvas, box, color, radius);
  if (corners === 'top') fill(canvas, { ...box, y: box.y + radius, height: box.height - radius }, color, 0);
}

function paintPicture(
  canvas: Canvas,
  layer: LayerOf<'photo'> | LayerOf<'product'> | LayerOf<'logo'>,
  pixels: Buffer,
): void {
  const box = whole(layer.box);
  if (layer.kind === 'photo') {
    paintPhoto(canvas, pixels, box, layer);
    return;
  }
  if (layer.kind === 'product' && layer.shadow !== null)
    paintContactShadow(canvas, box, footOf(layer.cutOut), layer.shadow);
  blendOver(canvas, { pixels, width: box.width, height: box.height }, box.x, box.y);
}

/** Returns the rounded rectangle whose part within the box has the box's corners. */
const outlineOf = (box: Box, radius: number, corners: Corners = 'all'): Box =>
  corners === 'top' ? { ...box, height: box.height + radius } : box;

function paintPhoto(
  canvas: Canvas,
  pixels: Buffer,
  box: Box,
  { radius, corners }: Pick<LayerOf<'photo'>, 'radius' | 'corners'>,
): void {
  const outline = outlineOf(box, radius, corners);
  const { left, top, right, bottom } = clipped(canvas, box);
  for (let y = top; y < bottom; y++) {
    const from = ((y - box.y) * box.width + (left - box.x)) * 3;
    const to = (y * canvas.width + left) * 3;
    const inCorner = radius > 0 && (y - box.y < radius || outline.y + outline.height - y <= radius);
    if (!inCorner) pixels.copy(canvas.pixels, to, from, from + (right - left) * 3);
    else paintRoundedRow(canvas, { pixels, box, outline, radius }, y);
  }
}

function paintRoundedRow(
  canvas: Canvas,
  { pixels, box, outline, radius }: { pixels: Buffer; box: Box; outline: Box; radius: number },
  y: number,
): void {
  const { left, right } = clipped(canvas, box);
  for (let x = left; x < right; x++) {
    const part = roundedCoverage(x + 0.5, y + 0.5, outline, radius);
    const from = ((y - box.y) * box.width + (x - box.x)) * 3;
    const to = (y * canvas.width + x) * 3;
    for (let c = 0; c < 3; c++)
      canvas.pixels[to + c] = (canvas.pixels[to + c] ?? 0) * (1 - part) + (pixels[from + c] ?? 0) * part + 0.5;
  }
}

/**
 * Returns the layer that shows a photo in a box. `spot` is the point of the box, in fractions of its width and height,
 * where the photo's most eye-catching point should be.
 */
export function photoLayer(
  picture: OpenPicture,
  box: Box,
  radius: number,
  spot?: readonly [number, number],
): LayerOf<'photo'> {
  return { kind: 'photo', box, picture, crop: coverCrop(picture, box, spot), radius };
}
