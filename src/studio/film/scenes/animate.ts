import type { Box } from '../../box.ts';
import { type Layer, type Scene, type TextBlock, type LayerOf } from '../../scene.ts';
import type { FilmLayer } from '../film.ts';
import { cubicInOut, cubicOut, expoOut } from './ease.ts';
import { clipIn } from './clip-layer.ts';
import type { OpenClip } from '../clips/open-clips.ts';
import type { FilmStyle } from './film-style.ts';
import type { LaidShot } from './laid-shot.ts';
import {
  flatSprite,
  gradientSprite,
  logoSprite,
  photoSprite,
  productSprite,
  scrimSprite,
  shadowSprite,
} from './layer-sprites.ts';
import {
  arrive,
  drift,
  leave,
  type Motion,
  movingLayer,
  type Pose,
  still,
  together,
  type RestingSprite,
} from './motion.ts';
import { textLayers, type TextTime } from './text-motion.ts';
import { tourOf } from './photo-tour.ts';
import { type Zoom, zoomInto } from './zoom-room.ts';
import type { ShotContext } from './shot-context.ts';
import { awayFrom, buttonStart, filled, rising } from './fill-motion.ts';

/** A text and the times, in seconds since the start of the shot, at which it is measured. */
interface MeasuredText {
  block: TextBlock;
  times: readonly number[];
}

/** A photo of a shot: as it is laid out, with the part of it that the film layer shows, and the film layer. */
export interface MovingPhoto {
  rest: LayerOf<'photo'>;
  moving: LayerOf<'photo'>;
  layer: FilmLayer;
}

/** The layers of a shot. Texts are painted after the pictures. */
export interface MovingShot {
  pictures: FilmLayer[];
  texts: FilmLayer[];
  /** The photos among the pictures. */
  photos: MovingPhoto[];
  /** Texts and the times at which they stand still and must be readable. */
  measured: MeasuredText[];
}

/**
 * Turns a laid out shot into layers that move. Grounds, shapes, the subject and texts move at different speeds. If
 * `creeps`, the texts move slowly for the whole shot.
 */
export async function animate(laid: LaidShot, stage: ShotContext, creeps = !movesItself(laid)): Promise<MovingShot> {
  const { scene } = laid;
  const photos: MovingPhoto[] = [];
  const layers = await Promise.all(
    scene.layers.map(async (layer, at) => {
      if (layer.kind !== 'photo') return layersOf(layer, at, { scene, laid, stage });
      const moving = await photo(layer, at, { scene, laid, stage });
      photos.push(moving);
      return [moving.layer];
    }),
  );
  const timed = [...stayingTexts(laid, stage), ...changingTexts(laid, stage)];
  const texts = await Promise.all(timed.map(({ block, time }) => textLayers(block, time, { ...stage, creeps })));
  const base = coversAll(scene, scene.layers[0]) ? [] : [baseOf(scene)];
  return {
    pictures: [...base, ...layers.flat()],
    texts: texts.flat(),
    photos,
    measured: timed.map(({ block, time }) => ({
      block,
      times: clipOf(laid) === null ? measuredTimes(time, stage) : oftenMeasured(measuredTimes(time, stage)),
    })),
  };
}

/** Reports whether a shot has a picture or a shape, which moves for the whole shot. The movement may be invisible. */
const movesItself = ({ scene }: LaidShot): boolean =>
  scene.layers.some(
    (layer) =>
      layer.kind === 'photo' || layer.kind === 'product' || (layer.kind === 'fill' && layer.element === 'shape'),
  );

/**
 * Returns the times at which the contrast of a text is measured: when it has just come to rest and shortly before it
 * leaves.
 */
function measuredTimes({ from, to }: TextTime, { seconds }: ShotContext): number[] {
  const last = Math.min(to, seconds) - 0.2;
  return [Math.min(Math.max(0, from) + 0.5, last), last];
}

/** Maximum time between two measurements of a text over a clip, in seconds. */
const measuredEverySeconds = 0.5;

/** Returns times between the first and the last time too, because the picture of a clip changes. */
function oftenMeasured(times: readonly number[]): number[] {
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const steps = Math.ceil((last - first) / measuredEverySeconds);
  return Array.from({ length: steps + 1 }, (_, at) => first + ((last - first) * at) / Math.max(1, steps));
}

