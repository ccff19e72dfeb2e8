/**
 * Draws the ads of random valid requests in this process. Reports each request that fails or whose ad breaks a quality
 * check; the last line has the totals. `node scripts/random-ads.ts [--count 20000] [--seed 1] [--from 0] [--step 1]
 * [--scale 1]`. Two processes can share a run: `--from 0 --step 2` and `--from 1 --step 2`. `--scale 0.5` draws at half
 * the width and height, which is four times as fast. The maximum scale is 1.
 */
import fc from 'fast-check';
import { adDrawer } from '../test/support/studio/random-ads/draw.ts';
import { randomAds } from '../test/support/studio/random-ads/requests.ts';
import { randomOptions } from './random/options.ts';

const { count, seed, from, step, scale } = randomOptions({ count: 20_000 });
const draw = await adDrawer(scale);
const requests = fc.sample(randomAds, { seed, numRuns: count });
const layouts = new Map<string, number>();
let [asked, drawn, failed] = [0, 0, 0];
const started = performance.now();
for (let at = from; at < requests.length; at += step) {
  const ad = requests[at];
  if (ad === undefined) break;
  asked += 1;
  try {
    for (const { layout } of await draw(ad)) {
      layouts.set(layout, (layouts.get(layout) ?? 0) + 1);
      drawn += 1;
    }
  } catch (error) {
    failed += 1;
    console.error(`FAILED request ${at} of seed ${seed}: ${String(error)}\n  ${JSON.stringify(ad)}`);
  }
  if (at % 1_000 < step) console.log(`${at} of ${count}, ${Math.round((performance.now() - started) / 1000)} s`);
}
console.log(`seed ${seed}:`, Object.fromEntries(layouts));
console.log(`${asked} requests, ${drawn} pictures drawn, ${failed} requests failed`);
process.exitCode = failed === 0 ? 0 : 1;
