import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { openU2netp } from '../../src/cutout/u2netp/u2netp-cutout.ts';
import { weightsFile } from '../../src/cutout/u2netp/u2netp-files.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';
import { madeScene } from '../support/studio/made-scenes.ts';

const { signal } = new AbortController();
const thing = { x: 0.4, y: 0.25, width: 0.2, height: 0.5 };

describe('openU2netp', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => {
    folder.remove();
  });

  test('returns null if the network is not installed', async () => {
    expect(await openU2netp(folder.path)).toBeNull();
  });

  test('damaged weights are refused by their hash', async () => {
    writeFileSync(join(folder.path, weightsFile.path), 'weights');
    const cutout = await openU2netp(folder.path);
    const { bytes } = await madeScene(thing);
    await expect(cutout?.maskOf(bytes, signal)).rejects.toThrow(
      'is not the file that was published; run `make cutout`',
    );
    await cutout?.close();
  });
});

// The weights are not in the repository, so a checkout without them runs its tests without them.
const installed = resolve(process.env['ADWRIGHT_CUTOUT_DIR'] ?? 'cutout');
if (existsSync(join(installed, weightsFile.path))) {
  test('the network finds the subject of a picture', async () => {
    const cutout = await openU2netp(installed);
    const mask = await cutout?.maskOf((await madeScene(thing)).bytes, signal);
    await cutout?.close();
    const at = (x: number, y: number) =>
      mask?.values[Math.floor(y * mask.height) * mask.width + Math.floor(x * mask.width)];
    expect(at(0.5, 0.5)).toBeGreaterThan(200);
    expect(at(0.1, 0.2)).toBeLessThan(50);
  });

  test('a mask that is no longer wanted is not waited for', async () => {
    const cutout = await openU2netp(installed);
    const { bytes } = await madeScene(thing);
    const reason = new Error('The stage stops.');
    await expect(cutout?.maskOf(bytes, AbortSignal.abort(reason))).rejects.toBe(reason);
    await cutout?.close();
  });
}
