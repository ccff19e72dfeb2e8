/**
 * Makes and encodes films of random valid requests, and reports each one that fails or is replaced by a plain film.
 * `node scripts/random-films.ts [--count 50] [--seed 1] [--from 0] [--step 1] [--scale 0.5] [--sheets]`; the last line has
 * the totals. Two processes can share a run with `--from 0 --step 2` and `--from 1 --step 2`. `--sheets` draws a contact
 * sheet of each film into out/random-films/.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { filmMaker } from '../test/support/studio/random-ads/film.ts';
import { randomVideos } from '../test/support/studio/random-ads/requests.ts';
import { filmSheet } from './gallery/film-sheet.ts';
import { randomOptions } from './random/options.ts';

const { count, seed, from, step, scale, sheets } = randomOptions({ count: 50, hasSheets: true });

const out = new URL('../out/random-films/', import.meta.url);
if (sheets) mkdirSync(out, { recursive: true });
const make = await filmMaker(scale);
const requests = fc.sample(randomVideos, { seed, numRuns: count });
const layouts = new Map<string, number>();
let [asked, filmed, plain, without, failed] = [0, 0, 0, 0, 0];
for (let at = from; at < requests.length; at += step) {
  const ad = requests[at];
  if (ad === undefined) break;
  asked += 1;
  try {
    const film = await make(ad);
    if (film === null) {
      without += 1;
      continue;
    }
    filmed += 1;
    if (film.way !== 'designed') {
      plain += 1;
      console.error(`${film.way.toUpperCase()} film for request ${at} of seed ${seed}: ${film.logged.join('')}`);
    }
    for (const { layout } of film.made.shots) layouts.set(layout, (layouts.get(layout) ?? 0) + 1);
    if (sheets) writeFileSync(new URL(`${at}.png`, out), await filmSheet(film.made.film));
  } catch (error) {
    failed += 1;
    console.error(`FAILED request ${at} of seed ${seed}: ${String(error)}\n  ${JSON.stringify(ad)}`);
  }
}
console.log(`seed ${seed}:`, Object.fromEntries(layouts));
console.log(
  `${asked} requests, ${filmed} films, ${plain} of them plain, ${without} without text and picture, ${failed} requests failed`,
);
process.exitCode = failed === 0 ? 0 : 1;
