import sharp, { type OverlayOptions } from 'sharp';
import { FilmPainter } from '../../src/studio/film/compose.ts';
import type { Film } from '../../src/studio/film/film.ts';
import { type Frame, frameOf } from '../../src/studio/film/frame.ts';

/** Longest side of a frame on a contact sheet, in pixels. */
const frameSide = 400;
const columns = 8;
const gap = 8;
const label = 22;

/** Draws a contact sheet of a film: a frame each half second with its time. */
export async function filmSheet(film: Film, everySeconds = 0.5): Promise<Buffer> {
  const step = Math.round(everySeconds * film.framesPerSecond);
  const numbers = Array.from({ length: Math.ceil(film.frames / step) }, (_, at) => at * step);
  return framesSheet(film, [...numbers, film.frames - 1]);
}

/** Draws a contact sheet of the given frames. */
export async function framesSheet(film: Film, numbers: readonly number[]): Promise<Buffer> {
  const scale = frameSide / Math.max(film.width, film.height);
  const size = { width: Math.round(film.width * scale), height: Math.round(film.height * scale) };
  const painter = new FilmPainter(film);
  const frame = frameOf(film);
  const tiles: OverlayOptions[] = [];
  for (const [at, number] of numbers.entries()) {
    painter.paint(painter.plan(number), frame);
    const small = await sharp(rgbOf(frame), { raw: { width: film.width, height: film.height, channels: 3 } })
      .resize(size.width, size.height)
      .png()
      .toBuffer();
    const left = (at % columns) * (size.width + gap);
    const top = Math.floor(at / columns) * (size.height + label + gap);
    tiles.push(
      { input: small, left, top: top + label },
      { input: timeLabel(number / film.framesPerSecond), left, top },
    );
  }
  const rows = Math.ceil(numbers.length / columns);
  return sharp({
    create: {
      width: Math.min(columns, numbers.length) * (size.width + gap),
      height: rows * (size.height + label + gap),
      channels: 3,
      background: '#8a8a8a',
    },
  })
    .composite(tiles)
    .png()
    .toBuffer();
}

const timeLabel = (seconds: number): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="${label}"><text x="2" y="16" font-family="sans-serif" font-size="14" fill="#fff">${seconds.toFixed(2)} s</text></svg>`,
  );

/** Converts a frame from YUV (BT.709, limited range) to RGB. */
export function rgbOf({ width, height, y, u, v }: Frame): Buffer {
  const pixels = Buffer.allocUnsafe(width * height * 3);
  const clamp = (value: number) => (value < 0 ? 0 : value > 255 ? 255 : value);
  for (let row = 0, to = 0; row < height; row++)
    for (let column = 0; column < width; column++, to += 3) {
      const chroma = (row >> 1) * (width >> 1) + (column >> 1);
      const light = 1.164384 * ((y[row * width + column] ?? 0) - 16);
      const [blue, red] = [(u[chroma] ?? 0) - 128, (v[chroma] ?? 0) - 128];
      pixels[to] = clamp(light + 1.792741 * red);
      pixels[to + 1] = clamp(light - 0.213249 * blue - 0.532909 * red);
      pixels[to + 2] = clamp(light + 2.112402 * blue);
    }
  return pixels;
}
