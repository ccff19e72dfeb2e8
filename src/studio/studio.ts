import sharp from 'sharp';
import { attempts, inputFor } from './attempts.ts';
import type { Brief, RenderedAd } from './brief.ts';
import type { Canvas } from './canvas/canvas.ts';
import type { Materials } from './composition.ts';
import { featuresOf } from './candidates/features.ts';
import { scoreWithParts } from './candidates/score.ts';
import { chooseLook } from './candidates/choose-look.ts';
import { detailsOf, detailsWith, legibleDetails, textsIn } from './copy/details.ts';
import { drawnCopy, noCopy } from './copy/drawn-copy.ts';
import { firstThatPasses, type Judged, type TryOptions } from './first-that-passes.ts';
import { gatherMaterials } from './materials.ts';
import { givenPictureShown } from './rules/given-picture.ts';
import { checkScene } from './rules/check-scene.ts';
import { safeBox } from './rules/safe-area.ts';
import type { Layer, Scene } from './scene.ts';
import type { Size } from './box.ts';
import { type Format, formatOf } from './format.ts';
import { TextEngine } from './text/engine.ts';
import { type Legible, legible } from './text/legible.ts';
import { tidy } from './text/tidy.ts';
import { chooseTypeface } from './text/typeface.ts';
import { textsOf, Typesetter } from './text/typesetter.ts';

/** A drawn ad before it is encoded as PNG. `pixels` are RGB, row by row. */
export interface RawAd extends Omit<RenderedAd, 'png'> {
  pixels: Buffer;
}

interface RenderOptions {
  signal?: AbortSignal;
  /** Format of the canvas, if its safe area is smaller than usual. */
  format?: Format;
  /**
   * Called for every layout that is rejected, with the quality checks that failed, or with `null` if the layout did not
   * fit the canvas.
   */
  onRejected?: TryOptions<unknown>['onRejected'];
}

/**
 * Text engine of this process. The engine is started with the first ad and then kept, so that fonts are registered only
 * once.
 */
let engine: Promise<TextEngine> | undefined;
export const textEngine = (): Promise<TextEngine> => (engine ??= TextEngine.load());

/**
 * Draws an ad as a PNG without metadata. The same brief and size give the same bytes. If the signal aborts, throws the
 * reason of the signal. Throws `QualityGateError` if even the plainest ad fails a quality check; no valid request
 * causes this error.
 */
export async function renderAd(brief: Brief, size: Size, options: RenderOptions = {}): Promise<RenderedAd> {
  const { pixels, ...ad } = await renderRaw(brief, size, options);
  options.signal?.throwIfAborted();
  const png = await sharp(pixels, { raw: { width: ad.width, height: ad.height, channels: 3 } })
    .png({ compressionLevel: 6, adaptiveFiltering: false })
    .toBuffer();
  return { ...ad, png };
}

/**
 * Removes all text that no font can draw. The text is removed from a brief, which is the input for drawing an ad.
 * Returns the brief and a record of the removed text. Every ad is drawn from such a reduced brief.
 */
export async function legibleBrief(brief: Brief): Promise<Legible> {
  return legible(brief, await textEngine());
}

/**
 * Returns the brief with the look that all its ads have in common, whatever their ratio (see `chooseLook`). A brief that
 * has a look keeps it.
 */
export async function withLook(brief: Brief, sizes: readonly Size[]): Promise<Brief> {
  if (brief.look !== undefined) return brief;
  const engine = await textEngine();
  const { brief: drawn } = await legibleBrief(brief);
  const look = await chooseLook({
    brief: drawn,
    sizes,
    inputOf: async (of, format, materials) =>
      inputFor(of, format, { materials, type: await typesetterFor(of, format, engine) }),
  });
  return { ...brief, look };
}

/** Draws an ad as raw pixels. Throws `QualityGateError` if no layout passes all quality checks. */
export async function renderRaw(
  given: Brief,
  size: Size,
  { signal, format = formatOf(size), onRejected = ignored }: RenderOptions = {},
): Promise<RawAd> {
  const [materials, engine, { brief }] = await Promise.all([
    gatherMaterials(given, size),
    textEngine(),
    legibleBrief(given),
  ]);
  const input = inputFor(brief, format, { materials, type: await typesetterFor(brief, format, engine) });
  const judge = async (scene: Scene): Promise<Judged<Drawn>> => {
    const { canvas, checks, elements } = await checkScene(scene, [scene.texts], { engine, format });
    const shown = givenPictureShown(scene, materials);
    const made = { scene, canvas, places: { safe: safeBox(format), elements } };
    return { made, checks: shown === null ? checks : [...checks, shown] };
  };
  const { made, checks } = await firstThatPasses(attempts(brief, input), { input, judge, signal, onRejected });
  const score = scoreWithParts(featuresOf(made.scene, format, input.roles));
  return { ...finished(brief, materials, made), checks, score };
}

const ignored = () => undefined;

interface Drawn {
  scene: Scene;
  canvas: Canvas;
  places: RawAd['places'];
}

function finished(
  brief: Brief,
  { productPicture, photo }: Materials,
  { scene, canvas, places }: Drawn,
): Omit<RawAd, 'checks' | 'score'> {
  const { pixels, width, height } = canvas;
  const has = (kind: Layer['kind']) => scene.layers.some((layer) => layer.kind === kind);
  const placed = scene.layers.find((layer) => layer.kind === 'photo')?.picture ?? null;
  const picture = has('product') ? (productPicture ?? photo) : placed;
  const shown = picture === null ? null : { role: picture.role, alt: picture.alt };
  const copy = drawnCopy(brief.copy, (part) => scene.texts.some(({ role }) => role === part));
  const { layout, dropped } = scene;
  const sizes = Object.fromEntries(
    scene.texts.toSorted((a, b) => a.size - b.size).map(({ role, size }) => [role, size]),
  );
  const details = scene.texts.filter(({ role }) => role === 'detail').map(({ lines }) => lines.join(' '));
  const broken = scene.texts.filter(({ breaksWord }) => breaksWord).map(({ role }) => role);
  return { pixels, width, height, layout, copy, details, dropped, broken, hasLogo: has('logo'), shown, sizes, places };
}

export async function typesetterFor(brief: Brief, format: Format, text: TextEngine): Promise<Typesetter> {
  const name = brief.kit.name ?? '';
  const copy = brief.noText ? noCopy : brief.copy;
  const texts = textsOf(copy, brief.noText ? '' : name, brief.language, [name]);
  const tidied = detailsWith(detailsOf(brief), (each) => tidy(each, brief.language, [name]));
  const face = await chooseTypeface(brief, [...Object.values(texts), ...textsIn(tidied)].join(' '), text);
  const details = legibleDetails(tidied, (each) => text.missingGlyphs(each, face.families).length === 0);
  const { language, softHyphens } = brief;
  return Typesetter.measure(text, texts, face, { u: format.u, language, softHyphens, details });
}
