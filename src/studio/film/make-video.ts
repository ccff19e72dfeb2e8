import { encode } from './encode.ts';
import { FilmPainter } from './compose.ts';
import type { Film } from './film.ts';
import { frameOf } from './frame.ts';

export interface RenderOptions {
  wav: Buffer | null;
  signal?: AbortSignal;
  program?: string;
}

/** Paints and encodes a film. Returns the MP4 file. */
export function renderFilm(film: Film, options: RenderOptions): Promise<Buffer> {
  const { width, height, framesPerSecond, frames } = film;
  return encode({ width, height, framesPerSecond, frames, ...options }, async (write) => {
    const painter = new FilmPainter(film);
    const buffers = [frameOf(film), frameOf(film)] as const;
    const written = [Promise.resolve(), Promise.resolve()];
    let [current, key] = [0, ''];
    for (let frame = 0; frame < frames; frame++) {
      const plan = painter.plan(frame);
      if (plan.key !== key) {
        current = 1 - current;
        await written[current];
        painter.paint(plan, buffers[current]);
        key = plan.key;
      }
    }
  });
}
