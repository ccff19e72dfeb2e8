import type { QualityCheck } from '../../brief.ts';
import { type Canvas, blendOver } from '../../canvas/canvas.ts';
import { paintGround } from '../../canvas/paint.ts';
import { fullBleed, lastResort } from '../../layouts/full-bleed.ts';
import { framed } from '../../layouts/framed.ts';
import { isCroppable } from '../../layouts/layout.ts';
import { offer } from '../../layouts/offer.ts';
import { plain, plainLastSteps, plainWithPicture } from '../../layouts/plain.ts';
import { statement } from '../../layouts/statement.ts';
import { measureText } from '../../rules/measure-text.ts';
import { check } from '../../rules/registry.ts';
import { mirrored, type Scene, type TextBlock } from '../../scene.ts';
import { letterCount } from '../../text/count.ts';
import { place, type Typesetter } from '../../text/typesetter.ts';
import { type FilmSetting, type PlacedShot, shotInput, type ShotInput, type ShotTexts, typesetterFor } from './shot-input.ts';
import { endCard } from './shots/end-card.ts';
import { paradeShot } from './shots/parade-shot.ts';
import { windowShot } from './shots/photo-shot.ts';
import { detailShot, podiumShot, studioShot } from './shots/product-shot.ts';
import { fadeShot, photoAlone } from './shots/scene-shot.ts';
import { typeShot } from './shots/type-shot.ts';

/** A shot whose elements have their places. */
export interface LaidShot {
  shot: PlacedShot;
  scene: Scene;
  /** Texts that change within the shot, one for each part; the other texts of the scene stay. */
  parts: TextBlock[];
  checks: QualityCheck[];
}

type Draw = (input: ShotInput) => Scene | null;

/** Returns the layout of a shot that is the first to pass all quality checks, or null if none passes. */
export async function layOutShot(setting: FilmSetting, shot: PlacedShot): Promise<LaidShot | null> {
  const { format } = setting;
  const longest = shot.parts.reduce((best, { text }) => (letterCount(text) > letterCount(best) ? text : best), '');
  const type = await typesetterFor({ ...fixedTexts(setting, shot), headline: longest }, setting);
  const types = await Promise.all(shot.parts.map(({ text }) => typesetterFor({ headline: text }, setting)));
  const input = shotInput(setting, shot, type);
  const calmer = { ...format.safe, y: format.safe.y + 2.5 * format.u, height: format.safe.height - 5 * format.u };
  for (const isWhole of [true, false]) {
    for (const { draw, attempt } of tries(input, shot)) {
      const made = draw({ ...input, attempt, format: attempt === 0 ? format : { ...format, safe: calmer } });
      if (made === null || (made.dropped.length === 0) !== isWhole) continue;
      const laid = await judged(setting, { shot, scene: input.rtl ? mirrored(made) : made }, types);
      if (laid.failed.length === 0) return laid;
      setting.onRejected(made.layout, laid.failed);
    }
  }
  return null;
}

/** Returns the texts that stay for the whole shot. */
function fixedTexts({ words }: FilmSetting, { role, isEndCard }: PlacedShot): Partial<ShotTexts> {
  const { offer: deal, price, cta } = words.copy;
  if (isEndCard) return { cta, signature: words.name };
  return role === 'offer' ? { offer: deal, price } : {};
}

interface Try {
  draw: Draw;
  attempt: number;
}

function tries(input: ShotInput, shot: PlacedShot): Try[] {
  const wanted = wantedLayouts(input, shot);
  const attempts = [0, 1, lastResort].flatMap((attempt) => wanted.map((draw): Try => ({ draw, attempt })));
  const hasPicture = input.photo !== null || input.product !== null;
  const plainly = [...(hasPicture ? plainWithPicture : []), ...plainLastSteps].map(
    (step): Try => ({ draw: (given) => plain(given, step), attempt: 0 }),
  );
  const typed = [0, 1].map((attempt): Try => ({ draw: (given) => statement.draw(given), attempt }));
  return [...attempts, ...typed, ...plainly];
}