/** Returns the clip that a laid out shot shows, or null if it shows none. */
export function clipOf({ scene, shot: { clip } }: LaidShot): OpenClip | null {
  const isShown = scene.layers.some((layer) => layer.kind === 'photo' && layer.picture === clip?.still);
  return isShown ? clip : null;
}

interface Setting {
  scene: Scene;
  laid: LaidShot;
  stage: ShotContext;
}

/** Delay between one staying text and the next, in seconds. */
const textStagger = 0.1;

interface TimedText {
  block: TextBlock;
  time: TextTime;
}

/** Minimum length of a shot in which a price counts up, in seconds. */
const countSeconds = 1.1;

function stayingTexts({ scene, shot }: LaidShot, stage: ShotContext): TimedText[] {
  const buttons = scene.layers.filter((layer) => layer.kind === 'fill' && layer.element === 'button');
  const staying = scene.texts.filter(({ role }) => role !== 'headline' || shot.parts.length === 0);
  const largest = Math.max(...scene.texts.map(({ size }) => size));
  return staying.map((block, at) => {
    const inButton = buttons.some((button) => 'box' in button && isInside(block.box, button.box));
    const from = inButton ? buttonStart(stage) : stage.textCue + textStagger * at;
    const isDeal = (block.role === 'price' || block.role === 'offer') && block.size === largest;
    const counts = isDeal && !shot.isHeld && stage.seconds >= countSeconds;
    // A price that the next shot holds stands longer than its shot.
    const to = stage.textsEnd ?? stage.seconds + (shot.holds ? countSeconds : 0);
    return { block, time: { from, to, leaves: stage.textsEnd !== null, counts, isWhole: inButton } };
  });
}

/** Time before the start of a shot at which a text that the shot continues has arrived, in seconds. */
export const heldSeconds = 5;

function changingTexts({ parts, shot }: LaidShot, stage: ShotContext): TimedText[] {
  return parts.map((block, at) => {
    const [start, end] = [shot.parts[at]?.startSeconds ?? 0, shot.parts[at]?.endSeconds ?? 0];
    const begun = start - shot.startSeconds;
    const from = at > 0 ? begun : shot.isHeld ? -heldSeconds : stage.textCue;
    const isLast = at === parts.length - 1;
    const to = isLast ? (stage.textsEnd ?? stage.seconds) : end - shot.startSeconds;
    return { block, time: { from, to, leaves: !isLast || stage.textsEnd !== null, counts: false, isWhole: false } };
  });
}

const isInside = (inner: Box, outer: Box): boolean => {
  const [x, y] = [inner.x + inner.width / 2, inner.y + inner.height / 2];
  return x >= outer.x && x <= outer.x + outer.width && y >= outer.y && y <= outer.y + outer.height;
};

function coversAll({ width, height }: Scene, layer: Layer | undefined): boolean {
  if (layer === undefined || layer.kind === 'scrim') return false;
  const { box } = layer;
  return box.x <= 0 && box.y <= 0 && box.x + box.width >= width && box.y + box.height >= height;
}

function baseOf(scene: Scene): FilmLayer {
  const color = scene.layers.find((layer) => layer.kind === 'fill')?.color ?? '#000000';
  return movingLayer(flatSprite(scene, color), still);
}

async function layersOf(layer: Exclude<Layer, LayerOf<'photo'>>, at: number, setting: Setting): Promise<FilmLayer[]> {
  const { scene } = setting;
  switch (layer.kind) {
    case 'gradient':
      return [resting(gradientSprite(layer))];
    case 'scrim':
      return [resting(scrimSprite(layer, scene))];
    case 'fill':
      return [
        coversAll(scene, layer) && at === 0
          ? resting(flatSprite(scene, layer.color))
          : filled(layer, at, { scene: setting.scene, stage: setting.stage }),
      ];
    case 'product':
      return product(layer, setting);
    case 'logo':
      return [await logo(layer, setting)];
  }
}

const resting = (sprite: RestingSprite): FilmLayer => movingLayer(sprite, still);

/** Movement of the picture in the first shot. It starts with the film, so that the film moves from its first frame. */
const opening = { start: 0, duration: 0.9, ease: expoOut } as const;
/** Size of the product in the first frame compared with its size at rest. A larger product could cover the headline. */
const openingZoom = 0.86;

