import Table from 'cli-table3';
import type { BrandExtract } from '../../src/schema/brand.ts';
import type { Reading } from '../../src/stages/onboarding/merge.ts';
import { fields, type Field, type PrintedWords, type Recall, type Trial } from './score.ts';
import { halves, type Half, type Site } from './labels.ts';
import { wilson } from '../fitting/wilson.ts';

/** Result of one site. */
export interface Result {
  site: Site;
  readings: Reading[];
  /** Values that were read; undefined if no page could be read. */
  extract: BrandExtract | undefined;
  trials: Trial[];
  recall: Recall;
  words: PrintedWords;
  /** True if the site was not read within the time limit. */
  isLate: boolean;
  /** Notes of the response, for example that the browser could not read a page. */
  notes: string[];
}

export interface Tally {
  passed: number;
  total: number;
  /** Limits of the 95 % interval, from 0 to 1. */
  low: number;
  high: number;
}

export function tally(trials: readonly Pick<Trial, 'passed'>[]): Tally | undefined {
  if (trials.length === 0) return undefined;
  const passed = trials.filter((trial) => trial.passed).length;
  return { passed, total: trials.length, ...wilson(passed, trials.length) };
}

const percent = (value: number): string => (value * 100).toFixed(0);

export function cell(counted: Tally | undefined): string {
  if (counted === undefined) return '';
  const { passed, total, low, high } = counted;
  return `${passed}/${total}  ${percent(passed / total)} %  (${percent(low)}-${percent(high)})`;
}

function mean(values: (number | undefined)[]): string {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? '' : `${percent(known.reduce((sum, value) => sum + value, 0) / known.length)} %`;
}

function ofHalf(results: readonly Result[], half: Half): Result[] {
  return results.filter(({ site }) => site.half === half);
}

/** Returns the score of a field, or of all fields, on one group of sites. */
export function scoreOf(results: readonly Result[], half: Half, field?: Field): Tally | undefined {
  const trials = ofHalf(results, half).flatMap((result) => result.trials);
  return tally(field === undefined ? trials : trials.filter((trial) => trial.field === field));
}

/** Returns the groups that have results. */
export const halvesOf = (results: readonly Result[]): Half[] =>
  halves.filter((half) => ofHalf(results, half).length > 0);

/**
 * Returns a table with a row for each field and a column for each group of sites. A cell contains the number of right
 * answers, the number of labelled fields, the percentage, and the 95 % interval.
 */
export function scoreTable(results: readonly Result[]): string {
  const present = halvesOf(results);
  const heads = present.map((half) => `${half} (${ofHalf(results, half).length} sites)`);
  const table = new Table({ head: ['field', ...heads], style: { head: [], border: [] } });
  for (const field of fields) table.push([field, ...present.map((half) => cell(scoreOf(results, half, field)))]);
  table.push(['total', ...present.map((half) => cell(scoreOf(results, half)))]);
  for (const key of ['palette', 'fonts'] as const)
    table.push([
      `${key} recall`,
      ...present.map((half) => mean(ofHalf(results, half).map(({ recall }) => recall[key]))),
    ]);
  const counts = present.map((half) => problemCounts(results, half));
  table.push(['sites not read in time', ...counts.map(({ late }) => late)]);
  table.push(['sites read without the browser', ...counts.map(({ withoutBrowser }) => withoutBrowser)]);
  return table.toString();
}

/** Number of sites of a group that were not read in time, and of those with a page that the browser could not read. */
export interface ProblemCounts {
  late: number;
  withoutBrowser: number;
}

const isUnpainted = (note: string): boolean => note.includes('was read without a browser');

export function problemCounts(results: readonly Result[], half: Half): ProblemCounts {
  const all = ofHalf(results, half);
  return {
    late: all.filter(({ isLate }) => isLate).length,
    withoutBrowser: all.filter(({ notes }) => notes.some(isUnpainted)).length,
  };
}

/** Returns one line for each note of a site, and for each site that was not read in time. */
export function problemLines(results: readonly Result[]): string[] {
  return results.flatMap(({ site, isLate, notes }) =>
    [...(isLate ? ['not read within the time limit'] : []), ...notes].map((text) => `${site.id.padEnd(16)} ${text}`),
  );
}

/** Returns one line for each field that was read wrong. */
export function missLines(results: readonly Result[]): string[] {
  return results.flatMap(({ site, trials }) =>
    trials
      .filter(({ passed }) => !passed)
      .map(
        ({ field, got, wanted }) =>
          `${site.id.padEnd(16)} ${field.padEnd(16)} got: ${got}\n${' '.repeat(34)}want: ${wanted}`,
      ),
  );
}

/** Returns the printed words by kind, for a person who decides whether each is fit to print. */
export function wordLines(results: readonly Result[]): string[] {
  return (['headline', 'subheadline', 'cta'] as const).flatMap((kind) => [
    `${kind}:`,
    ...results.map(({ site, words }) => `  ${site.id.padEnd(16)} ${words[kind] === '' ? '(none)' : words[kind]}`),
  ]);
}
