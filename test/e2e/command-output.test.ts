import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { systemClock } from '../../src/clock/system-clock.ts';
import { adJobKind } from '../../src/domain/kinds.ts';
import { databaseFile } from '../../src/roles/data-folder.ts';
import { openSqliteStore } from '../../src/store/sqlite-store.ts';
import { imageSpec } from '../support/pipeline/build-job.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';

const adwright = fileURLToPath(new URL('../../bin/adwright', import.meta.url));
const jobCount = 40;
const folder = temporaryFolder();

/**
 * Creates jobs whose JSON list is four times as large as a pipe buffer. Only a process that waits for its reader can
 * write the whole list.
 */
beforeAll(async () => {
  const store = openSqliteStore({ file: join(folder.path, databaseFile), clock: systemClock });
  for (let count = 0; count < jobCount; count++) {
    await store.create(adJobKind, {
      metadata: { namespace: 'default', name: `job-${count}` },
      spec: imageSpec({}, { userDirection: 'd'.repeat(5_000) }),
    });
  }
  store.close();
});
afterAll(() => {
  folder.remove();
});

function listJobs() {
  const env = { ...process.env, ADWRIGHT_DATA_DIR: folder.path };
  const child = spawn(adwright, ['jobs', 'list', '-o', 'json'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const ended = once(child, 'close').then(([code]: unknown[]) => ({ code, complaints }));
  return { child, ended };
}

test('a list larger than a pipe buffer reaches its reader completely', async () => {
  const { child, ended } = listJobs();
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  expect(await ended).toEqual({ code: 0, complaints: '' });
  expect(JSON.parse(out)).toHaveLength(jobCount);
});

test('a command whose reader closes the pipe early exits with 0', async () => {
  const { child, ended } = listJobs();
  child.stdout.once('data', () => child.stdout.destroy());
  expect(await ended).toEqual({ code: 0, complaints: '' });
});

test('a clone without installed packages prints the command to run', () => {
  const copy = join(folder.path, 'clone/bin/adwright');
  cpSync(adwright, copy);
  const { status, stderr } = spawnSync(copy, ['--help'], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'Adwright is not installed: run `make install` in the clone first.\n',
  });
});
