import type { QualityCheck } from '../../brief.ts';
import { blendOver, type Canvas } from '../../canvas/canvas.ts';
import { paintGround } from '../../canvas/paint.ts';
import { measureText } from '../../rules/measure-text.ts';
import { check } from '../../rules/registry.ts';
import type { InkedText } from '../../rules/rule.ts';
import { round, textContrast } from '../../rules/text-contrast.ts';
import type { Scene, TextBlock } from '../../scene.ts';
import type { Box } from '../../box.ts';
import type { TextEngine } from '../../text/engine.ts';
import { FilmPainter } from '../compose.ts';
import type { Film, FilmLayer } from '../film.ts';
import { type Frame, frameOf } from '../frame.ts';
import type { LaidShot } from './laid-shot.ts';
import type { FilmSetting } from './shot-input.ts';

/** Layouts in which products extend beyond the canvas on purpose. */
const bleeds: ReadonlySet<string> = new Set(['close-up', 'detail', 'parade', 'tilt']);

/** Checks a shot at rest with the rules for still ads, once for each text that it shows. */
export async function checkAtRest(
  { engine, format }: FilmSetting,
  { scene, parts }: Pick<LaidShot, 'scene' | 'parts'>,
): Promise<QualityCheck[]> {
  const ground = await paintGround(scene);
  const stays = scene.texts.filter(({ role }) => role !== 'headline');
  const states = parts.length === 0 ? [scene.texts] : parts.map((part) => [part, ...stays]);
  const checks: QualityCheck[] = [];
  for (const texts of states) {
    const canvas: Canvas = { ...ground, pixels: Buffer.from(ground.pixels) };
    const inked = await inkedTexts(texts, canvas, engine);
    for (const { drawn, ink } of inked) if (ink !== null) blendOver(canvas, drawn, drawn.x, drawn.y);
    checks.push(...check({ scene: { ...scene, texts }, format, canvas, texts: inked }));
  }
  return checks.filter((each) => each.check !== 'product_cropped' || !bleeds.has(scene.layout));
}

async function inkedTexts(blocks: readonly TextBlock[], canvas: Canvas, engine: TextEngine): Promise<InkedText[]> {
  const drawn = await Promise.all(blocks.map((block) => engine.draw(block)));
  return drawn.map((text) => ({
    drawn: text,
    ...measureText(canvas, text),
    missing: engine.missingGlyphs(text.block.lines.join(''), text.block.style.families),
  }));
}

/** Share of the contrast that colours lose at most when they are rounded to the 8-bit colours of a film. */
const roundingLoss = 0.02;

/** A text and the times, in seconds since the start of the shot, at which it is measured. */
export interface MeasuredText {
  block: TextBlock;
  times: readonly number[];
}

/**
 * Measures the contrast of texts on the moving picture under them. `layers` are all layers of the shot except the texts.
 * Returns the check of the text with the least contrast, or null if there is no text.
 */
export async function checkInMotion(
  { engine, format }: FilmSetting,
  layers: readonly FilmLayer[],
  measured: readonly MeasuredText[],
): Promise<QualityCheck | null> {
  const { width, height } = format;
  const times = [...new Set(measured.flatMap((each) => each.times))];
  const film: Film = {
    width,
    height,
    framesPerSecond: 1,
    frames: 1,
    scenes: [{ startFrame: 0, endFrame: 1, layers: [...layers] }],
    transitions: [],
    overlays: [],
  };
  const texts: InkedText[] = [];
  const painter = new FilmPainter(film);
  const frame = frameOf(format);
  const canvas: Canvas = { width, height, pixels: Buffer.alloc(width * height * 3) };
  for (const time of times) {
    painter.paint(painter.plan(time), frame);
    for (const { block, times: own } of measured) {
      if (!own.includes(time)) continue;
      const drawn = await engine.draw(block);
      paintPart(canvas, frame, drawn);
      texts.push({ drawn, ...measureText(canvas, drawn), missing: [] });
    }
  }
  const scene: Scene = { layout: '', width, height, layers: [], texts: [], dropped: [] };
  const found = textContrast.check({ scene, format, canvas, texts });
  if (found === null) return null;
  const limit = round(found.limit * (1 - roundingLoss));
  return { check: 'text_contrast_in_motion', value: found.value, limit, passed: found.value >= limit };
}

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
