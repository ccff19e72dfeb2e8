import { writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { featureNames, scoreOf, type Weights } from '../../src/studio/candidates/score.ts';
import { scoreWeights } from '../../src/studio/candidates/score-weights.ts';
import { fitLogistic, type Sample } from '../fitting/logistic.ts';
import type { Judge } from './agreement.ts';
import { FeatureValues, type LabelledPair, type PairTable, readers, type Verdict } from './pair-table.ts';

/** Strength of the L2 penalty on the weights. */
const penalty = 3;
const foldsCount = 10;
const digits = 3;

/** Returns the pairs that are, or are not, held out. */
export const pairsOf = ({ pairs, heldOut }: PairTable, isHeldOut: boolean): LabelledPair[] =>
  pairs.filter(({ brief }) => heldOut.has(brief) === isHeldOut);

/**
 * Fits a Bradley-Terry model: the log-odds that A is better are the weighted sum of the differences of the features. The
 * verdict "same" is half a vote for each. More of a feature is better by its definition, so no weight is below 0: the
 * features that would have such a weight get none. A feature in which no two candidates differ keeps its weight.
 */
export function fitWeights(pairs: readonly LabelledPair[]): Weights {
  const differing = featureNames.filter((name) => pairs.some(({ A, B }) => A[name] !== B[name]));
  const fitted = new Map(featureNames.map((name) => [name, differing.includes(name) ? 0 : scoreWeights[name]]));
  let names = differing;
  for (;;) {
    const weights = fitLogistic(samplesOf(pairs, names), penalty).slice(1);
    const kept = names.filter((_, at) => (weights[at] ?? 0) >= 0);
    if (kept.length === names.length) {
      names.forEach((name, at) => fitted.set(name, Number((weights[at] ?? 0).toFixed(digits))));
      return FeatureValues.parse(Object.fromEntries(fitted));
    }
    names = kept;
  }
}

function samplesOf(pairs: readonly LabelledPair[], names: typeof featureNames): Sample[] {
  return pairs.flatMap(({ A, B, verdicts }) => {
    // The leading value is that of the bias, which a difference does not have.
    const x = [0, ...names.map((name) => A[name] - B[name])];
    return readers.flatMap((reader) => votesOf(verdicts[reader]).map((isRight): Sample => ({ x, isRight })));
  });
}

const votes: Record<Verdict, boolean[]> = { A: [true, true], B: [false, false], same: [true, false] };
const votesOf = (verdict: Verdict | undefined): boolean[] => (verdict === undefined ? [] : votes[verdict]);

/** Returns a judge that prefers the candidate with the better score. */
export const byScore =
  (weights: Weights): Judge =>
  ({ A, B }) =>
    scoreOf(A, weights) > scoreOf(B, weights) ? 'A' : 'B';

/** Returns a judge that scores the pairs of each brief with weights that were fitted without the brief. */
export function byFolds(pairs: readonly LabelledPair[]): Judge {
  const briefs = [...new Set(pairs.map(({ brief }) => brief))].sort();
  const foldOf = new Map(briefs.map((brief, at) => [brief, at % foldsCount]));
  const judges = Array.from({ length: foldsCount }, (_, fold) =>
    byScore(fitWeights(pairs.filter(({ brief }) => foldOf.get(brief) !== fold))),
  );
  return (pair) => judges[foldOf.get(pair.brief) ?? 0]?.(pair);
}

export async function writeWeights(weights: Weights): Promise<void> {
  const path = new URL('../../src/studio/candidates/score-weights.ts', import.meta.url).pathname;
  const text = `import type { Features } from './features.ts';

/** Fitted by \`make eval-candidates FIT=1\`; not edited by hand. */
export const scoreWeights: Record<keyof Features, number> = ${JSON.stringify(weights)};
`;
  writeFileSync(path, await format(text, { ...(await resolveConfig(path)), parser: 'typescript' }));
}
