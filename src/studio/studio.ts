import sharp from 'sharp';
import type { Brief, Copy, QualityCheck, RenderedAd } from './brief.ts';
import { blendOver, type Canvas } from './canvas/canvas.ts';
import { paintGround } from './canvas/paint.ts';
import { lastResort } from './layouts/full-bleed.ts';
import type { Layout, LayoutInput, Materials } from './layouts/layout.ts';
import { layouts } from './layouts/registry.ts';
import { gatherMaterials } from './materials.ts';
import { QualityGateError } from './quality-gate-error.ts';
import { measureText } from './rules/measure-text.ts';
import { check } from './rules/registry.ts';
import type { InkedText } from './rules/rule.ts';
import { mirrored, type Scene, type Size } from './scene.ts';
import { seededChoice, seededUnit } from './seeded.ts';
import { type Stage, stageOf } from './stage.ts';
import { TextEngine } from './text/engine.ts';
import { chooseTypeface } from './text/typeface.ts';
import { textsOf, Typesetter } from './text/typesetter.ts';

/** A drawn ad as it leaves the canvas: RGB, row by row. */
export interface RawAd extends Omit<RenderedAd, 'png'> {
  pixels: Buffer;
}

interface RenderOptions {
  signal?: AbortSignal;
  /** Told of every layout that was turned down, with its broken rules; `null` where it could not be laid out at all. */
  onRejected?: (layout: string, failed: QualityCheck[] | null) => void;
}

/** Started at the first ad of a process and kept: fonts are registered in it once. */
let engine: Promise<TextEngine> | undefined;
const textEngine = () => (engine ??= TextEngine.load());

/**
 * Draw an ad at a size, as a PNG without metadata. The same brief and size give the same bytes.
 * Throws QualityGateError when no layout keeps every rule, and the signal's reason when it is aborted.
 */
export async function renderAd(brief: Brief, size: Size, options: RenderOptions = {}): Promise<RenderedAd> {
  const { pixels, ...ad } = await renderRaw(brief, size, options);
  options.signal?.throwIfAborted();
  const png = await sharp(pixels, { raw: { width: ad.width, height: ad.height, channels: 3 } })
    .png({ compressionLevel: 6, adaptiveFiltering: false })
    .toBuffer();
  return { ...ad, png };
}

/** The same up to the raw pixels: layout, painting and every check. */
export async function renderRaw(brief: Brief, size: Size, options: RenderOptions = {}): Promise<RawAd> {
  const stage = stageOf(size);
  const [materials, text] = await Promise.all([gatherMaterials(brief, size), textEngine()]);
  const type = await typesetterFor(brief, stage, text);
  let nearest: Drawn | undefined;
  for (const { layout, input, words } of wordsFirst(candidates(brief, stage, { materials, type }))) {
    options.signal?.throwIfAborted();
    const drawn = await draw(layout, input, { text, words });
    if (drawn !== null && drawn.failed.length === 0) return finished(brief, input, drawn);
    nearest = nearer(nearest, drawn);
    options.onRejected?.(layout.name, drawn === null ? null : drawn.failed);
  }
  throw new QualityGateError(nearest?.checks ?? []);
}

/** Whichever breaks fewer rules. */
function nearer(best: Drawn | undefined, next: Drawn | null): Drawn | undefined {
  if (next === null) return best;
  return best === undefined || next.failed.length < best.failed.length ? next : best;
}

interface Drawn {
  scene: Scene;
  canvas: Canvas;
  checks: QualityCheck[];
  failed: QualityCheck[];
}

interface Drawing {
  text: TextEngine;
  words: Words;
}

/** Null where the layout does not suit, or where it says all or not all of the words and the other is looked for. */
async function draw(layout: Layout, input: LayoutInput, { text, words }: Drawing): Promise<Drawn | null> {
  const laidOut = layout.draw(input);
  if (laidOut === null || (laidOut.dropped.length === 0) !== (words === 'all')) return null;
  const scene = input.rtl ? mirrored(laidOut) : laidOut;
  const { canvas, texts } = await paint(scene, text);
  const checks = check({ scene, stage: stageOf(scene), canvas, texts });
  return { scene, canvas, checks, failed: checks.filter(({ passed }) => !passed) };
}

function finished(brief: Brief, { productPicture }: Materials, { scene, canvas, checks }: Drawn): RawAd {
  const { pixels, width, height } = canvas;
  const photo = scene.layers.find((layer) => layer.kind === 'photo')?.picture ?? null;
  const picture = scene.layers.some((layer) => layer.kind === 'product') ? productPicture : photo;
  const shown = picture === null ? null : { role: picture.role, alt: picture.alt };
  return { pixels, width, height, layout: scene.layout, copy: drawnCopy(brief, scene), shown, checks };
}

