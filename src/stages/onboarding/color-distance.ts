import { oklab, oklch, type Oklab } from 'culori';

const neutralChromaMax = 0.03;

function labOf(hex: string): Oklab {
  const lab = oklab(hex);
  return lab ?? { mode: 'oklab', l: 0, a: 0, b: 0 };
}

/** Distance by eye in OKLab: 0.02 is hardly seen, 0.1 is another colour. */
export function distance(one: string, other: string): number {
  const [a, b] = [labOf(one), labOf(other)];
  return Math.hypot(a.l - b.l, a.a - b.a, a.b - b.b);
}

/** White, black, grey, and what is tinted so little that nobody would name it. */
export function isNeutral(hex: string): boolean {
  return chromaOf(hex) < neutralChromaMax;
}

export function chromaOf(hex: string): number {
  return oklch(hex)?.c ?? 0;
}
