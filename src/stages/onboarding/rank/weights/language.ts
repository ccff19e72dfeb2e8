import type { Model } from '../model.ts';

/** Fitted by `make eval-brands FIT=1`; not edited by hand. */
export const languageModel: Model = {
  bias: -0.836,
  weights: {
    declared: -1.632,
    'declared.other-letters': 0.442,
    'declared.unsaid': -0.075,
    fit: 5.35,
    text: 2.672,
    'text.clear': -0.186,
    'text.only': 1.439,
  },
  calibration: { slope: 2.502, offset: -2.61 },
};
