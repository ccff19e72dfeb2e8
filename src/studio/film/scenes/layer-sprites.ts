import { type RestingSprite } from './motion.ts';
import { type Box, type Size, wholeOf } from '../../box.ts';
import { type Canvas, fill } from '../../canvas/canvas.ts';
import { paintGradient } from '../../canvas/gradient.ts';
import { cropped, scaled } from '../../canvas/paint.ts';
import { paintScrim } from '../../canvas/scrim.ts';
import { footOf, paintContactShadow } from '../../canvas/shadow.ts';
import { rgb } from '../../color.ts';
import { type TextBlock, type LayerOf } from '../../scene.ts';
import type { TextEngine } from '../../text/engine.ts';
import { type Sprite, spriteOf } from '../sprite.ts';

/** Returns the whole pixels that a box touches. */
export function wholeBox(box: Box): Box {
  const [x, y] = [Math.floor(box.x), Math.floor(box.y)];
  return { x, y, width: Math.ceil(box.x + box.width) - x, height: Math.ceil(box.y + box.height) - y };
}

/**
 * Draws something in one colour. `paint` paints it in white on a black canvas, whose brightness becomes the opacity.
 * The canvas shows the part of the film at `box`.
 */
function inOneColor(box: Box, color: string, paint: (canvas: Canvas) => void): RestingSprite {
  const { width, height } = box;
  const canvas: Canvas = { width, height, pixels: Buffer.alloc(width * height * 3) };
  paint(canvas);
  const pixels = Buffer.alloc(width * height * 4);
  const [red, green, blue] = rgb(color);
  for (let from = 0, to = 0; to < pixels.length; from += 3, to += 4) {
    pixels[to] = red;
    pixels[to + 1] = green;
    pixels[to + 2] = blue;
    pixels[to + 3] = canvas.pixels[from] ?? 0;
  }
  return { sprite: spriteOf({ pixels, width, height, channels: 4 }), box };
}

/** A rectangle with rounded corners, with an empty margin of one pixel, so that its edges stay smooth in motion. */
export function fillSprite({ box, color, radius }: Pick<LayerOf<'fill'>, 'box' | 'color' | 'radius'>): RestingSprite {
  const outer = wholeBox({ x: box.x - 1, y: box.y - 1, width: box.width + 2, height: box.height + 2 });
  const inner = { ...box, x: box.x - outer.x, y: box.y - outer.y };
  return inOneColor(outer, color, (canvas) => {
    fill(canvas, inner, '#ffffff', radius);
  });
}

/** An opaque rectangle of one colour over the whole canvas. */
export function flatSprite({ width, height }: Size, color: string): RestingSprite {
  const pixel = Uint8Array.from(rgb(color));
  const { y, u, v } = spriteOf({ pixels: pixel, width: 1, height: 1, channels: 3 });
  const half = Math.ceil(width / 2) * Math.ceil(height / 2);
  const sprite: Sprite = {
    width,
    height,
    y: new Uint8Array(width * height).fill(y[0] ?? 0),
    u: new Uint8Array(half).fill(u[0] ?? 0),
    v: new Uint8Array(half).fill(v[0] ?? 0),
    alpha: null,
  };
  return { sprite, box: wholeOf({ width, height }) };
}

export function gradientSprite({ box, from, to, toward }: LayerOf<'gradient'>): RestingSprite {
  const place = wholeBox(box);
  const canvas: Canvas = { ...place, pixels: Buffer.alloc(place.width * place.height * 3) };
  paintGradient(canvas, { ...place, x: 0, y: 0 }, { from, to }, toward);
  return { sprite: spriteOf({ ...canvas, channels: 3 }), box: place };
}

export function scrimSprite(scrim: LayerOf<'scrim'>, { width, height }: Size): RestingSprite {
  const reach = Math.ceil(scrim.solid + scrim.fade);
  const across = scrim.edge === 'left' || scrim.edge === 'right';
  const size = across ? { width: Math.min(width, reach), height } : { width, height: Math.min(height, reach) };
  const box = {
    x: scrim.edge === 'right' ? width - size.width : 0,
    y: scrim.edge === 'bottom' ? height - size.height : 0,
    ...size,
  };
  return inOneColor(box, scrim.color, (canvas) => {
    paintScrim(canvas, { ...scrim, color: '#ffffff' });
  });
}

/**
 * Returns the sprite of a photo. `enlarged` is the largest zoom at which the sprite is shown; the sprite gets enough
 * pixels for this zoom.
 */
export async function photoSprite({ picture, crop, box }: LayerOf<'photo'>, enlarged: number): Promise<RestingSprite> {
  const place = wholeBox(box);
  // A sprite with many more pixels than the original picture would look no better.
  const factor = Math.max(1, Math.min(enlarged, (crop.width / place.width) * 1.2));
  const size = { ...place, width: Math.round(place.width * factor), height: Math.round(place.height * factor) };
  const pixels = await cropped(picture, crop, size);
  return { sprite: spriteOf({ pixels, width: size.width, height: size.height, channels: 3 }), box: place };
}

export async function productSprite({ cutOut, box }: LayerOf<'product'>, enlarged: number): Promise<RestingSprite> {
  const size = { x: 0, y: 0, width: Math.round(box.width * enlarged), height: Math.round(box.height * enlarged) };
  return { sprite: spriteOf({ pixels: await scaled(cutOut, size), ...sizeOf(size), channels: 4 }), box };
}

export async function logoSprite({ logo, box }: LayerOf<'logo'>): Promise<RestingSprite> {
  const size = { x: 0, y: 0, width: Math.max(1, Math.round(box.width)), height: Math.max(1, Math.round(box.height)) };
  return { sprite: spriteOf({ pixels: await scaled(logo, size), ...sizeOf(size), channels: 4 }), box };
}

const sizeOf = ({ width, height }: Size): Size => ({ width, height });

/** The shadow under a standing product, as a layer of its own. */
export function shadowSprite({ cutOut, box }: LayerOf<'product'>, color: string): RestingSprite {
  const reach = box.width * 0.4;
  const outer = wholeBox({
    x: box.x - reach,
    y: box.y + box.height - box.height * 0.12,
    width: box.width + 2 * reach,
    height: box.height * 0.3,
  });
  const inner = { ...box, x: box.x - outer.x, y: box.y - outer.y };
  return inOneColor(outer, color, (canvas) => {
    paintContactShadow(canvas, inner, footOf(cutOut), '#ffffff');
  });
}

export async function textSprite(block: TextBlock, engine: TextEngine): Promise<RestingSprite> {
  const { pixels, x, y, width, height } = await engine.draw(block);
  return { sprite: spriteOf({ pixels, width, height, channels: 4 }), box: { x, y, width, height } };
}
