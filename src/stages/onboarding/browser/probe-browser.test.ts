import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { localBrowser } from '../../../../test/support/browser.ts';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import type { Isolation } from './isolation.ts';
import { browserStarts, startFailure } from './probe-browser.ts';

const processGroup: Isolation = { kind: 'process-group', prefix: [], folder: undefined };

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  folder.remove();
});

/** Returns why a shell script does not start as a browser. */
async function failureOf(script: string, timeoutMs = 20_000): Promise<string | undefined> {
  const program = join(folder.path, 'chromium');
  writeFileSync(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return startFailure({ program, isolation: processGroup, temporaryFolder: folder.path }, timeoutMs);
}

const library = 'chrome: error while loading shared libraries: libnss3.so: cannot open shared object file';
const sandbox = 'No usable sandbox! Update your kernel';

test.each<[why: string, script: string, missing: string]>([
  ['a missing library', `echo starting >&2; echo "${library}" >&2; exit 127`, library],
  [
    'a sandbox that the kernel forbids',
    `echo "[1:ERROR:bus.cc(4)] No such file" >&2; echo "[1:FATAL:zygote_host.cc(132)] ${sandbox}" >&2; exit 1`,
    sandbox,
  ],
  ['another error', 'echo "unknown flag" >&2; echo "see the manual" >&2; exit 1', 'unknown flag'],
])('a browser that does not start because of %s is reported with its reason', async (_, script, missing) => {
  expect(await failureOf(script)).toBe(missing);
});

test('a browser that ends without an error is reported', async () => {
  expect(await failureOf('exit 0')).toMatch(/^the browser ended: /);
});

test('a browser that hangs is ended and reported', async () => {
  expect(await failureOf('exec sleep 60', 100)).toBe('it did not start within 0.1 s');
});

test('the browser of this machine starts in its isolation', async () => {
  expect(await startFailure(await localBrowser(), 20_000)).toBeUndefined();
});

test('a program that is no browser is logged with what it lacks', async () => {
  const lines: unknown[] = [];
  const starts = await browserStarts({ wanted: '/bin/sleep', path: '' }, { warn: (line: object) => lines.push(line) });
  expect(starts).toBe(false);
  expect(lines).toEqual([{ program: '/bin/sleep', missing: expect.stringContaining('--headless') }]);
});
