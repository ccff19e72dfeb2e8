import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { readStageConfig } from '../config/stage-config.ts';
import { encodeStageInput } from '../schema/stage-input-text.ts';
import { imageSpec } from '../../test/support/pipeline/build-job.ts';
import { temporaryFolder } from '../../test/support/process/temporary-folder.ts';
import { runAttempt } from './attempt.ts';

const folder = temporaryFolder();
afterAll(() => {
  folder.remove();
});

test.each<[string, 'Succeeded' | 'Failed', number, string]>([
  ['fails if a file of a stage that succeeded is missing', 'Succeeded', 1, 'onboarding/brand.json'],
  ['runs without the files of a stage that failed', 'Failed', 0, 'summary'],
])('a stage %s', async (_, state, exitCode, message) => {
  const place = (name: string) => ({ kind: 'file' as const, path: join(folder.path, name) });
  await writeFile(place('request.json').path, JSON.stringify(imageSpec()));
  const input = {
    ...{ jobId: 'job', stage: 'concept', attempt: 1, outputs: {}, result: place('result.json') },
    inputs: { request: place('request.json'), 'onboarding/brand.json': place('none.json') },
    earlier: { onboarding: { state } },
  };
  const settings = readStageConfig({
    ADWRIGHT_STAGE_INPUT: encodeStageInput(input),
    ADWRIGHT_TERMINATION_MESSAGE_PATH: place('message').path,
    ADWRIGHT_LOG_LEVEL: 'silent',
  });
  const reads = () =>
    Promise.resolve(async ({ read }: { read: (name: string) => Promise<unknown> }) => {
      await read('onboarding/brand.json');
      await read('previous/brief.json');
      return { summary: 'Done.' };
    });
  const run = { stop: new AbortController().signal, settings, stages: new Map([['concept', reads]]) };
  expect(await runAttempt(run)).toBe(exitCode);
  expect(await readFile(place('message').path, 'utf8')).toContain(message);
});
