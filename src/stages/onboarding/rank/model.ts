import type { Features } from '../evidence.ts';

/**
 * A logistic regression over the features of a candidate. `calibration` turns the log-odds of the best candidate of a
 * page into those of its being right (Platt, "Probabilistic Outputs for Support Vector Machines", 1999); both are
 * fitted by `make eval-brands FIT=1` on the labelled websites.
 */
export interface Model {
  bias: number;
  weights: Readonly<Record<string, number>>;
  calibration: { slope: number; offset: number };
}

/** Returns the log-odds that a candidate is right. A feature without a weight counts as 0. */
export function logOdds({ bias, weights }: Pick<Model, 'bias' | 'weights'>, features: Features): number {
  return Object.entries(features).reduce((sum, [name, value]) => sum + (weights[name] ?? 0) * value, bias);
}

/** Returns the probability (0 to 1) that a candidate is right. */
export function probability(model: Model, features: Features): number {
  const { slope, offset } = model.calibration;
  return sigmoid(slope * logOdds(model, features) + offset);
}

export const sigmoid = (odds: number): number => 1 / (1 + Math.exp(-odds));
