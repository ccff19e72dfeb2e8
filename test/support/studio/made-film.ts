import type { Film, FilmLayer, FilmScene, Placement } from '../../../src/studio/film/film.ts';
import { type Sprite, spriteOf } from '../../../src/studio/film/sprite.ts';

export const filmSize = { width: 64, height: 48 };

/** Returns a sprite of one grey. */
export function greySprite(level: number, { width, height } = filmSize): Sprite {
  return spriteOf({ pixels: new Uint8Array(width * height * 3).fill(level), width, height, channels: 3 });
}

/** Returns a sprite with vertical stripes, 5 pixels wide. */
export function stripedSprite({ width, height } = filmSize): Sprite {
  const pixels = Uint8Array.from(
    { length: width * height * 3 },
    (_, i) => (Math.floor((Math.floor(i / 3) % width) / 5) % 2) * 255,
  );
  return spriteOf({ pixels, width, height, channels: 3 });
}

export const still: Placement = { x: 0, y: 0, scale: 1, opacity: 1 };
export const layer = (sprite: Sprite, at: FilmLayer['at'] = () => still): FilmLayer => ({ sprite, at });

/** Returns a film of scenes with the same number of frames, at 10 frames a second, with cuts. */
export function filmOf(scenes: readonly FilmLayer[][], framesEach: number, changes: Partial<Film> = {}): Film {
  const cut = { frames: 0, next: () => still, previous: () => still };
  return {
    ...filmSize,
    framesPerSecond: 10,
    frames: scenes.length * framesEach,
    scenes: scenes.map((layers, at): FilmScene => ({
      startFrame: at * framesEach,
      endFrame: (at + 1) * framesEach,
      layers,
    })),
    transitions: scenes.slice(1).map(() => cut),
    overlays: [],
    ...changes,
  };
}
