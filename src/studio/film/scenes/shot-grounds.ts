import { oncePer } from '../../../domain/once.ts';
import type { ColorRoles, GroundStyle, Tone } from '../../brief.ts';
import { luminanceOf, oklab, rgb } from '../../color.ts';
import { groundOf } from '../../layouts/grounds.ts';
import type { CutOut } from '../../photo/cut-out.ts';
import { seededChoice } from '../../seeded.ts';

type Lab = ReturnType<typeof oklab>;

/** Ground of a shot. A `deep` ground is the quiet ground of the brand's other theme: dark in a light film. */
export type ShotGround = GroundStyle | 'deep';

/** Orders of grounds by tone, from the first shot on. No ground follows itself. */
const rhythms: Record<Tone, readonly [ShotGround[], ...ShotGround[][]]> = {
  bold: [
    ['loud', 'quiet', 'loud', 'deep', 'tinted'],
    ['deep', 'loud', 'tinted', 'loud', 'quiet'],
  ],
  playful: [
    ['loud', 'tinted', 'loud', 'quiet'],
    ['tinted', 'loud', 'quiet', 'loud'],
  ],
  friendly: [
    ['tinted', 'loud', 'quiet', 'loud'],
    ['quiet', 'tinted', 'loud', 'tinted'],
  ],
  technical: [
    ['quiet', 'loud', 'tinted', 'deep', 'loud'],
    ['deep', 'quiet', 'loud', 'quiet'],
  ],
  natural: [
    ['tinted', 'quiet', 'loud', 'quiet'],
    ['quiet', 'tinted', 'quiet', 'loud'],
  ],
  elegant: [
    ['quiet', 'tinted', 'quiet', 'deep'],
    ['deep', 'quiet', 'tinted', 'quiet'],
  ],
};

export interface GroundOptions {
  tone: Tone;
  seed: string;
  roles: ColorRoles;
  otherRoles: ColorRoles;
  /** Ground that the direction asks for: no shot has the other one. */
  asked: 'light' | 'dark' | undefined;
}

/** A shot for which a ground is chosen. */
export interface GroundedShot {
  product: CutOut | null;
  isEndCard: boolean;
  /** Grounds that were chosen for the earlier shots. */
  before: readonly ShotGround[];
  /** Colour of the ground of the shot before, as it was painted. */
  lastColor: string | undefined;
}

/** Maximum luminance of a dark ground. */
const darkMax = 0.18;

/** Minimum difference between two grounds (OKLab) that a viewer sees at a cut. */
const seenMin = 0.03;

/**
 * Returns the grounds of a shot in the order in which they are tried. Grounds against which the product stands out come
 * first, and the ground of the shot before comes last. The end card prefers the ground of the first shot.
 */
export function groundsFor(
  { product, isEndCard, before, lastColor }: GroundedShot,
  options: GroundOptions,
): ShotGround[] {
  const { tone, seed } = options;
  const cycle = seededChoice(seed, 'film grounds', rhythms[tone]) ?? rhythms[tone][0];
  const turned = cycle.map((_, at) => cycle[(at + before.length) % cycle.length] ?? 'quiet');
  const first = isEndCard && before[0] !== undefined ? [before[0]] : [];
  const all: ShotGround[] = [...new Set<ShotGround>([...first, ...turned, 'quiet', 'tinted', 'loud', 'deep'])];
  const isRepeated = (ground: ShotGround) =>
    lastColor !== undefined && distance(colorOf(ground, options), lastColor) < seenMin;
  const lost = (ground: ShotGround) => (product === null ? 0 : lostShare(product, colorOf(ground, options)));
  const isRefused = (ground: ShotGround) =>
    options.asked !== undefined && luminanceOf(colorOf(ground, options)) > darkMax !== (options.asked === 'light');
  const cost = (ground: ShotGround) => (isRepeated(ground) ? 10 : 0) + (lost(ground) > lostMax ? 1 + lost(ground) : 0);
  const allowed = all.filter((ground) => !isRefused(ground));
  return (allowed.length > 0 ? allowed : all).toSorted((a, b) => cost(a) - cost(b));
}

const distance = (one: string, other: string): number => apart(oklab(...rgb(one)), oklab(...rgb(other)));

const colorOf = (ground: ShotGround, { roles, otherRoles }: GroundOptions): string =>
  ground === 'deep' ? otherRoles.surface : groundOf(ground, roles, 0.2).color;

const apart = (a: Lab, b: Lab): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** Difference (OKLab) below which the outline of a product is lost on its ground. */
const lostBelow = 0.16;
/** Share of the outline that may be lost. */
const lostMax = 0.3;

/** Returns the share (0 to 1) of the outline of a product that hardly differs from a ground. */
export function lostShare(product: CutOut, ground: string): number {
  const rim = rimOf(product);
  const color = oklab(...rgb(ground));
  return rim.filter((each) => apart(each, color) < lostBelow).length / Math.max(1, rim.length);
}

/** Number of points along the longer side of a product at which its outline is sampled. */
const samples = 72;

/** Returns the colours along the outline of a product, from just inside of it. */
const rimOf = oncePer(({ pixels, width, height }: CutOut): Lab[] => {
  const step = Math.max(1, Math.floor(Math.max(width, height) / samples));
  const alphaAt = (x: number, y: number) =>
    x < 0 || y < 0 || x >= width || y >= height ? 0 : (pixels[(y * width + x) * 4 + 3] ?? 0);
  const rim: Lab[] = [];
  for (let y = 0; y < height; y += step)
    for (let x = 0; x < width; x += step) {
      const isInside = alphaAt(x, y) > 230;
      const isRim = [
        [step, 0],
        [-step, 0],
        [0, step],
        [0, -step],
      ].some(([dx = 0, dy = 0]) => alphaAt(x + dx, y + dy) < 60);
      const at = (y * width + x) * 4;
      if (isInside && isRim) rim.push(oklab(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0));
    }
  return rim;
});