async function photo(rest: LayerOf<'photo'>, at: number, { scene, laid, stage }: Setting): Promise<MovingPhoto> {
  const { seconds } = stage;
  const { index } = laid.shot;
  const { clip: filmed } = laid.shot;
  if (filmed !== null && rest.picture === filmed.still) return filmedPhoto(rest, filmed, { scene, laid, stage });
  const isReversed = (index + at) % 2 === 1;
  const tour = laid.shot.isEndCard ? null : tourOf(rest, scene, { seconds, isReversed });
  const window = { ...rest.box, radius: rest.radius };
  const isWhole = coversAll(scene, rest);
  if (tour !== null) {
    const wide = await photoSprite(tour.layer, 1);
    const layer = movingLayer(wide, tour.motion, isWhole ? {} : { clip: () => window });
    return { rest, moving: tour.layer, layer };
  }
  const { motion, anchor, zoom } = closerTo(rest, { index, stage });
  const sprite = await photoSprite(rest, zoom);
  const shown = (layer: FilmLayer): MovingPhoto => ({ rest, moving: rest, layer });
  if (isWhole) return shown(movingLayer(sprite, motion, { anchor }));
  const enters = rising(stage);
  const clip = (time: number) => ({ ...window, y: window.y + enters(time).dy });
  const touches = awayFrom(window, scene, 1).some((by) => by !== 0);
  // A photo that reaches the edge of the canvas is not moved, because the move would open a gap at this edge.
  return shown(
    touches
      ? movingLayer(sprite, motion, { anchor, clip: () => window })
      : movingLayer(sprite, together(motion, enters), { anchor, clip }),
  );
}

/** Returns the frames of a clip in the place of its still. They move by themselves, so the film does not move them. */
async function filmedPhoto(rest: LayerOf<'photo'>, clip: OpenClip, { scene, stage }: Setting): Promise<MovingPhoto> {
  const { moving, box } = clipIn(rest, clip, stage.visibleSeconds);
  await moving.load(0);
  const window = { ...rest.box, radius: rest.radius };
  const bound = coversAll(scene, rest) ? {} : { clip: () => window };
  return { rest, moving: rest, layer: { ...movingLayer({ sprite: moving.now, box }, still, bound), moving } };
}

/** Maximum enlargement of a photo over a shot, as a share of its size. */
const pushMax = 0.16;
/** Enlargement of a photo in the first frame of a film, and of its second, closer view. */
const openingPush = 1.12;
const punchPush = 1.1;

/** Returns the zoom into a photo. It is less than usual if the subject would not stay in view in every frame. */
function closerTo(
  layer: LayerOf<'photo'>,
  { index, stage }: { index: number; stage: ShotContext },
): Zoom & { motion: Motion } {
  const { style, seconds } = stage;
  const push = 1 + Math.min(pushMax, style.push * seconds);
  const slow = index % 2 === 0 ? drift({}, { zoom: push }, seconds) : drift({ zoom: push }, {}, seconds);
  const punch = comeCloser(stage, punchPush);
  const usual = index === 0 ? together(slow, arrive({ zoom: openingPush }, opening), punch) : together(slow, punch);
  const most = Math.max(openingPush, push * (seconds < closerSecondsMin ? 1 : punchPush));
  const { zoom, anchor } = zoomInto(layer, most);
  const share = Math.log(zoom) / Math.log(most);
  const motion: Motion = (time) => {
    const pose = usual(time);
    return { ...pose, zoom: pose.zoom ** share };
  };
  return { motion, anchor, zoom };
}

/** Shots of at least this number of seconds have a second, closer view. */
const closerSecondsMin = 2.4;

/** Enlarges the picture on the beat in the middle of a long shot: at once like a cut, or gently in a calm film. */
function comeCloser({ style, seconds, beatSeconds }: ShotContext, zoom: number): Motion {
  if (seconds < closerSecondsMin) return still;
  const start = Math.round(seconds / 2 / beatSeconds) * beatSeconds;
  const way = style.punchesIn
    ? ({ duration: 0.22, ease: expoOut } as const)
    : ({ duration: 1, ease: cubicInOut } as const);
  return leave({ zoom }, { start, ...way });
}

/** Point of the product that stays in place while the product is enlarged, by layout. Else, the product stands. */
const anchors: Readonly<Record<string, readonly [number, number]>> = { detail: [0.5, 0], tilt: [0.5, 0.5] };

