import type { FilmPainter } from './compose.ts';
import { encode, type EncodeOptions } from './encode.ts';
import { type Frame, frameOf } from './frame.ts';
import type { WriteBytes } from './run-ffmpeg.ts';

export interface RenderOptions extends Pick<EncodeOptions, 'sound' | 'signal' | 'program'> {
  /** Called with each frame in order. `isSame` is true if the frame has the pixels of the frame before. */
  onFrame?: (frame: number, pixels: Frame, isSame: boolean) => void;
}

/** Paints and encodes a film and returns the MP4 file. Throws the same errors as `encode`. */
export function renderFilm(painter: FilmPainter, { onFrame = ignored, ...options }: RenderOptions): Promise<Buffer> {
  const { width, height, framesPerSecond, frames } = painter.film;
  return encode({ width, height, framesPerSecond, frames, ...options }, (write) =>
    writeFrames(painter, write, onFrame),
  );
}

const ignored = () => undefined;

/** Paints a frame while the encoder reads the frame before. */
async function writeFrames(
  painter: FilmPainter,
  write: WriteBytes,
  onFrame: NonNullable<RenderOptions['onFrame']>,
): Promise<void> {
  const { film } = painter;
  let [shown, spare] = [frameOf(film), frameOf(film)];
  let shownKey = '';
  let writing = Promise.resolve();
  for (let frame = 0; frame < film.frames; frame++) {
    await painter.load(frame);
    const plan = painter.plan(frame);
    const isSame = plan.key === shownKey;
    if (!isSame) {
      painter.paint(plan, spare);
      [shown, spare] = [spare, shown];
      shownKey = plan.key;
    }
    onFrame(frame, shown, isSame);
    await writing;
    writing = write(shown.bytes);
  }
  await writing;
}
