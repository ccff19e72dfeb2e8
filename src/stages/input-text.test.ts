import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { stageInputBytesMax, type StageInput } from './contract.ts';
import { decodeStageInput, encodeStageInput } from './input-text.ts';

const token = randomBytes(700).toString('base64url');

function inputOf(files: number, url = (name: string) => `https://s3.test/${name}?X-Amz-Security-Token=${token}`) {
  const names = Array.from({ length: files }, (_, index) => `ad-${index}.png`);
  const access = (name: string) => ({ kind: 'url' as const, url: url(name) });
  return {
    jobId: 'job-1',
    stage: 'image',
    attempt: 1,
    inputs: {},
    outputs: Object.fromEntries(names.map((name) => [name, access(name)])),
    result: access('result.json'),
    earlier: {},
  } satisfies StageInput;
}

describe('the text of a stage input', () => {
  test('is plain JSON where that fits, so that people can read it', () => {
    expect(JSON.parse(encodeStageInput(inputOf(1)))).toEqual(inputOf(1));
  });

  test('is packed where the JSON is too long', () => {
    const text = encodeStageInput(inputOf(60));
    expect(text).toMatch(/^gzip:[A-Za-z0-9+/=]+$/);
    expect(text.length).toBeLessThan(stageInputBytesMax);
  });

  test.each([1, 60])('comes back as it was, with %d files', (files) => {
    expect(decodeStageInput(encodeStageInput(inputOf(files)))).toEqual(inputOf(files));
  });

  test('is refused where it is too long even packed', () => {
    const noise = inputOf(30, () => randomBytes(1_000).toString('hex'));
    expect(() => encodeStageInput(noise)).toThrow(/has \d+ bytes; the limit is 16384/);
  });

  test.each<[string, string]>([
    ['is no JSON', '{"jobId":'],
    ['is packed, but not JSON', `gzip:${gzipSync('no').toString('base64')}`],
    ['says that it is packed, but is not', 'gzip:aGVsbG8='],
    ['is cut', encodeStageInput(inputOf(60)).slice(0, 900)],
    ['would fill the memory', `gzip:${gzipSync(Buffer.alloc(64 * 1024 * 1024, '1')).toString('base64')}`],
  ])('is not read where it %s', (_, text) => {
    expect(() => decodeStageInput(text)).toThrow();
  });
});
