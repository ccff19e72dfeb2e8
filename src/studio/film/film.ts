import type { Box, Size } from '../box.ts';
import type { Sprite } from './sprite.ts';

/** Frame rate of every film, in frames per second. */
export const framesPerSecond = 30;

/**
 * Position of a sprite in one frame. `x` and `y` are the position of its top left corner on the canvas, in pixels;
 * fractions are drawn exactly, so that slow moves do not jitter. `scale` enlarges the sprite from that corner. Scales
 * from 0.6 to 1 look best, so draw a sprite in the largest size at which it is shown. A sprite that does not move is
 * sharpest if `x` and `y` are even whole numbers.
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

/** A bitmap that changes over time, such as the frames of a clip. */
export interface MovingPicture {
  /** Makes `now` the bitmap at a time in seconds since the start of the scene. Times in ascending order are fast. */
  load: (seconds: number) => Promise<void>;
  /** The bitmap that was loaded last. It is valid until the next one is loaded. */
  readonly now: Sprite;
  /** Frees what loading needs, such as a process. A bitmap that is loaded afterwards takes longer. */
  close: () => Promise<void>;
}

/** A bitmap and its movement. */
export interface FilmLayer {
  /** The bitmap, or one of the size of all bitmaps of `moving`. */
  sprite: Sprite;
  /** Bitmaps that replace `sprite`. */
  moving?: MovingPicture;
  /** Returns the placement at a time in seconds since the start of the scene, or null if the layer is not shown. */
  at: (seconds: number) => Placement | null;
}

/**
 * One scene of a film. Layers are painted in order; the first layer covers the whole canvas in every frame. `endFrame` is
 * the number of the first frame after the scene, which is the `startFrame` of the next scene.
 */
export interface FilmScene {
  startFrame: number;
  endFrame: number;
  layers: FilmLayer[];
}

/** Position of a whole scene during a transition, rounded to whole pixels. The clip does not move with the scene. */
export type ScenePlacement = Omit<Placement, 'scale'>;

/**
 * Change from one scene to the next, in the first `frames` frames of the next scene. Both scenes are painted and keep
 * moving, the next scene over the earlier one. `frames` is 0 for a cut. The progress is above 0 in the first frame and
 * below 1 in the last. Parts of the canvas that no scene covers are black.
 */
export interface Transition {
  frames: number;
  next: (progress: number) => ScenePlacement;
  previous: (progress: number) => ScenePlacement;
}

export interface Film extends Size {
  framesPerSecond: number;
  frames: number;
  scenes: FilmScene[];
  /** Transition into each scene except the first: one fewer than scenes. */
  transitions: Transition[];
  /** Layers over all scenes, such as captions. Times are seconds since the start of the film. */
  overlays: FilmLayer[];
}