function wantedLayouts(input: ShotInput, { role, isEndCard, repeats }: PlacedShot): Draw[] {
  if (isEndCard) return [endCard];
  const deals: Draw[] = role === 'offer' && (input.type.has('offer') || input.type.has('price')) ? [offer.draw] : [];
  if (input.product !== null) return [...deals, ...rotated([studioShot, ...rotated([detailShot, podiumShot, paradeShot], input.choose('product shots', [0, 1, 2] as const))], repeats)];
  if (input.photo === null) return [...deals, typeShot];
  if (!isCroppable(input.photo)) return [...deals, framed.draw];
  if (input.noText) return [photoAlone, windowShot];
  return [...deals, ...rotated(rotated([fullBleed.draw, fadeShot, windowShot], input.choose('photo shots', [0, 1, 0] as const)), repeats)];
}

const rotated = <T>(all: readonly T[], by: number): T[] => [...all.slice(by % all.length), ...all.slice(0, by % all.length)];

async function judged(
  { engine, format }: FilmSetting,
  { shot, scene }: { shot: PlacedShot; scene: Scene },
  types: readonly Typesetter[],
): Promise<LaidShot & { failed: QualityCheck[] }> {
  const headline = scene.texts.find(({ role }) => role === 'headline');
  const blocks = headline === undefined ? [] : types.map((type) => partIn(headline, type, format.height));
  const parts = blocks.filter((block) => block !== null);
  const canvas = await paintGround(scene);
  const stays = scene.texts.filter(({ role }) => role !== 'headline');
  const checks: QualityCheck[] = [];
  for (const part of parts.length === 0 ? [undefined] : parts) {
    const texts = part === undefined ? scene.texts : [part, ...stays];
    const found = await checked({ ...scene, texts }, { canvas, engine, format });
    checks.push(...found.filter(({ check: name }) => name !== 'product_cropped' || !bleeds.has(scene.layout)));
  }
  const failed = checks.filter(({ passed }) => !passed);
  if (parts.length < blocks.length) failed.push({ check: 'text_fits', value: parts.length, limit: blocks.length, passed: false });
  return { shot, scene, parts, checks, failed };
}

/** Layouts in which products extend beyond the canvas on purpose. */
const bleeds: ReadonlySet<string> = new Set(['detail', 'parade']);

async function checked(
  scene: Scene,
  { canvas, engine, format }: Pick<FilmSetting, 'engine' | 'format'> & { canvas: Canvas },
): Promise<QualityCheck[]> {
  const own: Canvas = { ...canvas, pixels: Buffer.from(canvas.pixels) };
  const drawn = await Promise.all(scene.texts.map((block) => engine.draw(block)));
  const texts = drawn.map((text) => ({
    drawn: text,
    ...measureText(own, text),
    missing: engine.missingGlyphs(text.block.lines.join(''), text.block.style.families),
  }));
  for (const { drawn: text, ink } of texts) if (ink !== null) blendOver(own, text, text.x, text.y);
  return check({ scene, format, canvas: own, texts });
}

/** Sizes, as factors of the size of the longest part, that are tried for another part. */
const partSizes = [1, 0.9, 0.8, 0.7, 0.6] as const;

/**
 * Places one of several texts where the longest of them is. A text in the lower half of the canvas keeps its last line
 * in place, other texts keep their first line in place.
 */
function partIn(longest: TextBlock, type: Typesetter, canvasHeight: number): TextBlock | null {
  const { box, size, color, align } = longest;
  const isLow = box.y + box.height / 2 > canvasHeight * 0.5;
  const linesMax = longest.lines.length;
  for (const cutWords of [false, true]) {
    for (const part of partSizes) {
      const set = type.set('headline', { face: 'display', size: size * part, width: box.width + 1, linesMax, cutWords });
      if (set === null) continue;
      const height = set.lines.length * set.leading;
      const top = (isLow ? box.y + box.height - height : box.y) + set.capTop;
      return place(set, { x: box.x, top, width: box.width }, { color, align });
    }
  }
  return null;
}
