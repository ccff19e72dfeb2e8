import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { temporaryFolder } from '../../../test/support/process/temporary-folder.ts';
import { systemClock } from '../../clock/system-clock.ts';
import { exitDone, exitPermanent } from '../../schema/stage-contract.ts';
import { runStageProcess, type ProcessEnd } from './stage-process.ts';

/** Limits that no process of these tests reaches. */
const limits = { deadlineMs: 600_000, memoryBytesMax: 10 ** 10, killGraceMs: 600_000 };

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  folder.remove();
});

/** Runs code as a stage. The stage is stopped when it logs `ready`. */
async function run(code: string, file = process.execPath): Promise<ProcessEnd> {
  const stop = new AbortController();
  const write = (line: string): void => {
    if (line.includes('ready')) stop.abort();
  };
  return runStageProcess(
    {
      ...{ file, args: ['-e', code], folder: folder.path, environment: {} },
      messagePath: join(folder.path, 'message'),
    },
    limits,
    { clock: systemClock, logger: pino({ level: 'debug' }, { write }), stop: stop.signal },
  );
}

/** Returns code that exits with the given code when it is stopped. */
const exitsOnStop = (code: number): string =>
  `process.on('SIGTERM', () => process.exit(${code})); setInterval(() => undefined, 1e6); console.log('ready');`;

test.each([
  ['done', exitDone],
  ['failed for good', exitPermanent],
])('a stage that ends as %s while it is stopped counts as exited', async (_, exitCode) => {
  expect(await run(exitsOnStop(exitCode))).toEqual({ reason: 'exited', exitCode, message: '' });
});

test('a stage that crashes while it is stopped counts as disrupted', async () => {
  expect(await run(exitsOnStop(1))).toMatchObject({ reason: 'disrupted', exitCode: 1 });
});

test('a stage that only logs that a heap is exhausted has not run out of memory', async () => {
  const code = "console.error('JavaScript heap out of memory'); process.exitCode = 1;";
  expect(await run(code)).toMatchObject({ reason: 'exited', exitCode: 1 });
});

test('a stage that is killed because its heap is exhausted has run out of memory', async () => {
  const code = "console.error('JavaScript heap out of memory'); setTimeout(() => process.abort(), 100);";
  expect(await run(code)).toMatchObject({ reason: 'out-of-memory', exitCode: null });
});

test('a termination message is cut to 4,096 bytes and ends with a whole character', async () => {
  writeFileSync(join(folder.path, 'message'), `x${'ä'.repeat(4_096)}`);
  const { message } = await run('');
  expect(message).toBe(`x${'ä'.repeat(2_047)}`);
});

test('a program that cannot be started ends the attempt as disrupted', async () => {
  expect(await run('', join(folder.path, 'none'))).toEqual({ reason: 'disrupted', exitCode: null, message: '' });
});
