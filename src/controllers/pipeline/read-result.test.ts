import { createHash } from 'node:crypto';
import { afterAll, expect, test } from '@jest/globals';
import { temporaryFolder } from '../../../test/support/process/temporary-folder.ts';
import { DirectoryArtifacts } from '../../artifacts/directory-artifacts.ts';
import { readResult } from './read-result.ts';
import type { SeenResult } from './attempt-end.ts';
import { resultKey } from './stage-input.ts';

const folder = temporaryFolder();
const artifacts = new DirectoryArtifacts(folder.path);
afterAll(() => {
  folder.remove();
});

const picture = { name: 'ad-1.png', sha256: 'f00', bytes: 9, contentType: 'image/png' };
const good = {
  stage: 'image',
  attempt: 1,
  summary: 'Done.',
  files: [picture],
  response: { images: [{ file: 'ad-1.png' }] },
};
const text = (change: object): string => JSON.stringify({ ...good, ...change });

async function resultOf(
  jobId: string,
  stage: string,
  written: string | undefined,
  reportedSha256?: string,
): Promise<[SeenResult, string]> {
  const files = { jobId, stage, attempt: 1 };
  const key = resultKey(files, 'secret');
  if (written !== undefined) await artifacts.put(key, Buffer.from(written));
  return [await readResult({ files, type: 'image_ad', installationSecret: 'secret', reportedSha256 }, artifacts), key];
}

test.each<[string, string, string | undefined, SeenResult]>([
  ['a missing file', 'image', undefined, { kind: 'none' }],
  ['invalid JSON', 'image', '{"stage":', { kind: 'garbage', why: 'the result could not be read' }],
  ['JSON of another shape', 'image', '{"stage":"image"}', { kind: 'garbage', why: 'the result could not be read' }],
  [
    'a file that is too large',
    'image',
    text({ summary: 'x'.repeat(1_048_576) }),
    { kind: 'garbage', why: 'the result was too large to read' },
  ],
  [
    'the result of another attempt',
    'image',
    text({ attempt: 2 }),
    { kind: 'garbage', why: 'the result belongs to another attempt' },
  ],
  [
    'the result of another stage',
    'image',
    text({ stage: 'concept' }),
    { kind: 'garbage', why: 'the result belongs to another attempt' },
  ],
  [
    'a last result without a response',
    'image',
    text({ response: undefined }),
    { kind: 'garbage', why: 'the result contains no response' },
  ],
  [
    'a response with an unlisted file',
    'image',
    text({ files: [] }),
    { kind: 'garbage', why: 'the response names files that the stage did not write' },
  ],
])('readResult rejects %s', async (told, stage, written, want) => {
  expect((await resultOf(told.replaceAll(' ', '-'), stage, written))[0]).toEqual(want);
});

test('readResult returns a whole result with its key', async () => {
  const [result, ref] = await resultOf('whole', 'image', text({}));
  expect(result).toEqual({ kind: 'whole', ref, result: good });
});

test('readResult rejects a result whose hash differs from the one that the stage reported', async () => {
  const told = createHash('sha256').update(text({})).digest('hex');
  const [[right], [wrong]] = [
    await resultOf('as-told', 'image', text({}), told),
    await resultOf('not-as-told', 'image', text({ summary: 'Another.' }), told),
  ];
  expect(right.kind).toBe('whole');
  expect(wrong).toEqual({ kind: 'garbage', why: 'the result did not match its checksum' });
});

test('the result of a stage before the last needs no response', async () => {
  const [result] = await resultOf(
    'early',
    'concept',
    JSON.stringify({ stage: 'concept', attempt: 1, summary: '', files: [] }),
  );
  expect(result.kind).toBe('whole');
});
