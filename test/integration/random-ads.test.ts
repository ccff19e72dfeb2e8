import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const count = 100;
/** Canvases of half the usual size take a quarter of the time. The quality checks are relative to the canvas size. */
const scale = 0.5;
/** Set `RANDOM_ADS_SEED` to the printed seed to repeat a run. */
const seed = Number(process.env['RANDOM_ADS_SEED'] ?? Date.now() % 1_000_000_000);

/**
 * Runs `scripts/random-ads.ts` in a child process and returns its output. The script draws the ads of half of the
 * requests: the even ones (`from` is 0) or the odd ones (`from` is 1). Within Jest, loops over pixels would be several
 * times slower.
 */
async function drawnFrom(from: 0 | 1): Promise<string> {
  const options = Object.entries({ count, scale, seed, from, step: 2 }).map(([name, value]) => `--${name}=${value}`);
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/random-ads.ts', ...options]);
  return stdout;
}

test('100 random valid requests become ads that pass every quality check', async () => {
  process.stdout.write(`random ads: seed ${seed}\n`);
  const printed = await Promise.all([drawnFrom(0), drawnFrom(1)]);
  expect(printed.map((text) => text.trimEnd().split('\n').at(-1))).toEqual([
    expect.stringMatching(/^50 requests, \d+ pictures drawn, 0 requests failed$/),
    expect.stringMatching(/^50 requests, \d+ pictures drawn, 0 requests failed$/),
  ]);
}, 1_200_000);