async function typesetterFor(brief: Brief, stage: Stage, text: TextEngine): Promise<Typesetter> {
  const name = brief.kit.name ?? '';
  const copy: Copy = brief.noText ? { headline: '', subheadline: '', cta: '', offer: '', price: '' } : brief.copy;
  const texts = textsOf(copy, brief.noText ? '' : name, brief.language, [name]);
  const face = await chooseTypeface(brief, Object.values(texts).join(' '), text);
  return Typesetter.measure(text, texts, face, stage.u);
}

interface Candidate {
  layout: Layout;
  input: LayoutInput;
}

/** Whether every text that was given is on the ad. */
type Words = 'all' | 'some';

/**
 * Each candidate with all of the words, before any that leaves some out; but an ad of type alone, the last resort of one
 * that has a picture, comes after those. Laying out is cheap, so asking twice costs next to nothing.
 */
function wordsFirst(all: readonly Candidate[]): (Candidate & { words: Words })[] {
  const last = all.at(-1)?.layout;
  const pictured = all.filter(({ layout }) => layout !== last);
  const plain = all.filter(({ layout }) => layout === last);
  return [pictured, plain].flatMap((group) =>
    (['all', 'some'] as const).flatMap((words) => group.map((candidate) => ({ ...candidate, words }))),
  );
}

/** How much the seed may lift a layout over a better suited one. */
const seedWeight = 0.25;

/** Layouts in the order they are tried, each again in a safer way before the next; `statement`, which needs nothing, is the last resort. */
function candidates(
  brief: Brief,
  stage: Stage,
  { materials, type }: { materials: Materials; type: Typesetter },
): Candidate[] {
  const ranked = layouts
    .map((layout) => ({ layout, suits: layout.suits(brief, materials) }))
    .filter(({ suits }) => suits > 0)
    .map(({ layout, suits }) => ({
      layout,
      rank: suits + seedWeight * seededUnit(brief.seed, `layout ${layout.name}`),
    }))
    .sort((a, b) => b.rank - a.rank);
  const preferred =
    seededUnit(brief.seed, 'theme') < 0.8 ? brief.kit.prefers : brief.kit.prefers === 'light' ? 'dark' : 'light';
  const other = preferred === 'light' ? 'dark' : 'light';
  const input: Omit<LayoutInput, 'attempt'> = {
    ...materials,
    stage,
    type,
    roles: brief.kit[preferred],
    otherRoles: brief.kit[other],
    tone: brief.tone,
    noText: brief.noText,
    choose: (purpose, choices) => seededChoice(brief.seed, purpose, choices) ?? choices[0],
    rtl: type.face.script.direction === 'rtl',
  };
  const asked = ({ layout }: { layout: Layout }, attempt: number): Candidate => ({
    layout,
    input: { ...input, attempt, stage: attempt === 0 ? stage : calmer(stage) },
  });
  const isLast = ({ layout }: { layout: Layout }) => layout === ranked.at(-1)?.layout;
  const before = ranked.filter((each) => !isLast(each));
  return [
    ...before.flatMap((each) => [asked(each, 0), asked(each, 1)]),
    ...before.map((each) => asked(each, lastResort)),
    ...ranked.filter(isLast).flatMap((each) => [asked(each, 0), asked(each, 1)]),
  ];
}

/** More room at head and foot, for the second try. */
function calmer(stage: Stage): Stage {
  const by = 2.5 * stage.u;
  return { ...stage, safe: { ...stage.safe, y: stage.safe.y + by, height: stage.safe.height - 2 * by } };
}

async function paint(scene: Scene, engine: TextEngine): Promise<{ canvas: Canvas; texts: InkedText[] }> {
  const [canvas, ...drawn] = await Promise.all([paintGround(scene), ...scene.texts.map((block) => engine.draw(block))]);
  const texts = drawn.map((text): InkedText => ({
    drawn: text,
    ...measureText(canvas, text),
    missing: engine.missingGlyphs(text.block.lines.join(''), text.block.style.families),
  }));
  for (const { drawn: text, ink } of texts) if (ink !== null) blendOver(canvas, text, text.x, text.y);
  return { canvas, texts };
}

/** What stands in the picture, in the words it was given in. */
function drawnCopy({ copy }: Brief, scene: Scene): Copy {
  const roles = new Set(scene.texts.map(({ role }) => role));
  const said = (role: keyof Copy) => (roles.has(role) ? copy[role] : '');
  return {
    headline: said('headline'),
    subheadline: said('subheadline'),
    cta: said('cta'),
    offer: said('offer'),
    price: said('price'),
  };
}
