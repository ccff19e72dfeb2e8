import type { ColorRoles } from '../brief.ts';
import type { Size } from '../box.ts';
import { contrastOf } from '../color.ts';
import type { FilmLayer } from './film.ts';
import { grid } from './frame-samples.ts';
import { fillSprite } from './scenes/layer-sprites.ts';
import { movingLayer, still } from './scenes/motion.ts';

/** Height of the strip, in percent of the canvas's short side. */
const heightU = 1.6;
/** Share of the strip that is filled at the start and at the end. Both colours are seen in every frame. */
const filled = { first: 0.22, last: 0.78 };
/** Minimum contrast of the two colours. */
const contrastMin = 4;

/**
 * Returns the layers of a strip along the lower edge that fills evenly while the film lasts. Guarantee: whatever the
 * film shows above, no stretch of it is frozen or black, and every frame has contrast.
 */
export function progressStrip(
  { width, height }: Size,
  { surface, ink, primary }: ColorRoles,
  seconds: number,
): FilmLayer[] {
  const thickness = Math.max(2 * grid, (heightU * Math.min(width, height)) / 100);
  const box = { x: 0, y: height - thickness, width, height: thickness };
  const color = contrastOf(primary, surface) >= contrastMin ? primary : ink;
  const track = fillSprite({ box, color: surface, radius: 0 });
  const bar = fillSprite({ box, color, radius: 0 });
  const clip = (time: number) => {
    const share = filled.first + (filled.last - filled.first) * Math.min(1, time / seconds);
    return { ...box, width: width * share, radius: 0 };
  };
  return [movingLayer(track, still), movingLayer(bar, still, { clip })];
}
