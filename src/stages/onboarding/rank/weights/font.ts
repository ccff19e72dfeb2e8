import type { Model } from '../model.ts';

/** Fitted by `make eval-brands FIT=1`; not edited by hand. */
export const fontModel: Model = {
  bias: -0.864,
  weights: {
    declared: 0.656,
    linked: 0.88,
    ordinary: -1.627,
    painted: 0.818,
    'written.heading': 2.803,
    'written.text': 2.267,
  },
  calibration: { slope: 0.01, offset: 4.023 },
};
