import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { adDrawer } from '../support/random-ads/draw.ts';
import { randomAds } from '../support/random-ads/requests.ts';

const count = 500;
/** Half the usual canvas: a quarter of the time, and every rule counts in parts of the canvas. */
const scale = 0.5;
/** `RANDOM_ADS_SEED` repeats a run. */
const seed = Number(process.env['RANDOM_ADS_SEED'] ?? Date.now() % 1_000_000_000);

test('every random valid request becomes an ad that keeps every rule', async () => {
  process.stdout.write(`random ads: seed ${seed}\n`);
  const draw = await adDrawer(scale);
  const failed: string[] = [];
  for (const ad of fc.sample(randomAds, { seed, numRuns: count })) {
    const drawn = await draw(ad).catch((error: unknown) => String(error));
    if (typeof drawn === 'string') failed.push(`${drawn}: ${JSON.stringify(ad)}`);
    else if (drawn.some(({ checks }) => checks.some(({ passed }) => !passed))) failed.push(JSON.stringify(ad));
  }
  expect({ seed, failed }).toEqual({ seed, failed: [] });
}, 1_800_000);
