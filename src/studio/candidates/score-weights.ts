import type { Features } from './features.ts';

/** Fitted by `make eval-candidates FIT=1`; not edited by hand. */
export const scoreWeights: Record<keyof Features, number> = {
  picture: 1.429,
  subject: 0.66,
  whole: 0.78,
  largest: 0.929,
  hierarchy: 0,
  offer: 0.481,
  smallest: 0.27,
  thumbnail: 0.853,
  fill: 1.422,
  balance: 0.339,
  alignment: 0.305,
  texts: 1.5,
  unbroken: 0.6,
  clear: 0,
  open: 0.645,
  brand: 0.217,
  headline: 1.257,
  headlineFirst: 0.738,
  edges: 1.198,
  rounded: 0.654,
  sharp: 0.964,
};
