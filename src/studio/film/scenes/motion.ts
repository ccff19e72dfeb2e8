import type { Box } from '../../box.ts';
import type { Clip, FilmLayer } from '../film.ts';
import type { Sprite } from '../sprite.ts';
import { type Ease, elapsed } from './ease.ts';

/** Difference from the resting position. `dx` and `dy` are pixels; `zoom` is a factor of the resting size. */
export interface Pose {
  dx: number;
  dy: number;
  zoom: number;
  /** 0 (invisible) to 1. */
  opacity: number;
}

/** Returns the pose at a time in seconds since the start of the scene. */
export type Motion = (seconds: number) => Pose;

export const atRest: Pose = { dx: 0, dy: 0, zoom: 1, opacity: 1 };

export const still: Motion = () => atRest;

/** Returns the motion that applies all the given motions at once. */
export function together(...motions: readonly Motion[]): Motion {
  return (seconds) =>
    motions.reduce((sum, motion) => {
      const { dx, dy, zoom, opacity } = motion(seconds);
      return { dx: sum.dx + dx, dy: sum.dy + dy, zoom: sum.zoom * zoom, opacity: sum.opacity * opacity };
    }, atRest);
}

interface Move {
  start: number;
  duration: number;
  ease: Ease;
}

/** Moves from a pose to the resting position. Before the start, the layer has the pose `from`. */
export function arrive(from: Partial<Pose>, { start, duration, ease }: Move): Motion {
  return between({ ...atRest, ...from }, atRest, { start, duration, ease });
}

/** Moves from the resting position to a pose and stays there. */
export function leave(to: Partial<Pose>, { start, duration, ease }: Move): Motion {
  return between(atRest, { ...atRest, ...to }, { start, duration, ease });
}

function between(from: Pose, to: Pose, { start, duration, ease }: Move): Motion {
  const mix = (a: number, b: number, share: number) => a + (b - a) * share;
  return (seconds) => {
    const share = ease(elapsed(seconds, start, duration));
    return {
      dx: mix(from.dx, to.dx, share),
      dy: mix(from.dy, to.dy, share),
      zoom: mix(from.zoom, to.zoom, share),
      opacity: Math.min(1, Math.max(0, mix(from.opacity, to.opacity, share))),
    };
  };
}

/** Moves slowly and evenly over the whole scene, from one pose to another. */
export function drift(from: Partial<Pose>, to: Partial<Pose>, seconds: number): Motion {
  return between({ ...atRest, ...from }, { ...atRest, ...to }, { start: 0, duration: seconds, ease: (share) => share });
}

export interface Bound {
  /**
   * Point that stays in place when the layer is zoomed, in fractions (0 to 1) of the box that the layer fills without
   * motion.
   */
  anchor?: readonly [number, number];
  /** Part of the canvas outside of which nothing of the layer is drawn, at a time in seconds since the scene's start. */
  clip?: (seconds: number) => Clip | undefined;
  /** Time span in which the layer is shown, in seconds since the start of the scene. */
  shown?: { from: number; to: number };
}

/** A sprite and the box of the canvas that it fills when it rests. */
export interface RestingSprite {
  sprite: Sprite;
  box: Box;
}

/** Returns the layer of a sprite in motion. */
export function movingLayer({ sprite, box }: RestingSprite, motion: Motion, bound: Bound = {}): FilmLayer {
  const { anchor = [0.5, 0.5], clip } = bound;
  const fit = box.width / sprite.width;
  const isShown = (seconds: number) => isWithin(bound.shown, seconds);
  return {
    sprite,
    at: (seconds) => {
      const { dx, dy, zoom, opacity } = motion(seconds);
      const cut = clip?.(seconds);
      if (opacity <= 0 || zoom <= 0 || !isShown(seconds) || isEmpty(cut)) return null;
      return {
        x: box.x + dx + anchor[0] * box.width * (1 - zoom),
        y: box.y + dy + anchor[1] * box.height * (1 - zoom),
        scale: fit * zoom,
        opacity,
        ...(cut === undefined ? {} : { clip: cut }),
      };
    },
  };
}

const isWithin = (shown: Bound['shown'], seconds: number): boolean =>
  shown === undefined || (seconds >= shown.from && seconds < shown.to);

const isEmpty = (clip: Clip | undefined): boolean => clip !== undefined && (clip.width <= 0 || clip.height <= 0);
