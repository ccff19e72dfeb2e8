import { oklab, oklch, type Oklab } from 'culori';

const neutralChromaMax = 0.03;

function labOf(hex: string): Oklab {
  const lab = oklab(hex);
  return lab ?? { mode: 'oklab', l: 0, a: 0, b: 0 };
}

/**
 * Returns the perceived distance of two colours in the OKLab colour space. A distance of 0.02 is hardly visible; at
 * 0.1, the colours clearly differ.
 */
export function distance(one: string, other: string): number {
  const [a, b] = [labOf(one), labOf(other)];
  return Math.hypot(a.l - b.l, a.a - b.a, a.b - b.b);
}

export function isNeutral(hex: string): boolean {
  return chromaOf(hex) < neutralChromaMax;
}

export function chromaOf(hex: string): number {
  return oklch(hex)?.c ?? 0;
}
