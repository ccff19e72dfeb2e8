/**
 * Scores the reader of brand pages on labelled websites: pages that were made for this purpose, and real websites in
 * the folder that `--sites` names. Prints a table with the share of fields that were read right and its 95 % interval,
 * in a column for each group of websites. `--help` lists the options.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { sourceId } from './eval-brands/fit.ts';
import { calibrationTable } from './eval-brands/calibration.ts';
import { fitFields } from './eval-brands/fit-fields.ts';
import { drawAds } from './eval-brands/draw-ads.ts';
import { halves, labelledSites, madeSites, type Site } from './eval-brands/labels.ts';
import type { ReadSite } from './eval-brands/fitted-fields.ts';
import { shownTable } from './eval-brands/shown-things.ts';
import { readerNames, readerOf } from './eval-brands/readers.ts';
import { fields } from './eval-brands/score.ts';
import { resultOf } from './eval-brands/site-result.ts';
import {
  missLines,
  problemCounts,
  problemLines,
  scoreOf,
  scoreTable,
  wordLines,
  type Result,
} from './eval-brands/tables.ts';

const usage = `Usage: make eval-brands [SITES=folder] [EVAL_FLAGS="..."]

  --sites FOLDER   folder with the real websites; scripts/fetch-sites.ts fills it
  --reader NAME    ${readerNames.join(', ')} (default: static). 'both' adds a browser
  --paintings FOLDER
                   keep painted pages there, so that the next run paints only new ones
  --fit FIELD      fit the ranking of a field, or of all fields, to the made and the tuning websites
  --only ID        one site
  --misses         list the fields that were read wrong, with what was read
  --words          list the printed words by kind: headline, subheadline, cta
  --ads FOLDER     draw the ad of each site into a folder, to judge by eye
  --json           print scores, and with --misses and --words these lists, as JSON
  --unseen         let --misses, --words, --ads and --only show the unseen set. Do not use it while tuning a reader.
`;

const { values: options } = parseArgs({
  options: {
    sites: { type: 'string' },
    reader: { type: 'string', default: 'static' },
    paintings: { type: 'string' },
    fit: { type: 'string' },
    only: { type: 'string' },
    misses: { type: 'boolean', default: false },
    words: { type: 'boolean', default: false },
    ads: { type: 'string' },
    json: { type: 'boolean', default: false },
    unseen: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

function chosenSites(): Site[] {
  const real = options.sites === undefined ? [] : labelledSites(options.sites);
  const present = real.filter(({ folder }) => existsSync(folder));
  if (present.length < real.length)
    console.error(`${real.length - present.length} real websites are not in the folder.`);
  const all = [...madeSites(), ...present];
  if (options.only === undefined) return all;
  const chosen = all.filter(({ id }) => id === options.only);
  if (chosen.length === 0) throw new Error(`No site has the id ${options.only}.`);
  if (chosen.some(({ half }) => half === 'unseen') && !options.unseen)
    throw new Error(`${options.only} belongs to the unseen set; --unseen shows it.`);
  return chosen;
}

function asJson(results: Result[], shown: Result[]): string {
  const scores = halves.map((half) => {
    const byField = fields.map((field) => [field, scoreOf(results, half, field)] as const);
    const problems = problemCounts(results, half);
    return [half, { total: scoreOf(results, half), fields: Object.fromEntries(byField), problems }] as const;
  });
  const misses = shown.flatMap(({ site, trials }) =>
    trials.filter(({ passed }) => !passed).map((trial) => ({ id: site.id, ...trial })),
  );
  const words = shown.map((result) => ({ id: result.site.id, ...result.words }));
  const lists = { ...(options.misses && { misses }), ...(options.words && { words }) };
  return JSON.stringify({ reader: options.reader, scores: Object.fromEntries(scores), ...lists }, null, 2);
}

/** Fits rankings to the websites that may be seen, as they were read and as they are read without a browser. */
async function fit(results: readonly Result[], field: string): Promise<void> {
  const seen = results.filter(({ site }) => site.half !== 'unseen');
  const reader = readerOf('static', undefined);
  const sources = reader === undefined ? [] : await Promise.all(seen.map(({ site }) => resultOf(site, reader)));
  const read = [...seen.map(readSite(({ id }) => id)), ...sources.map(readSite(({ id }) => sourceId(id)))].flat();
  await fitFields(read, field === 'all' ? undefined : field);
}

const readSite =
  (idOf: (site: Site) => string) =>
  ({ site, readings, extract }: Result): ReadSite[] =>
    extract === undefined ? [] : [{ id: idOf(site), site, readings, extract }];

function printTables(results: readonly Result[]): void {
  console.log(scoreTable(results));
  console.log(shownTable(results));
  const unseen = results.filter(({ site }) => site.half === 'unseen').flatMap(readSite(({ id }) => id));
  if (unseen.length > 0) console.log(`How sure the rankings are of the unseen set:\n${calibrationTable(unseen)}`);
}

async function main(): Promise<void> {
  const reader = readerOf(options.reader, options.paintings);
  if (reader === undefined) throw new Error(`No reader is named ${options.reader}.`);
  const results: Result[] = [];
  for (const site of chosenSites()) results.push(await resultOf(site, reader));
  const shown = results.filter(({ site }) => site.half !== 'unseen' || options.unseen);
  if (options.fit !== undefined) await fit(results, options.fit);
  if (options.ads !== undefined) await drawAds(shown, options.ads);
  if (options.json) {
    console.log(asJson(results, shown));
    return;
  }
  printTables(results);
  const problems = problemLines(shown);
  if (problems.length > 0) console.log(problems.join('\n'));
  if (options.sites === undefined) console.log('Only made pages: SITES=folder adds the real websites.');
  if (options.misses) console.log(missLines(shown).join('\n'));
  if (options.words) console.log(wordLines(shown).join('\n'));
}

if (options.help) console.log(usage);
else await main();
