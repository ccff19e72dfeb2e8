import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { kokoroProcess, openKokoro } from '../../src/speech/kokoro/kokoro-speech.ts';
import { modelFile, voiceFiles } from '../../src/speech/kokoro/voice-files.ts';
import { FakeSpeech } from '../support/studio/fake-speech.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';
import { speechModelContract } from './speech-model.ts';

speechModelContract('FakeSpeech', () => Promise.resolve(new FakeSpeech()));

// The weights of the model have 92 MB, so most checkouts of the repository run their tests without them.
const installed = resolve(process.env['ADWRIGHT_VOICES_DIR'] ?? 'voices');
if (existsSync(installed)) {
  speechModelContract('KokoroSpeech', async () => {
    const model = await openKokoro(installed);
    if (model === null)
      throw new Error(`${installed} lacks voice files; run \`make voices\` again or delete the folder`);
    return model;
  });
}

describe('openKokoro', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => {
    folder.remove();
  });

  test('openKokoro returns null if no voice is installed', async () => {
    expect(await openKokoro(folder.path)).toBeNull();
    expect(await openKokoro(join(folder.path, 'missing'))).toBeNull();
  });

  test('openKokoro returns null if one of the voice files is missing', async () => {
    writeFileSync(join(folder.path, modelFile.path), 'weights');
    expect(await openKokoro(folder.path)).toBeNull();
  });

  test('Kokoro has an American and a British voice, and none for other languages', async () => {
    damagedFilesIn(folder.path);
    const model = await openKokoro(folder.path);
    const voices = ['en', 'en-US', 'en-CA', 'en-GB', 'en-AU', 'de', 'es-MX', 'ja'].map((tag) => model?.voiceFor(tag));
    const [american, british] = ['kokoro-82m/af_heart', 'kokoro-82m/bf_emma'];
    expect(voices).toEqual([american, american, american, british, british, null, null, null]);
  });

  test('a damaged voice file is refused by its hash, and the process of the model stays usable', async () => {
    damagedFilesIn(folder.path);
    const runner = kokoroProcess(folder.path);
    const request = { tokens: [43], voice: 'af_heart' as const, speed: 1 };
    const { signal } = new AbortController();
    await expect(runner.run(request, signal)).rejects.toThrow('is not the file that was published; run `make voices`');
    await expect(runner.run(request, signal)).rejects.toThrow('is not the file that was published; run `make voices`');
    await runner.stop();
  });

  test('a signal that aborts ends the process of the model', async () => {
    damagedFilesIn(folder.path);
    const runner = kokoroProcess(folder.path);
    const stop = new AbortController();
    const running = runner.run({ tokens: [43], voice: 'af_heart', speed: 1 }, stop.signal);
    stop.abort(new Error('stopped'));
    await expect(running).rejects.toThrow('stopped');
    await runner.stop();
  });
});

function damagedFilesIn(folder: string): void {
  mkdirSync(join(folder, 'voices'));
  for (const { path } of [modelFile, ...Object.values(voiceFiles)]) writeFileSync(join(folder, path), 'damaged');
}
