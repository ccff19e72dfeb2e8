import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { MemoryArtifacts } from '../../test/support/stores/memory-artifacts.ts';
import { inMemoryStage } from '../../test/support/stages/stage-scene.ts';
import { temporaryFolder } from '../../test/support/process/temporary-folder.ts';
import { Terminal } from '../../test/support/process/terminal.ts';
import { sha256 } from '../files/sha256.ts';
import { image } from '../stages/image/image.ts';
import { redrawInFolder } from './redraw.ts';

const jobId = '0190f5a0-0000-7000-8000-000000000001';
const attempt = `image-1-${'a'.repeat(32)}`;
const request = {
  brand_data: { brand_name: 'Verdane', brand_url: 'https://verdane.example/' },
  ad_copies: [{ copy_type: 'headline', copy_text: 'Cold water, all day' }],
};

let folder: ReturnType<typeof temporaryFolder>;
let artifacts: MemoryArtifacts;
const terminal = new Terminal();

beforeEach(() => {
  folder = temporaryFolder();
  artifacts = new MemoryArtifacts();
});

afterEach(() => {
  folder.remove();
});

/** Stores the files of an attempt, changed by `change`; with a result unless the attempt failed. */
async function store(
  attempt: string,
  isDone: boolean,
  change: (name: string, text: string) => string = (_, text) => text,
) {
  const { context, written } = inMemoryStage({ stage: 'image', request, jobId });
  await image(context);
  for (const [name, bytes] of written) {
    const isText = name.endsWith('.json');
    await artifacts.put(`jobs/${jobId}/${attempt}/${name}`, isText ? Buffer.from(change(name, String(bytes))) : bytes);
  }
  const files = [...written].map(([name, bytes]) => ({
    ...{ name, bytes: bytes.length, sha256: sha256(bytes), contentType: 'image/png' },
  }));
  const result = { stage: 'image', attempt: 1, summary: '', files };
  if (isDone) await artifacts.put(`jobs/${jobId}/${attempt}/result.json`, Buffer.from(JSON.stringify(result)));
}

const out = (): string => join(folder.path, 'out');
const run = (): Promise<number> =>
  terminal.run(['jobs', 'redraw', jobId, '--out', out()], {
    store: () => Promise.reject(new Error('the store was opened')),
    redraw: (id, into) => redrawInFolder({ artifacts, jobId: id, out: into, voicesDir: '/nowhere' }),
  });

describe('adwright jobs redraw', () => {
  test('writes the files of the attempt that succeeded, and reports that they are the same', async () => {
    await store(attempt, true);
    expect(await run()).toBe(0);
    expect(terminal.out).toMatch(/^ad-1\.png +\d+ +yes$/m);
    expect(terminal.err).toBe('');
    expect(existsSync(join(out(), 'ad-1.png'))).toBe(true);
  });

  test('draws the brief of a failed attempt if no attempt succeeded', async () => {
    await store(attempt, false);
    expect(await run()).toBe(0);
    expect(terminal.out).toMatch(/^ad-1\.png +\d+ +-$/m);
  });

  test('warns if another version made the brief', async () => {
    await store(attempt, true, (_, text) => text.replace(/"program":"[^"]+"/, '"program":"0.0.1"'));
    expect(await run()).toBe(0);
    expect(terminal.err).toMatch(/^Warning: the brief was made by 0\.0\.1 on /);
  });

  test('fails if the same version draws other bytes', async () => {
    await store(attempt, true, (_, text) => text.replace('Cold water, all day', 'Warm water'));
    expect(await run()).toBe(1);
    expect(terminal.err).toContain('ad-1.png');
  });

  test('names the job if no brief is stored', async () => {
    expect(await run()).toBe(3);
    expect(terminal.err).toContain(`No brief of job ${jobId} is stored.`);
  });

  test('writes nothing if the brief is damaged', async () => {
    await store(attempt, true, (_, text) => text.slice(1));
    expect(await run()).toBe(1);
    expect(terminal.err).toContain('cannot be used');
    expect(existsSync(out())).toBe(false);
  });
});
