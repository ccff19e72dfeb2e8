import { type Canvas, clipped, lightAt } from '../canvas/canvas.ts';
import { contrast } from '../color.ts';
import type { Box } from '../box.ts';
import type { Rule } from './rule.ts';
import { round } from './text-contrast.ts';

const contrastMin = 3;

/**
 * Checks that the logo contrasts with its background. A logo with a background of its own also passes if the contrast
 * inside the logo is sufficient.
 */
export const logoContrast: Rule = ({ scene, canvas }) => {
  const logo = scene.layers.find((layer) => layer.kind === 'logo');
  if (logo === undefined) return null;
  const inside = levels(canvas, logo.box);
  const margin = Math.max(2, logo.box.height * 0.25);
  const ground = median(ring(canvas, logo.box, margin));
  const strongest = inside.map((level) => contrast(level, ground)).sort((a, b) => b - a);
  // Uses the contrast with the background that only 5 % of the pixels in the logo's box exceed, because a logo of
  // thin lines covers only a small part of its box.
  const outward = strongest[Math.floor(strongest.length / 20)] ?? 1;
  const within = contrast(inside[Math.floor(inside.length * 0.03)] ?? 0, inside[Math.floor(inside.length * 0.97)] ?? 0);
  const value = logo.plate ? Math.max(outward, within) : outward;
  return { check: 'logo_contrast', value: round(value), limit: contrastMin, passed: value >= contrastMin };
};

function levels(canvas: Canvas, box: Box): number[] {
  const { left, top, right, bottom } = clipped(canvas, box);
  const step = Math.max(1, Math.floor(Math.sqrt(((right - left) * (bottom - top)) / 4000)));
  const found: number[] = [];
  for (let y = top; y < bottom; y += step) for (let x = left; x < right; x += step) found.push(lightAt(canvas, x, y));
  return found.sort((a, b) => a - b);
}

function ring(canvas: Canvas, box: Box, margin: number): number[] {
  const { left, top, right, bottom } = clipped(canvas, {
    x: box.x - margin,
    y: box.y - margin,
    width: box.width + 2 * margin,
    height: box.height + 2 * margin,
  });
  const found: number[] = [];
  const step = Math.max(1, Math.floor((right - left) / 160));
  for (let x = left; x < right; x += step) found.push(lightAt(canvas, x, top), lightAt(canvas, x, bottom - 1));
  for (let y = top; y < bottom; y += step) found.push(lightAt(canvas, left, y), lightAt(canvas, right - 1, y));
  return found.sort((a, b) => a - b);
}

const median = (sorted: number[]) => sorted[sorted.length >> 1] ?? 0;
