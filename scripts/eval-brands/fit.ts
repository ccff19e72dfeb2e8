import type { Features } from '../../src/stages/onboarding/evidence.ts';
import { logOdds, probability, type Model } from '../../src/stages/onboarding/rank/model.ts';
import { fitLogistic, type Sample } from '../fitting/logistic.ts';

/** A candidate of a field on a labelled website. Nothing of the website itself is in it. */
export interface Row {
  features: Features;
  isRight: boolean;
}

/**
 * The candidates of a field, by the id of their website. Without candidates the list is empty. Each website is listed
 * again as read without a browser (`sourceId`), and for some fields as read from the page of its product only
 * (`productPageId`). All readings of a website are in the same fold.
 */
export type Table = ReadonlyMap<string, readonly Row[]>;

/** Strength of the L2 penalty on the weights, and of that on the calibration. */
const penalties = { weights: 1, calibration: 0.01 };
const foldsCount = 10;
/** Minimum slope of the calibration. With less, a field with hardly a miss would be ranked by the opposite of its odds. */
const slopeMin = 0.01;

/**
 * Fits the weights to all websites, and the calibration to `choices`: what each tenth of them gets from the other nine.
 */
export function fitModel(table: Table, choices = outOfFold(table)): Model {
  const chosen = choices.flatMap(({ odds, isRight }) => (odds === undefined ? [] : [{ x: [1, odds], isRight }]));
  const [offset = 0, slope = 1] = fitLogistic(chosen, penalties.calibration);
  const [constant = 0] = fitLogistic(
    chosen.map(({ isRight }) => ({ x: [1], isRight })),
    penalties.calibration,
  );
  const calibration = slope < slopeMin ? { slope: slopeMin, offset: constant } : { slope, offset };
  return rounded({ ...fitWeights(table), calibration });
}

type Weights = Pick<Model, 'bias' | 'weights'>;

function fitWeights(table: Table): Weights {
  const rows = [...table.values()].flat();
  const names = [...new Set(rows.flatMap(({ features }) => Object.keys(features)))].sort();
  const samples = rows.map(({ features, isRight }): Sample => ({
    x: [1, ...names.map((name) => features[name] ?? 0)],
    isRight,
  }));
  const [bias = 0, ...weights] = fitLogistic(samples, penalties.weights);
  return { bias, weights: Object.fromEntries(names.map((name, at) => [name, weights[at] ?? 0])) };
}

/** The best candidate of a website, by weights that were fitted without the website. `odds` is undefined without one. */
export interface Choice {
  site: string;
  odds: number | undefined;
  isRight: boolean;
}

export function outOfFold(table: Table): Choice[] {
  const sites = [...new Set([...table.keys()].map(siteOf))].sort();
  const foldOf = new Map(sites.map((site, at) => [site, at % foldsCount]));
  const entries = [...table].sort(([one], [other]) => (one < other ? -1 : 1));
  return Array.from({ length: foldsCount }, (_, fold) => {
    const isHeld = ([id]: (typeof entries)[number]): boolean => foldOf.get(siteOf(id)) === fold;
    const weights = fitWeights(new Map(entries.filter((entry) => !isHeld(entry))));
    return entries.filter(isHeld).map(([site, rows]) => choiceOf(site, rows, weights));
  }).flat();
}

/** Mark at the end of the id of a website whose pages were read from their source only. */
const ofSource = ' (source)';

/** Returns the id under which the reading of a website from its source only is listed. */
export const sourceId = (site: string): string => `${site}${ofSource}`;

/** Returns the id of the same reading if only the page of the product had been read. */
export const productPageId = (reading: string): string => `${reading} (product page)`;

const siteOf = (id: string): string => id.replace(/ \(.*\)$/, '');

function choiceOf(site: string, rows: readonly Row[], weights: Weights): Choice {
  const scored = rows.map(({ features, isRight }) => ({ odds: logOdds(weights, features), isRight }));
  const [best] = scored.toSorted((one, other) => other.odds - one.odds);
  return { site, odds: best?.odds, isRight: best?.isRight ?? false };
}

/** The probability that a model gives to the best candidate of a website, and whether the candidate is right. */
export interface Claim {
  confidence: number;
  isRight: boolean;
}

/** Returns the claims that websites get from weights that were fitted without them. */
export function claims(choices: readonly Choice[], { calibration }: Model): Claim[] {
  return choices.flatMap(({ odds, isRight }) => {
    const identity: Model = { bias: 0, weights: { odds: 1 }, calibration };
    return odds === undefined ? [] : [{ confidence: probability(identity, { odds }), isRight }];
  });
}

const digits = 3;
const round = (value: number): number => Number(value.toFixed(digits));

function rounded({ bias, weights, calibration: { slope, offset } }: Model): Model {
  return {
    bias: round(bias),
    weights: Object.fromEntries(Object.entries(weights).map(([name, weight]) => [name, round(weight)])),
    calibration: { slope: round(slope), offset: round(offset) },
  };
}
