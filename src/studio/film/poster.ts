import sharp from 'sharp';
import type { FilmPainter } from './compose.ts';
import { type Frame, frameOf } from './frame.ts';

/** Returns a frame of a film as a JPEG file of the size of the film. */
export async function posterOf(painter: FilmPainter, frame: number): Promise<Buffer> {
  const { width, height } = painter.film;
  const pixels = frameOf({ width, height });
  await painter.load(frame);
  painter.paint(painter.plan(frame), pixels);
  return sharp(rgbOf(pixels), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 86 })
    .toBuffer();
}

/** Converts a frame to RGB, the inverse of `spriteOf`. */
export function rgbOf({ width, height, y, u, v }: Frame): Uint8Array {
  const pixels = new Uint8ClampedArray(width * height * 3);
  for (let row = 0, to = 0; row < height; row++)
    for (let column = 0; column < width; column++, to += 3) {
      const at = (row >> 1) * (width >> 1) + (column >> 1);
      const brightness = (((y[row * width + column] ?? 0) - 16) * 255) / 219;
      const blue = (((u[at] ?? 0) - 128) * 255) / 224;
      const red = (((v[at] ?? 0) - 128) * 255) / 224;
      pixels[to] = brightness + 1.5748 * red;
      pixels[to + 1] = brightness - 0.1873 * blue - 0.4681 * red;
      pixels[to + 2] = brightness + 1.8556 * blue;
    }
  return new Uint8Array(pixels.buffer);
}
