import type { Box } from '../../box.ts';
import { type Scene, type LayerOf } from '../../scene.ts';
import type { FilmLayer } from '../film.ts';
import type { ShotContext } from './shot-context.ts';
import { cubicOut, elapsed, expoOut } from './ease.ts';
import { fillSprite } from './layer-sprites.ts';
import { arrive, drift, type Motion, movingLayer, still, together, type RestingSprite } from './motion.ts';

type Fill = LayerOf<'fill'>;

interface Setting {
  scene: Scene;
  stage: ShotContext;
}

/** Time at which buttons and their texts arrive, in seconds since the start of the shot. */
export const buttonStart = ({ textCue }: Pick<ShotContext, 'textCue'>): number => textCue + 0.2;

/** Shapes without round corners that are thinner than this number of u are lines. */
const lineU = 6;

/** Returns the moving layer of a button, a panel or a shape. `at` is the position of the layer in the scene. */
export function filled(layer: Fill, at: number, setting: Setting): FilmLayer {
  const { scene, stage } = setting;
  const made = fillSprite(layer);
  if (isOfFrame(layer, scene)) return movingLayer(made, rising(stage));
  if (layer.element === 'button') return button(made, stage);
  if (layer.element === 'shape' && layer.radius > 0) return disc(made, at, stage);
  if (layer.element === 'shape' && isBand(layer.box, scene)) return band(made, stage);
  if (layer.element === 'shape' && Math.min(layer.box.width, layer.box.height) < lineU * stage.u)
    return line(layer, at, { made, stage });
  const [dx, dy] = awayFrom(made.box, scene, 6 * stage.u);
  return movingLayer(made, arrive({ dx, dy }, { start: stage.cue, duration: 0.6, ease: expoOut }));
}

/** Returns the motion with which a photo or a framed screen arrives. */
export const rising = ({ u, cue, style }: ShotContext): Motion =>
  arrive({ dy: 5 * u }, { start: cue, duration: 0.6, ease: style.ease });

/** Maximum width of the frame around a screen, in shares of the canvas. */
const rimMax = 0.1;

/** Reports whether a shape is the drawn window or phone around a screen, or lies on it. It moves with the screen. */
function isOfFrame({ box }: Fill, { layers, width }: Scene): boolean {
  const screens = layers.flatMap((layer) => (layer.kind === 'photo' ? [layer.box] : []));
  const frames = layers.flatMap((layer) =>
    layer.kind === 'fill' && layer.radius > 0 && screens.some((screen) => isAround(layer.box, screen, rimMax * width))
      ? [layer.box]
      : [],
  );
  return frames.some((frame) => isAround(frame, box, Infinity));
}

function isAround(outer: Box, inner: Box, rim: number): boolean {
  const gaps = [
    inner.x - outer.x,
    inner.y - outer.y,
    outer.x + outer.width - inner.x - inner.width,
    outer.y + outer.height - inner.y - inner.height,
  ];
  return gaps.every((gap) => gap >= 0 && gap <= rim);
}

function button(sprite: RestingSprite, stage: ShotContext): FilmLayer {
  const move = { start: buttonStart(stage), duration: 0.4, ease: stage.style.ease };
  const appears = arrive({ opacity: 0 }, { ...move, duration: 0.15 });
  return movingLayer(sprite, together(arrive({ zoom: 0.7 }, move), appears));
}

/**
 * Returns the layer of a disc, which grows and rises slowly. Discs move at different speeds, so that the ground has
 * depth.
 */
function disc(sprite: RestingSprite, at: number, { u, cue, seconds, style }: ShotContext): FilmLayer {
  const grows = arrive({ zoom: 0.72 }, { start: cue, duration: 0.7, ease: style.ease });
  const way = (2 + 1.5 * (at % 3)) * u;
  const rises = drift({ dy: way, zoom: 0.9 }, { dy: -0.3 * way }, seconds);
  return movingLayer(sprite, together(grows, rises));
}

/** Returns the layer of a band from the upper to the lower edge of the canvas, which moves evenly to the side. */
function band(sprite: RestingSprite, { u, seconds, rtl }: ShotContext): FilmLayer {
  const way = (rtl ? -1 : 1) * 9 * u;
  return movingLayer(sprite, drift({ dx: -way }, { dx: way }, seconds));
}

const isBand = (box: Box, { width, height }: Scene): boolean =>
  box.y <= 0 && box.y + box.height >= height && box.width > 0.1 * width && box.width < 0.9 * width;

/** Share of the shot in which a line is drawn. */
const drawingShare = 0.9;

/**
 * Returns the layer of a line that is drawn from one end. The line is drawn slowly, so that something moves for as long
 * as the shot lasts.
 */
function line(
  { box: { width, height } }: Fill,
  at: number,
  { made, stage: { cue, rtl, seconds } }: { made: RestingSprite; stage: ShotContext },
): FilmLayer {
  const { box } = made;
  const clip = (time: number) => {
    const share = cubicOut(elapsed(time, cue + 0.06 * (at % 6), seconds * drawingShare));
    if (width < height) return { ...box, height: box.height * share, radius: 0 };
    const length = box.width * share;
    return { ...box, x: rtl ? box.x + box.width - length : box.x, width: length, radius: 0 };
  };
  return movingLayer(made, still, { clip });
}

/**
 * Returns the offset, in pixels, from which a panel slides in: `by` pixels towards the edge of the canvas that the
 * panel touches. The offset is 0 if the panel touches no edge or opposite edges.
 */
export function awayFrom(box: Box, { width, height }: Scene, by: number): [number, number] {
  const side = (from: number, length: number, whole: number) => {
    const [before, after] = [from <= 1, from + length >= whole - 1];
    return before === after ? 0 : before ? -by : by;
  };
  return [side(box.x, box.width, width), side(box.y, box.height, height)];
}
