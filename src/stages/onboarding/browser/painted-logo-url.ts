import { bitmapDataUrl, pictureDataUrlMax } from '../../../studio/pictures/picture-data-url.ts';

/** Lengths, in pixels, of the longer side of a painted logo. Smaller ones are tried if the data URL is too long. */
const sides = [512, 384, 256];
const pixelsMax = 4_000_000;

/** Returns a painted logo as a data URL; undefined if it shows nothing or is too large. Throws if it is not a picture. */
export async function paintedLogoUrl(png: Buffer): Promise<string | undefined> {
  const { default: sharp } = await import('sharp');
  const open = () => sharp(png, { limitInputPixels: pixelsMax, failOn: 'error' });
  const { channels } = await open().ensureAlpha().stats();
  if (channels.at(-1)?.max === 0) return undefined;
  for (const side of sides) {
    const box = { width: side, height: side, fit: 'inside', withoutEnlargement: true } as const;
    const small = await open().resize(box).png({ palette: true, effort: 7 }).toBuffer();
    const url = bitmapDataUrl(small, 'png');
    if (url.length <= pictureDataUrlMax) return url;
  }
  return undefined;
}
