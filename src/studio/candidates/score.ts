import type { RenderedAd } from '../brief.ts';
import type { Features } from './features.ts';

/** Weight of each feature in the score of a candidate. */
const weights: Features = {
  picture: 1.1,
  subject: 0.9,
  whole: 1.2,
  largest: 0.7,
  hierarchy: 0.5,
  offer: 1.3,
  smallest: 0.3,
  thumbnail: 0.7,
  fill: 1.4,
  balance: 0.5,
  alignment: 0.4,
  texts: 1.5,
  unbroken: 0.6,
  clear: 0.4,
  open: 1.2,
  brand: 0.4,
};

const names = Object.keys(weights) as (keyof Features)[];
const total = names.reduce((sum, name) => sum + weights[name], 0);

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** Returns the score of a finished ad with its parts, rounded to two decimals. */
export const scoreWithParts = (features: Features): RenderedAd['score'] => ({
  total: rounded(scoreOf(features)),
  parts: names.map((name) => ({ name, value: rounded(features[name]) })),
});

/** Returns the score of a candidate, 0 to 1: the weighted mean of its features. */
export const scoreOf = (features: Features): number =>
  names.reduce((sum, name) => sum + weights[name] * features[name], 0) / total;
