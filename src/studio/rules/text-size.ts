import type { Rule } from './rule.ts';
import { round } from './text-contrast.ts';

/** Minimum font size of a text, in percent of the canvas's short side. */
const sizeMinU = 2.4;

export const textSize: Rule = ({ texts, format }) => {
  if (texts.length === 0) return null;
  const smallest = Math.min(...texts.map(({ drawn }) => drawn.block.size / format.u));
  return { check: 'text_size', value: round(smallest), limit: sizeMinU, passed: smallest >= sizeMinU - 0.001 };
};
