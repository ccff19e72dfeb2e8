import type { RenderedAd } from '../brief.ts';
import type { Features } from './features.ts';
import { scoreWeights } from './score-weights.ts';

/** Weight of each feature in the score of a candidate. Below 0 if more of the feature makes an ad worse. */
export type Weights = typeof scoreWeights;

export const featureNames = Object.keys(scoreWeights) as (keyof Features)[];

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** Returns the score of a finished ad with its parts, rounded to two decimals. */
export const scoreWithParts = (features: Features): RenderedAd['score'] => ({
  total: rounded(scoreOf(features)),
  parts: featureNames.map((name) => ({ name, value: rounded(features[name]) })),
});

/** Returns the score of a candidate, 0 to 1: the weighted sum of its features between the lowest and the highest sum. */
export function scoreOf(features: Features, weights: Weights = scoreWeights): number {
  const sum = (of: (name: keyof Features) => number): number =>
    featureNames.reduce((total, name) => total + of(name), 0);
  const lowest = sum((name) => Math.min(0, weights[name]));
  const highest = sum((name) => Math.max(0, weights[name]));
  return (sum((name) => weights[name] * features[name]) - lowest) / (highest - lowest);
}
