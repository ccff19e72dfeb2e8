import { z } from 'zod';
import { seededUnit } from '../../src/studio/seeded.ts';
import { jsonOf, readOrder, readPair } from './pair-file.ts';
import { type LabelledPair, type PairTable, readers, Verdict } from './pair-table.ts';

const Verdicts = z.array(z.object({ pair: z.int(), better: Verdict }));

/** Minimum number of pairs that are held out. */
const heldOutMin = 100;

/**
 * Joins the pairs of a folder with the verdicts of the readers, in `files` in the order of `readers`. Pairs of which no
 * reader says anything are left out. The briefs that are held out depend on their names alone.
 */
export function labelledTable(pairs: string, sheets: string, files: readonly string[]): PairTable {
  const said = files.map((file) => new Map(Verdicts.parse(jsonOf(file)).map(({ pair, better }) => [pair, better])));
  const labelled = readOrder(sheets).flatMap(({ pair, name }): LabelledPair[] => {
    const verdicts = Object.fromEntries(
      readers.flatMap((reader, at) => {
        const verdict = said[at]?.get(pair);
        return verdict === undefined ? [] : [[reader, verdict]];
      }),
    );
    const { brief, ratio, A, B } = readPair(pairs, name);
    return Object.keys(verdicts).length === 0 ? [] : [{ brief, ratio, A: A.features, B: B.features, verdicts }];
  });
  return { heldOut: heldOutBriefs(labelled), pairs: labelled };
}

function heldOutBriefs(pairs: readonly LabelledPair[]): Set<string> {
  const place = (brief: string): number => seededUnit(brief, 'held out');
  const briefs = [...new Set(pairs.map(({ brief }) => brief))].toSorted((a, b) => place(a) - place(b));
  const held = new Set<string>();
  for (const brief of briefs) {
    if (pairs.filter((pair) => held.has(pair.brief)).length >= heldOutMin) break;
    held.add(brief);
  }
  return held;
}
