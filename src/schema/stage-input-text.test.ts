import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { stageInputBytesMax, type StageInput } from './stage-contract.ts';
import { decodeStageInput, encodeStageInput } from './stage-input-text.ts';

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

describe('encodeStageInput', () => {
  test('a short stage input is encoded as readable JSON', () => {
    expect(JSON.parse(encodeStageInput(inputOf(1)))).toEqual(inputOf(1));
  });

  test('a long stage input is compressed', () => {
    const text = encodeStageInput(inputOf(60));
    expect(text).toMatch(/^gzip:[A-Za-z0-9+/=]+$/);
    expect(text.length).toBeLessThan(stageInputBytesMax);
  });

  test.each([1, 60])('decodeStageInput restores a stage input with %d files', (files) => {
    expect(decodeStageInput(encodeStageInput(inputOf(files)))).toEqual(inputOf(files));
  });

  const value = randomBytes(32).toString('hex');

  test.each([1, 60])('a sealed stage input with %d files shows no URL and can be restored', (files) => {
    const text = encodeStageInput(inputOf(files), { id: 'first', value });
    expect(text).toMatch(/^sealed:first:[A-Za-z0-9+/=]+$/);
    expect(text.length).toBeLessThan(stageInputBytesMax / 2);
    const asked: string[] = [];
    const restored = decodeStageInput(text, (id) => {
      asked.push(id);
      return value;
    });
    expect([restored, asked]).toEqual([inputOf(files), ['first']]);
  });

  test('a sealed stage input cannot be restored with another key, without a key, or after a change', () => {
    const text = encodeStageInput(inputOf(1), { id: 'first', value });
    expect(() => decodeStageInput(text, () => randomBytes(32).toString('hex'))).toThrow(/authenticate/);
    expect(() => decodeStageInput(text)).toThrow('there are no keys');
    const changed = `${text.slice(0, 40)}${text[40] === 'A' ? 'B' : 'A'}${text.slice(41)}`;
    expect(() => decodeStageInput(changed, () => value)).toThrow(/authenticate/);
  });

  test('a key that is too short to be random is refused', () => {
    expect(() => encodeStageInput(inputOf(1), { id: 'first', value: 'hunter2' })).toThrow(
      'The entry "first" of the Secret for the inputs of stages has fewer than 32 characters.',
    );
  });

  test('a stage input that is too long even when compressed is refused', () => {
    const noise = inputOf(30, () => randomBytes(1_000).toString('hex'));
    expect(() => encodeStageInput(noise)).toThrow(/has \d+ bytes; the limit is 16384/);
  });

  test.each<[string, string, RegExp]>([
    ['invalid JSON', '{"jobId":', /Unexpected end of JSON/],
    ['a compressed text that is not JSON', `gzip:${gzipSync('no').toString('base64')}`, /not valid JSON/],
    ['a text with the prefix of compression and no compressed data', 'gzip:aGVsbG8=', /incorrect header/],
    ['a truncated text', encodeStageInput(inputOf(60)).slice(0, 900), /unexpected end of file/],
    [
      'a decompression bomb',
      `gzip:${gzipSync(Buffer.alloc(64 * 1024 * 1024, '1')).toString('base64')}`,
      /larger than 4194304/,
    ],
  ])('decodeStageInput refuses %s', (_, text, reason) => {
    expect(() => decodeStageInput(text)).toThrow(reason);
  });
});
