import type { Box } from '../../box.ts';
import type { Canvas } from '../../canvas/canvas.ts';
import { emptyScene } from '../../layouts/layout.ts';
import { atLeast } from '../../rules/limits.ts';
import { measureText } from '../../rules/measure-text.ts';
import type { InkedText } from '../../rules/rule.ts';
import { round, textContrast } from '../../rules/text-contrast.ts';
import type { Frame } from '../frame.ts';
import type { FilmRule } from './film-rule.ts';
import { shotFrames } from './shot-frames.ts';

/** Share of the contrast that colours lose at most when they are rounded to the 8-bit colours of a film. */
const roundingLoss = 0.02;

/** Measures the contrast of texts on the moving picture under them, and checks the text with the least contrast. */
export const contrastInMotion: FilmRule<'moved'> = async ({ engine, format, shot: { pictures, measured } }) => {
  const { width, height } = format;
  const texts: InkedText[] = [];
  const frameAt = shotFrames(format, pictures);
  const canvas: Canvas = { width, height, pixels: Buffer.alloc(width * height * 3) };
  const times = [...new Set(measured.flatMap((each) => each.times))].toSorted((a, b) => a - b);
  for (const time of times) {
    const frame = await frameAt(time);
    for (const { block, times: own } of measured) {
      if (!own.includes(time)) continue;
      const drawn = await engine.draw(block);
      paintPart(canvas, frame, drawn);
      texts.push({ drawn, ...measureText(canvas, drawn), missing: [] });
    }
  }
  const found = textContrast({ scene: emptyScene('', format), format, canvas, texts });
  if (found === null) return null;
  return atLeast('text_contrast_in_motion', found.value, round(found.limit * (1 - roundingLoss)));
};

/** Converts the part of a frame in a box to RGB. */
function paintPart({ width, height, pixels }: Canvas, { y, u, v }: Frame, box: Box): void {
  const clamp = (value: number) => (value < 0 ? 0 : value > 255 ? 255 : value + 0.5);
  const right = Math.min(width, box.x + box.width);
  for (let row = Math.max(0, box.y); row < Math.min(height, box.y + box.height); row++) {
    const chromaRow = (row >> 1) * (width >> 1);
    for (let column = Math.max(0, box.x); column < right; column++) {
      const chroma = chromaRow + (column >> 1);
      const light = 1.16438 * ((y[row * width + column] ?? 0) - 16);
      const [blue, red] = [(u[chroma] ?? 0) - 128, (v[chroma] ?? 0) - 128];
      const to = (row * width + column) * 3;
      pixels[to] = clamp(light + 1.79274 * red);
      pixels[to + 1] = clamp(light - 0.21325 * blue - 0.53291 * red);
      pixels[to + 2] = clamp(light + 2.1124 * blue);
    }
  }
}
