import type { Box } from '../../box.ts';
import type { LayerOf } from '../../scene.ts';
import type { OpenClip } from '../clips/open-clips.ts';
import type { MovingPicture } from '../film.ts';
import { wholeBox } from './layer-sprites.ts';

/** Maximum factor by which a clip is slowed down to last as long as its shot. */
export const slowMax = 1.2;

/**
 * Returns the frames of a clip in the place of the photo that stands for it. They last `seconds`: a clip that is shorter
 * is slowed down.
 */
export function clipIn(
  { crop, box, picture }: LayerOf<'photo'>,
  { player, width, height, seconds: whole }: OpenClip,
  seconds: number,
): { moving: MovingPicture; box: Box } {
  const place = wholeBox(box);
  const factor = width / picture.width;
  const [x, y] = [within(crop.x * factor, width - 2), within(crop.y * factor, height - 2)];
  const part = {
    x,
    y,
    width: within(crop.width * factor, width - x),
    height: within(crop.height * factor, height - y),
  };
  const size = { width: place.width, height: place.height };
  return { moving: player.viewed({ crop: part, size, seconds, rate: Math.min(1, whole / seconds) }), box: place };
}

const within = (pixels: number, most: number): number => Math.min(most, Math.max(0, Math.round(pixels)));
