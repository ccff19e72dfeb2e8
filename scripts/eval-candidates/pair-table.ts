import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { readJson } from '../../src/domain/json-text.ts';
import { featureNames } from '../../src/studio/candidates/score.ts';

export const readers = ['a', 'b'] as const;
export type Reader = (typeof readers)[number];

/** The candidate of a pair that a reader prefers, or `same`. */
export const Verdict = z.enum(['A', 'B', 'same']);
export type Verdict = z.infer<typeof Verdict>;

/** A number for each feature of a candidate. */
export const FeatureValues = z.record(z.enum(featureNames), z.number());
export type FeatureValues = z.infer<typeof FeatureValues>;

/** Two candidates of one brief: nothing but their measurements and what each reader said. */
export interface LabelledPair {
  brief: string;
  ratio: string;
  A: FeatureValues;
  B: FeatureValues;
  verdicts: Partial<Record<Reader, Verdict | undefined>>;
}

export interface PairTable {
  /** Briefs whose pairs are not used for fitting. */
  heldOut: ReadonlySet<string>;
  pairs: readonly LabelledPair[];
}

const Row = z.strictObject({
  brief: z.string(),
  ratio: z.string(),
  A: z.array(z.number()),
  B: z.array(z.number()),
  a: Verdict.optional(),
  b: Verdict.optional(),
});

const TableFile = z.strictObject({ names: z.array(z.string()), heldOut: z.array(z.string()), pairs: z.array(Row) });

const file = new URL('../../test/eval/candidates.json', import.meta.url);

export function readPairTable(): PairTable {
  const { names, heldOut, pairs } = TableFile.parse(readJson(readFileSync(file, 'utf8')));
  const named = (values: readonly number[]) =>
    FeatureValues.parse(Object.fromEntries(names.map((name, at) => [name, values[at]])));
  const pairOf = ({ brief, ratio, A, B, ...verdicts }: z.infer<typeof Row>): LabelledPair => ({
    ...{ brief, ratio, verdicts },
    A: named(A),
    B: named(B),
  });
  return { heldOut: new Set(heldOut), pairs: pairs.map(pairOf) };
}

export function writePairTable({ heldOut, pairs }: PairTable): void {
  const values = (features: FeatureValues): number[] => featureNames.map((name) => features[name]);
  const rows = pairs.map(({ brief, ratio, A, B, verdicts }) =>
    JSON.stringify({ brief, ratio, A: values(A), B: values(B), ...verdicts }),
  );
  const head = `"names": ${JSON.stringify(featureNames)},\n"heldOut": ${JSON.stringify([...heldOut])}`;
  writeFileSync(file, `{${head},\n"pairs": [\n${rows.join(',\n')}\n]}\n`);
}
