import Table from 'cli-table3';
import { probability } from '../../src/stages/onboarding/rank/model.ts';
import type { Claim } from './fit.ts';
import { fittedFields, type ReadSite } from './fitted-fields.ts';

const binsCount = 10;

/** Returns the claims in bins of equal size, by rising confidence. */
function binsOf(all: readonly Claim[]): Claim[][] {
  const sorted = all.toSorted((one, other) => one.confidence - other.confidence);
  return Array.from({ length: binsCount }, (_, at) =>
    sorted.slice((at * sorted.length) / binsCount, ((at + 1) * sorted.length) / binsCount),
  ).filter(({ length }) => length > 0);
}

const meanOf = (bin: readonly Claim[]): number => bin.reduce((sum, { confidence }) => sum + confidence, 0) / bin.length;
export const rightShare = (bin: readonly Claim[]): number => bin.filter(({ isRight }) => isRight).length / bin.length;

/** Returns the mean distance of confidence and share of right claims, over bins of equal size (expected calibration error). */
export function calibrationError(all: readonly Claim[]): number {
  return binsOf(all).reduce((sum, bin) => sum + Math.abs(meanOf(bin) - rightShare(bin)) * bin.length, 0) / all.length;
}

/** Returns what the rankings claim about the best candidate of each labelled field of a website. */
function claimsOf(read: ReadSite): Claim[] {
  return fittedFields.flatMap(({ model, rows }) => {
    const scored = (rows(read) ?? []).map(({ features, isRight }) => ({
      confidence: probability(model, features),
      isRight,
    }));
    return scored.toSorted((one, other) => other.confidence - one.confidence).slice(0, 1);
  });
}

const resamples = 1_000;

/** Returns the 95 % interval of the calibration error, by drawing the websites again and again, with a fixed seed. */
function interval(bySite: readonly (readonly Claim[])[]): [low: number, high: number] {
  let state = 1;
  const next = (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const errors = Array.from({ length: resamples }, () =>
    calibrationError(bySite.flatMap(() => bySite[next(bySite.length)] ?? [])),
  ).sort((one, other) => one - other);
  return [errors[Math.floor(resamples * 0.025)] ?? 0, errors[Math.floor(resamples * 0.975)] ?? 0];
}

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;

/** Returns a table of how often the rankings are right and how sure they are, over all fields of websites. */
export function calibrationTable(sites: readonly ReadSite[]): string {
  const bySite = sites.map(claimsOf);
  const all = bySite.flat();
  const table = new Table({ head: ['how sure', 'right', 'values'], style: { head: [], border: [] } });
  for (const bin of binsOf(all)) table.push([percent(meanOf(bin)), percent(rightShare(bin)), bin.length]);
  const [low, high] = interval(bySite);
  return `${table.toString()}\nCalibration error: ${calibrationError(all).toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;
}
