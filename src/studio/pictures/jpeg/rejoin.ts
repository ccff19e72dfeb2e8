import sharp, { type Sharp } from 'sharp';
import { componentFiles } from './component-files.ts';

interface Size {
  width: number;
  height: number;
}

/** Quality of the file that replaces a large one. It is read once and not kept. */
const quality = 97;

/**
 * Returns a smaller, sequential JPEG in place of a progressive one that would take too much memory: its components are
 * decoded one after the other. Orientation and colour profile stay. Returns undefined for a file that cannot be divided.
 * Throws if a component cannot be decoded.
 */
export async function rejoined(bytes: Buffer, size: Size, open: (bytes: Buffer) => Sharp): Promise<Buffer | undefined> {
  const divided = componentFiles(bytes);
  if (divided === undefined) return undefined;
  const planes: Buffer[] = [];
  for (const file of divided.files)
    planes.push(
      await open(file)
        .resize({ ...size, fit: 'fill' })
        .toColourspace('b-w')
        .raw()
        .toBuffer(),
    );
  const [first, second, third] = planes;
  if (first === undefined || second === undefined || third === undefined) return undefined;
  const pixels = divided.isRgb ? interleaved(first, second, third) : rgbOf(first, second, third);
  const encoded = await sharp(pixels, { raw: { ...size, channels: 3 } })
    .jpeg({ quality, chromaSubsampling: '4:4:4', optimiseCoding: false })
    .toBuffer();
  return Buffer.concat([encoded.subarray(0, 2), divided.described, encoded.subarray(2)]);
}

function interleaved(red: Buffer, green: Buffer, blue: Buffer): Buffer {
  const pixels = Buffer.alloc(red.length * 3);
  for (let at = 0, to = 0; at < red.length; at += 1, to += 3) {
    pixels[to] = red[at] ?? 0;
    pixels[to + 1] = green[at] ?? 0;
    pixels[to + 2] = blue[at] ?? 0;
  }
  return pixels;
}

/** Converts brightness and colour differences to red, green and blue, as JFIF 1.02 defines. */
function rgbOf(brightness: Buffer, blueness: Buffer, redness: Buffer): Buffer {
  const pixels = new Uint8ClampedArray(brightness.length * 3);
  for (let at = 0, to = 0; at < brightness.length; at += 1, to += 3) {
    const y = brightness[at] ?? 0;
    const cb = (blueness[at] ?? 0) - 128;
    const cr = (redness[at] ?? 0) - 128;
    pixels[to] = y + 1.402 * cr;
    pixels[to + 1] = y - 0.344136 * cb - 0.714136 * cr;
    pixels[to + 2] = y + 1.772 * cb;
  }
  return Buffer.from(pixels.buffer);
}
