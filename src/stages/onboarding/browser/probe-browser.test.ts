import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { localBrowser } from '../../../../test/support/brands/browser.ts';
import { temporaryFolder } from '../../../../test/support/process/temporary-folder.ts';
import type { Isolation } from './isolation.ts';
import { canBrowserStart, startFailure, type StartFailure } from './probe-browser.ts';

const processGroup: Isolation = { kind: 'process-group', prefix: [], folder: undefined };

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  folder.remove();
});

/** Returns why a shell script does not start as a browser. */
async function failureOf(script: string, timeoutMs = 20_000): Promise<StartFailure | undefined> {
  const program = join(folder.path, 'chromium');
  writeFileSync(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return startFailure({ program, isolation: processGroup, temporaryFolder: folder.path }, timeoutMs);
}

const library = 'chrome: error while loading shared libraries: libnss3.so: cannot open shared object file';
const sandbox = 'No usable sandbox! Update your kernel';

test.each<[why: string, script: string, output: string]>([
  ['a missing library', `echo starting >&2; echo "${library}" >&2; exit 127`, library],
  [
    'a sandbox that the kernel forbids',
    `echo "[1:ERROR:bus.cc(4)] No such file" >&2; echo "[1:FATAL:zygote_host.cc(132)] ${sandbox}" >&2; exit 1`,
    sandbox,
  ],
  [
    'an error after much output',
    `head -c 20000 /dev/zero | tr "\\0" x >&2; echo >&2; echo "${library}" >&2; exit 1`,
    library,
  ],
  ['another error', 'echo "see the manual" >&2; echo "unknown flag" >&2; exit 1', 'unknown flag'],
])('a browser that does not start because of %s is reported with its output', async (_, script, output) => {
  expect(await failureOf(script)).toEqual({
    reason: expect.stringMatching(/^the browser ended: /),
    output,
    isFinal: true,
  });
});

test('a browser that ends without an error is reported', async () => {
  expect(await failureOf('exit 0')).toMatchObject({
    reason: expect.stringMatching(/^the browser ended: /),
    output: undefined,
  });
});

test('a program that cannot be run is reported', async () => {
  const program = join(folder.path, 'missing');
  expect(await startFailure({ program, isolation: processGroup, temporaryFolder: folder.path }, 20_000)).toEqual({
    reason: `spawn ${program} ENOENT`,
    output: undefined,
    isFinal: true,
  });
});

test('a browser that hangs is ended and reported with its output, and may start later', async () => {
  const bus = 'Failed to connect to the bus';
  expect(await failureOf(`echo "[1:ERROR:bus.cc(4)] ${bus}" >&2; exec sleep 60`, 1_000)).toEqual({
    reason: 'it did not start within 1 s',
    output: bus,
    isFinal: false,
  });
});

test('the browser of this machine starts in its isolation', async () => {
  expect(await startFailure(await localBrowser(), 20_000)).toBeUndefined();
});

test('a program that is no browser is logged with its reason and output', async () => {
  const lines: unknown[] = [];
  const logger = { warn: (line: object) => lines.push(line) };
  expect(await canBrowserStart({ wanted: '/bin/sleep', path: '' }, logger)).toBe(false);
  const [reason, output] = [expect.stringMatching(/^the browser ended: /), expect.stringContaining('--help')];
  expect(lines).toEqual([{ program: '/bin/sleep', reason, output }]);
});
