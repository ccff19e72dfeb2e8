import type { InkedText, Rule } from './rule.ts';

/**
 * Returns the minimum contrast ratio of a text by WCAG 2: 3:1 for a text that is both large and bold, and 4.5:1 for all
 * other texts. Large means a font size above 6 % of the canvas's short side.
 */
function limitFor({ drawn: { block } }: InkedText, u: number): number {
  return block.size > 6 * u && block.style.weight >= 600 ? 3 : 4.5;
}

export const textContrast: Rule = ({ texts, format }) => {
  const seen = texts
    .filter((text) => text.ink !== null)
    .map((text) => ({ value: text.contrast, limit: limitFor(text, format.u) }));
  const worst = seen.sort((a, b) => a.value / a.limit - b.value / b.limit)[0];
  if (worst === undefined) return null;
  return {
    check: 'text_contrast',
    value: round(worst.value),
    limit: worst.limit,
    passed: worst.value >= worst.limit,
  };
};

export const round = (value: number): number => Math.round(value * 100) / 100;
