import { type LabelledPair, type Reader, readers, type Verdict } from './pair-table.ts';

/** Says which candidate of a pair is better. */
export type Judge = (pair: LabelledPair) => Verdict | undefined;

/** How often two judges say the same, of `total` pairs. */
export interface Agreement {
  agreed: number;
  total: number;
}

/** Agreement on the pairs of which both readers say that one candidate is better. */
export interface Agreements {
  readers: Agreement;
  /** Agreement of the score with each reader. */
  score: Record<Reader, Agreement>;
}

export function agreements(pairs: readonly LabelledPair[], score: Judge): Agreements {
  const decided = pairs.filter(({ verdicts }) => readers.every((reader) => isDecided(verdicts[reader])));
  const between = (one: Judge, other: Judge): Agreement => ({
    agreed: decided.filter((pair) => one(pair) === other(pair)).length,
    total: decided.length,
  });
  return {
    readers: between(verdictOf('a'), verdictOf('b')),
    score: { a: between(score, verdictOf('a')), b: between(score, verdictOf('b')) },
  };
}

const verdictOf =
  (reader: Reader): Judge =>
  ({ verdicts }) =>
    verdicts[reader];

const isDecided = (verdict: Verdict | undefined): boolean => verdict === 'A' || verdict === 'B';
