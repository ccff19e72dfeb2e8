import Table from 'cli-table3';
import type { Weights } from '../../src/studio/candidates/score.ts';
import { type Agreement, agreements, type Judge } from './agreement.ts';
import { byFolds, byScore, pairsOf } from './fit-pairs.ts';
import type { LabelledPair, PairTable } from './pair-table.ts';
import { wilson } from '../fitting/wilson.ts';

/** Returns a table of how often the readers and the score agree, on the pairs that are held out and on the others. */
export function agreementTable(table: PairTable, weights: Weights): string {
  const head = ['pairs', 'of them decided', 'readers agree', 'score and reader a', 'score and reader b'];
  const report = new Table({ head, style: { head: [], border: [] } });
  const [fitted, heldOut] = [pairsOf(table, false), pairsOf(table, true)];
  report.push(row('fitted to', fitted, byScore(weights)));
  report.push(row('the same, in folds', fitted, byFolds(fitted)));
  report.push(row('held out', heldOut, byScore(weights)));
  return report.toString();
}

function row(name: string, pairs: readonly LabelledPair[], score: Judge): string[] {
  const { readers, score: scored } = agreements(pairs, score);
  return [`${name} (${pairs.length})`, String(readers.total), ...[readers, scored.a, scored.b].map(cell)];
}

const percent = (share: number): string => (share * 100).toFixed(0);

function cell({ agreed, total }: Agreement): string {
  if (total === 0) return '';
  const { low, high } = wilson(agreed, total);
  return `${percent(agreed / total)} %  (${percent(low)}-${percent(high)})`;
}
