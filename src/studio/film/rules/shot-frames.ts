import type { Size } from '../../box.ts';
import { FilmPainter } from '../compose.ts';
import type { FilmLayer } from '../film.ts';
import { type Frame, frameOf } from '../frame.ts';

/**
 * Returns a function that paints a shot alone, at a time in seconds since its start. Every call reuses the frame. Clips
 * are decoded fastest if the times ascend.
 */
export function shotFrames({ width, height }: Size, layers: readonly FilmLayer[]): (seconds: number) => Promise<Frame> {
  const scenes = [{ startFrame: 0, endFrame: Infinity, layers: [...layers] }];
  const film = { width, height, framesPerSecond: 1, frames: 1, scenes, transitions: [], overlays: [] };
  const painter = new FilmPainter(film);
  const frame = frameOf(film);
  return async (seconds) => {
    await painter.load(seconds);
    painter.paint(painter.plan(seconds), frame);
    return frame;
  };
}
