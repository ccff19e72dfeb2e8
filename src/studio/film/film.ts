import type { Box, Size } from '../box.ts';
import type { Sprite } from './sprite.ts';

/**
 * Position of a sprite in one frame. `x` and `y` are the position of its top left corner on the canvas, in pixels;
 * fractions are drawn exactly, so that slow moves do not jitter. `scale` enlarges the sprite from that corner.
 */
export interface Placement {
  x: number;
  y: number;
  scale: number;
  /** 0 (invisible) to 1. */
  opacity: number;
  /** Part of the canvas outside of which nothing of the layer is drawn, such as a mask that opens. */
  clip?: Clip;
}

/** Area on the canvas, in pixels: a rectangle with rounded corners. A radius of half the side gives a disc. */
export interface Clip extends Box {
  radius: number;
}

/** A still bitmap and its movement. */
export interface FilmLayer {
  sprite: Sprite;
  /** Returns the placement at a time in seconds since the start of the scene, or null if the layer is not shown. */
  at: (seconds: number) => Placement | null;
}

/** One scene of a film. Layers are painted in order; the first layer covers the whole canvas in every frame. */
export interface FilmScene {
  startFrame: number;
  /** Number of the first frame after the scene. */
  endFrame: number;
  layers: FilmLayer[];
}

/**
 * Change from one scene to the next. Both scenes are painted during the transition, the next one through `placeNext`.
 * `frames` is 0 for a cut.
 */
export interface Transition {
  frames: number;
  /** Placement of the whole next scene at a progress from 0 to 1: pushed in, opened by a mask, and so on. */
  next: (progress: number) => Pick<Placement, 'x' | 'y' | 'opacity' | 'clip'>;
  /** Placement of the whole earlier scene. */
  previous: (progress: number) => Pick<Placement, 'x' | 'y' | 'opacity' | 'clip'>;
}

export interface Film extends Size {
  framesPerSecond: number;
  frames: number;
  scenes: FilmScene[];
  /** Transition into each scene except the first. */
  transitions: Transition[];
  /** Layers over all scenes, such as captions. Times are seconds since the start of the film. */
  overlays: FilmLayer[];
}
