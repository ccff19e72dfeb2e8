import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { keyOf } from './open-entry.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'adwright-key-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const keyFrom = (content: string) => {
  const keyFile = join(folder, 'key');
  writeFileSync(keyFile, content);
  return keyOf({ keyFile });
};

test('a key is read without the line break that follows it', async () => {
  expect(await keyFrom('sk-canary_1.2=\n')).toBe('sk-canary_1.2=');
});

test.each(['', '"sk-canary"\n', "'sk-canary'", 'sk-canary\nsk-other\n', 'sk-cänary'])(
  'the key file %j is refused in words that do not quote it',
  async (content) => {
    const refusal = keyFrom(content);
    await expect(refusal).rejects.toThrow('must contain one key, without quotes');
    await expect(refusal).rejects.not.toThrow('canary');
  },
);
