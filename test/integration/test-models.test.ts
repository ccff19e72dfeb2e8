import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { temporaryFolder } from '../support/process/temporary-folder.ts';

const root = join(import.meta.dirname, '../..');
const folder = temporaryFolder();
afterAll(() => {
  folder.remove();
});

/** Runs the command of `make test-models`. */
function run(models: string): { status: number | null; out: string } {
  const env = { ...process.env, MODELS: models, YES: '', NODE_OPTIONS: '' };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/test-models.ts'], { cwd: root, env });
  return { status, out: String(stdout) + String(stderr) };
}

test('`make test-models` without a file says which file it needs', () => {
  expect(run('')).toEqual({ status: 2, out: expect.stringContaining('MODELS=models.yaml') });
});

test('`make test-models` says what the tests cost, and calls nothing without YES=1', () => {
  const file = join(folder.path, 'models.yaml');
  const entry = '{ provider: openai, model: gpt-image-1, price: 0.07, options: { idempotency: true } }';
  writeFileSync(file, `image: [${entry}]\nspeech: [{ provider: openai, model: tts-1 }]\n`);
  const { status, out } = run(file);
  expect(status).toBe(2);
  expect(out).toContain('image of openai/gpt-image-1 at api.openai.com: 2 paid, $0.14');
  expect(out).toContain('speech of openai/tts-1 at api.openai.com: 1 paid, its price is not in the file');
  expect(out).toContain('Nothing was called. Run the command again with YES=1.');
});
