import sharp from 'sharp';
import type { Picture } from '../brief.ts';
import { cutOutOf } from '../materials.ts';
import { openPicture } from './open.ts';

/** Side in pixels of the square mask of the product. */
const maskSide = 320;
/** Largest part of the scene's width and height that the product fills, and the height at which it stands. */
const place = { width: 0.44, height: 0.5, foot: 0.79 } as const;
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
  const raw = { width: cut.width, height: cut.height, channels: 4 } as const;
  const { data: thing, info } = await sharp(cut.pixels, { raw })
    .resize({ ...box, fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true });
  const at = { left: Math.round((width - info.width) / 2), top: Math.round(place.foot * height) - info.height };
  const bytes = await sharp(scene)
    .composite([
      { input: shadowOf(info.width, { width, height }, at.top + info.height), left: 0, top: 0 },
      { input: thing, ...at },
    ])
    .jpeg({ quality: 94, chromaSubsampling: '4:4:4' })
    .toBuffer();
  const mask = await maskOf(thing, at, { width, height });
  return { bytes, width, height, role: 'product', hasAlpha: false, alt: product.alt, mask };
}

/** Reports whether a product can be cut out of its picture. */
export async function canBeInScene(product: Picture): Promise<boolean> {
  const opened = await openPicture(product, 0);
  return opened !== undefined && cutOutOf(opened) !== null;
}

/** Returns the contact shadow on a transparent canvas. Light in painted scenes comes from above. */
function shadowOf(thing: number, { width, height }: { width: number; height: number }, foot: number): Buffer {
  const [rx, ry] = [(shadow.width * thing) / 2, (shadow.height * thing) / 2];
  const ellipse = `<ellipse cx="${width / 2}" cy="${foot - ry * 0.35}" rx="${rx}" ry="${ry}" fill="#000" fill-opacity="${shadow.opacity}" filter="url(#soft)"/>`;
  const filter = `<filter id="soft" x="-50%" y="-150%" width="200%" height="400%"><feGaussianBlur stdDeviation="${shadow.blur * thing}"/></filter>`;
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
