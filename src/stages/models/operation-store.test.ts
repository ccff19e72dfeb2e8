import { expect, test } from '@jest/globals';
import { sampleRecord } from '../../../test/support/models/sample-record.ts';
import { sha256 } from '../../files/sha256.ts';
import { latest } from '../../models/records/operation-record.ts';
import { operationStore } from './operation-store.ts';

const input = { jobId: 'job', stage: 'image', inputs: {}, outputs: {}, earlier: {} };
const result = { kind: 'file', path: '/result.json' } as const;
const picture = Buffer.from('picture');
const answer = { sha256: sha256(picture), bytes: picture.length, mediaType: 'image/png' };

/** Returns the store of an attempt that reads these files. */
const storeOf = (attempt: number, files: Readonly<Record<string, string | Buffer>>) =>
  operationStore({
    input: { ...input, attempt, result },
    read: (name) => Promise.resolve(files[name] === undefined ? undefined : Buffer.from(files[name])),
    write: () => Promise.resolve(),
  });

test('the first attempt has no earlier calls', async () => {
  expect(await storeOf(1, {}).earlier('image-1')).toEqual([]);
});

test('the records of all earlier attempts are read, the earliest first', async () => {
  const files = {
    'attempt-1/operations/image-1.json': JSON.stringify(sampleRecord({ state: 'accepted', handle: { id: 'w1' } })),
    'attempt-2/operations/image-1.json': JSON.stringify(sampleRecord({ state: 'started', repeats: 1 })),
  };
  const records = await storeOf(3, files).earlier('image-1');
  expect(records.map(({ state }) => state)).toEqual(['accepted', 'started']);
  expect(latest(records)).toMatchObject({ handle: { id: 'w1' }, repeats: 1 });
});

test('a record that cannot be read counts as missing', async () => {
  expect(await storeOf(2, { 'attempt-1/operations/image-1.json': '{"format":1' }).earlier('image-1')).toEqual([]);
});

test('a result is taken over only with the content that the record states', async () => {
  const files = (stored: Buffer) => ({ 'attempt-1/operations/image-1.bin': stored });
  const record = sampleRecord({ answer });
  expect((await storeOf(2, files(picture)).answer(record))?.bytes).toEqual(picture);
  expect(await storeOf(2, files(Buffer.from('half'))).answer(record)).toBeUndefined();
});
