import type { Model } from '../model.ts';

/** Fitted by `make eval-brands FIT=1`; not edited by hand. */
export const fontModel: Model = {
  bias: -0.83,
  weights: {
    declared: 0.898,
    linked: 0.862,
    ordinary: -1.631,
    painted: 0.811,
    'written.heading': 2.784,
    'written.text': 2.245,
  },
  calibration: { slope: 0.01, offset: 4.025 },
};