/**
 * Returns the point of a product that stays in place: on the edge that the canvas shows, opposite to one it crosses.
 */
function anchorOf({ box }: LayerOf<'product'>, scene: Scene): readonly [number, number] {
  const known = anchors[scene.layout];
  if (known !== undefined) return known;
  const across = box.x < 0 ? 1 : box.x + box.width > scene.width ? 0 : 0.5;
  return [across, box.y + box.height > scene.height ? 0 : 1];
}

async function product(layer: LayerOf<'product'>, setting: Setting): Promise<FilmLayer[]> {
  const { stage, laid } = setting;
  const motion = laid.scene.layout === 'parade' ? passing(layer, setting) : productMotion(layer, setting);
  const anchor = anchorOf(layer, laid.scene);
  const shown = movingLayer(await productSprite(layer, 1), motion, { anchor });
  if (layer.shadow === null) return [shown];
  const shadow = shadowSprite(layer, layer.shadow);
  if (laid.scene.layout === 'parade') return [movingLayer(shadow, motion), shown];
  const appears = arrive({ opacity: 0, zoom: 0.9 }, { start: stage.cue + 0.1, duration: 0.5, ease: cubicOut });
  return [movingLayer(shadow, appears), shown];
}

function productMotion(layer: LayerOf<'product'>, { stage, laid, scene }: Setting): Motion {
  const { style, u, cue, seconds, rtl } = stage;
  const enters =
    laid.shot.index === 0
      ? arrive({ zoom: openingZoom }, opening)
      : laid.shot.isHeld || laid.shot.parts.length === 0
        ? still
        : arrive(entranceOf(style, { u, rtl }), { start: cue, duration: 0.6, ease: style.ease });
  if (isBeyond(layer.box, scene)) return together(travelOf(layer.box, scene, stage), enters);
  // The product has its full size at the end of the shot, and must not cover a text before.
  const closer = seconds >= closerSecondsMin ? 1.07 : 1;
  const from = 1 / (1 + Math.min(pushMax, style.push * seconds));
  return together(drift({ zoom: from / closer }, { zoom: 1 / closer }, seconds), comeCloser(stage, closer), enters);
}

const isBeyond = ({ x, y, width, height }: Box, scene: Scene): boolean =>
  x < 0 || y < 0 || x + width > scene.width || y + height > scene.height;

/** Distance that a product which extends beyond the canvas travels, in u a second, and at most. */
const travelU = { perSecond: 6, max: 14 } as const;

/** Returns the motion of a product that comes in from the edge beyond which it extends, so that it covers no text. */
function travelOf(box: Box, { width, height }: Scene, { u, seconds }: ShotContext): Motion {
  const way = Math.min(travelU.max, travelU.perSecond * seconds) * u;
  const dy = box.y + box.height > height ? way : box.y < 0 ? -way : 0;
  const dx = dy !== 0 ? 0 : box.x + box.width > width ? way : -way;
  return drift({ dx, dy }, {}, seconds);
}

/** A product in a row moves evenly to the side on which reading starts, after the row has come in. */
function passing({ box }: LayerOf<'product'>, { stage }: Setting): Motion {
  const { cue, seconds, rtl } = stage;
  const way = (rtl ? -1 : 1) * box.width * 0.3;
  const enters = arrive({ dx: (rtl ? -1 : 1) * box.width }, { start: cue, duration: 0.8, ease: expoOut });
  return together(drift({ dx: way }, { dx: -way }, seconds), enters);
}

function entranceOf({ entrance }: FilmStyle, { u, rtl }: { u: number; rtl: boolean }): Partial<Pose> {
  switch (entrance) {
    case 'zoom':
      return { zoom: 1.22 };
    case 'rise':
      return { dy: 8 * u };
    case 'side':
      return { dx: (rtl ? -1 : 1) * 30 * u };
    case 'pop':
      return { zoom: 0.6, dy: 8 * u };
  }
}

async function logo(layer: LayerOf<'logo'>, { stage }: Setting): Promise<FilmLayer> {
  const move = { start: stage.cue, duration: 0.6, ease: stage.style.ease };
  return movingLayer(
    await logoSprite(layer),
    together(arrive({ zoom: 0.84 }, move), arrive({ opacity: 0 }, { ...move, duration: 0.3, ease: cubicOut })),
  );
}
