import type { Features } from './features.ts';

/** Fitted by `make eval-candidates FIT=1`; not edited by hand. */
export const scoreWeights: Record<keyof Features, number> = {
  picture: 1.546,
  subject: 0.488,
  whole: 0.521,
  largest: 1.02,
  hierarchy: 0.137,
  offer: 0.217,
  smallest: 0.331,
  thumbnail: 0.889,
  fill: 1.168,
  balance: 0.15,
  alignment: 0,
  texts: 1.5,
  unbroken: 0.6,
  clear: 0.46,
  open: 0.485,
  brand: 0.337,
  headline: 1.094,
  headlineFirst: 0.896,
  edges: 1.278,
  rounded: 0.633,
  sharp: 0.786,
};
