/**
 * Draws random valid requests in process and reports each one that no layout could draw.
 * `node scripts/random-ads.ts [--count 20000] [--seed 1] [--from 0] [--step 1]`; the last line counts. Two processes share
 * a run with `--from 0 --step 2` and `--from 1 --step 2`.
 */
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { adDrawer } from '../test/support/random-ads/draw.ts';
import { randomAds } from '../test/support/random-ads/requests.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    from: { type: 'string', default: '0' },
    step: { type: 'string', default: '1' },
    scale: { type: 'string', default: '1' },
  },
});
const [count, seed, from, step] = [values.count, values.seed, values.from, values.step].map(Number);

const draw = await adDrawer(Number(values.scale));
const requests = fc.sample(randomAds, { seed: seed ?? 1, numRuns: count ?? 1 });
const layouts = new Map<string, number>();
let [drawn, failed] = [0, 0];
const started = performance.now();
for (let at = from ?? 0; at < requests.length; at += step ?? 1) {
  const ad = requests[at];
  if (ad === undefined) break;
  try {
    for (const { layout } of await draw(ad)) {
      layouts.set(layout, (layouts.get(layout) ?? 0) + 1);
      drawn += 1;
    }
  } catch (error) {
    failed += 1;
    console.log(`FAILED request ${at} of seed ${seed}: ${String(error)}\n  ${JSON.stringify(ad)}`);
  }
  if (at % 1_000 < (step ?? 1)) console.log(`${at} of ${count}, ${Math.round((performance.now() - started) / 1000)} s`);
}
console.log(`seed ${seed}:`, Object.fromEntries(layouts));
console.log(`${drawn} pictures drawn, ${failed} requests failed`);
process.exitCode = failed === 0 ? 0 : 1;
