import { photoJpeg } from './photo-jpeg.ts';
import sharp from 'sharp';
import type { Size } from '../box.ts';
import type { Picture } from '../brief.ts';
import { cutOutOf } from '../materials.ts';
import type { CutOut } from './cut-out.ts';
import { openPicture } from './open.ts';

/** Side in pixels of the square mask of the product. */
const maskSide = 320;
/** Place of a thing in a scene, in fractions of the scene's width and height. */
export interface ThingPlace {
  /** Largest part of the scene that the thing fills. */
  width: number;
  height: number;
  /** Height at which the thing stands, from the top, and its middle, from the left. */
  foot: number;
  middle: number;
}

/** Place in a scene of which ads of every aspect ratio are cut out. */
const place: ThingPlace = { width: 0.44, height: 0.5, foot: 0.79, middle: 0.5 };
/** Shadow under the product: its width and height as parts of the product's width, its opacity and blur. */
const shadow = { width: 0.92, height: 0.13, opacity: 0.42, blur: 0.045 } as const;

/**
 * Sets a product into a painted scene, in its middle, so that ads of every aspect ratio can show it whole. The product
 * has the pixels of its picture; only its size changes. Returns null if the product cannot be cut out.
 *
 * `scene` is a picture without transparency.
 */
export async function inScene(scene: Buffer, product: Picture): Promise<Picture | null> {
  const { width, height } = await sharp(scene).metadata();
  const box = { width: Math.round(place.width * width), height: Math.round(place.height * height) };
  const opened = await openPicture(product, Math.min(box.width, box.height));
  const cut = opened === undefined ? null : cutOutOf(opened);
  if (cut === null) return null;
  const set = await withThing(scene, cut, place);
  return { ...set, role: 'product', hasAlpha: false, alt: product.alt };
}

/** Returns a scene in which a thing stands, as a JPEG file, and the mask of the thing. */
export async function withThing(
  scene: Buffer,
  cut: CutOut,
  at: ThingPlace,
): Promise<Pick<Picture, 'bytes' | 'width' | 'height'> & { mask: Buffer }> {
  const { width, height } = await sharp(scene).metadata();
  const box = { width: Math.round(at.width * width), height: Math.round(at.height * height) };
  const raw = { width: cut.width, height: cut.height, channels: 4 } as const;
  const { data: thing, info } = await sharp(cut.pixels, { raw })
    .resize({ ...box, fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true });
  const left = Math.round(at.middle * width - info.width / 2);
  const corner = { left, top: Math.round(at.foot * height) - info.height };
  const bytes = await sharp(scene)
    .composite([
      { input: shadowOf(info, { width, height }, corner), left: 0, top: 0 },
      { input: thing, ...corner },
    ])
    .jpeg(photoJpeg)
    .toBuffer();
  return { bytes, width, height, mask: await maskOf(thing, corner, { width, height }) };
}

/** Reports whether a product can be cut out of its picture. */
export async function canBeInScene(product: Picture): Promise<boolean> {
  const opened = await openPicture(product, 0);
  return opened !== undefined && cutOutOf(opened) !== null;
}

/** Returns the contact shadow on a transparent canvas. Light in painted scenes comes from above. */
function shadowOf(thing: Size, { width, height }: Size, { left, top }: { left: number; top: number }): Buffer {
  const [rx, ry] = [(shadow.width * thing.width) / 2, (shadow.height * thing.width) / 2];
  const [cx, foot] = [left + thing.width / 2, top + thing.height];
  const ellipse = `<ellipse cx="${cx}" cy="${foot - ry * 0.35}" rx="${rx}" ry="${ry}" fill="#000" fill-opacity="${shadow.opacity}" filter="url(#soft)"/>`;
  const filter = `<filter id="soft" x="-50%" y="-150%" width="200%" height="400%"><feGaussianBlur stdDeviation="${shadow.blur * thing.width}"/></filter>`;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>${filter}</defs>${ellipse}</svg>`,
  );
}

/** Returns the mask of the product, as a grey PNG stretched to a square. */
async function maskOf(
  thing: Buffer,
  at: { left: number; top: number },
  { width, height }: { width: number; height: number },
): Promise<Buffer> {
  const alpha = await sharp(thing).ensureAlpha().extractChannel(3).toColourspace('b-w').png().toBuffer();
  const whole = await sharp({ create: { width, height, channels: 3, background: '#000' } })
    .composite([{ input: alpha, ...at }])
    .png()
    .toBuffer();
  return sharp(whole)
    .resize({ width: maskSide, height: maskSide, fit: 'fill' })
    .extractChannel(0)
    .png({ compressionLevel: 9 })
    .toBuffer();
}
