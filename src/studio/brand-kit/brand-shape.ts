import type { Tone } from '../brief.ts';
import { seededChoice } from '../seeded.ts';

/** Shape of the brand: behind the product, around photos, and as the mask of transitions of a film. */
export type BrandShape = 'disc' | 'arch' | 'round' | 'slab';

const shapes: Record<Tone, readonly [BrandShape, ...BrandShape[]]> = {
  bold: ['slab', 'slab', 'round'],
  elegant: ['arch', 'slab', 'arch'],
  friendly: ['round', 'disc', 'arch'],
  technical: ['slab', 'round'],
  natural: ['arch', 'disc', 'arch'],
  playful: ['disc', 'disc', 'round'],
};

/** Returns the shape of a brand. The tone allows several shapes and the seed picks one of them. */
export const brandShape = (tone: Tone, seed: string): BrandShape =>
  seededChoice(seed, 'film shape', shapes[tone]) ?? shapes[tone][0];
