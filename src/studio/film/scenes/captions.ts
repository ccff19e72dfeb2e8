import type { Box } from '../../box.ts';
import type { Tone } from '../../brief.ts';
import type { Format } from '../../format.ts';
import type { TextBlock } from '../../scene.ts';
import type { TextEngine } from '../../text/engine.ts';
import { place } from '../../text/typesetter.ts';
import { linesMax } from '../caption-cues.ts';
import type { Cue } from '../captions.ts';
import type { FilmLayer } from '../film.ts';
import { fillSprite, textSprite } from './layer-sprites.ts';
import { cubicOut } from './ease.ts';
import { arrive, movingLayer } from './motion.ts';
import { type FilmSetting, typesetterFor } from './shot-input.ts';

/** Size of the letters, in type units, and lengths as multiples of this size. */
const sizeType = 3.9;
const leading = 1.32;
const padding = { across: 0.7, along: 0.5 };

/**
 * Returns the height, in pixels, of the place for captions at the lower end of the safe area, including the distance to
 * the texts and pictures above the captions.
 */
export function captionRoom({ type, u }: Format): number {
  return sizeType * type * (linesMax * leading + 2 * padding.along) + 3 * u;
}

/** Returns the format without the place for the captions. */
export function aboveCaptions(format: Format): Format {
  const safe = { ...format.safe, height: format.safe.height - captionRoom(format) };
  return { ...format, safe };
}

/** Returns the place of the captions: the foot of the safe area. Captions are seldom as wide as the safe area. */
export function captionPlace(format: Format): Box {
  const { safe, u } = format;
  const height = captionRoom(format) - 3 * u;
  return { x: safe.x + safe.width * 0.12, y: safe.y + safe.height - height, width: safe.width * 0.76, height };
}

/** A caption on its plate. */
export interface Caption {
  cue: Cue;
  plate: { box: Box; color: string; radius: number };
  lines: TextBlock[];
}

export type CaptionSetting = Pick<FilmSetting, 'brief' | 'words' | 'format' | 'engine'>;

/**
 * Places captions at the bottom of the safe area, without characters that no font has. `format` is the format of the
 * film, including the place for captions. A caption with a word that fits no line, even in the smallest letters, is left
 * out: the WebVTT file has its text.
 */
export async function placeCaptions(setting: CaptionSetting, format: Format, cues: readonly Cue[]): Promise<Caption[]> {
  const legible = cues.map((cue) => ({ ...cue, text: cue.text.split('\n').map(setting.words.drawn).join('\n') }));
  const shown = legible.filter(({ text }) => text.trim() !== '');
  const captions = await Promise.all(shown.map((cue) => placed(setting, format, cue)));
  return captions.filter((caption) => caption !== null);
}

/** Smaller sizes, as factors, that are tried for lines that are wider than the safe area. */
const shrinking = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3] as const;

async function placed(setting: CaptionSetting, format: Format, cue: Cue): Promise<Caption | null> {
  const [first = '', second = ''] = cue.text.split('\n');
  const type = await typesetterFor({ headline: first, subheadline: second }, setting);
  const { ink, surface } = setting.brief.kit.dark;
  for (const part of shrinking) {
    const size = sizeType * format.type * part;
    const width = format.safe.width - 2 * padding.across * size;
    const sets = (['headline', 'subheadline'] as const)
      .filter((role) => type.has(role))
      .map((role) =>
        type.set(role, {
          face: 'strong',
          size,
          width,
          linesMax: 1,
          leading,
          breakWords: part < 0.4 ? 'anywhere' : undefined,
        }),
      );
    const fitting = sets.filter((set) => set !== null);
    if (fitting.length < sets.length) continue;
    const box = plateBox(
      format,
      size,
      fitting.map((set) => set.width),
    );
    const lines = fitting.map((set, at) => {
      const top =
        box.y + size * (padding.along + at * leading + (leading - 1) / 2) + (set.capTop - (set.leading - size) / 2);
      return place(set, { x: box.x, top, width: box.width }, { color: ink, align: 'center' });
    });
    return { cue, plate: { box, color: surface, radius: radiusFor(setting.brief.tone, size) }, lines };
  }
  return null;
}

function plateBox({ safe }: Format, size: number, widths: readonly number[]): Box {
  const width = Math.max(...widths) + 2 * padding.across * size;
  const height = size * (widths.length * leading + 2 * padding.along);
  return { x: safe.x + (safe.width - width) / 2, y: safe.y + safe.height - height, width, height };
}

const radiusFor = (tone: Tone, size: number): number =>
  tone === 'bold' || tone === 'technical' ? 0.15 * size : tone === 'elegant' ? 0 : 0.55 * size;

/** Time in which a caption appears, in seconds. */
const appears = 0.1;

/** Returns the layers of captions: the plate and the lines of each. Times are seconds since the start of the film. */
export async function captionLayers(captions: readonly Caption[], engine: TextEngine): Promise<FilmLayer[]> {
  const layers = await Promise.all(captions.map((caption) => layersOf(caption, engine)));
  return layers.flat();
}

async function layersOf({ cue, plate, lines }: Caption, engine: TextEngine): Promise<FilmLayer[]> {
  const shown = { from: cue.startSeconds, to: cue.endSeconds };
  const motion = arrive({ opacity: 0 }, { start: cue.startSeconds, duration: appears, ease: cubicOut });
  const texts = lines.map(async (line) => {
    return movingLayer(await textSprite(line, engine), motion, { shown });
  });
  return [movingLayer(fillSprite(plate), motion, { shown }), ...(await Promise.all(texts))];
}
