/**
 * Runs every check that needs no cluster. Prints the duration of each check, and its output if it fails. The last line
 * has the numbers of passed and failed checks and tests.
 */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

interface Count {
  passed: number;
  failed: number;
}

const scratch = mkdtempSync(join(scratchRoot(), 'aw-'));
chmodSync(scratch, 0o755); // Some tests start a browser as another user.
process.on('exit', () => {
  rmSync(scratch, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
const report = join(scratch, 'jest.json');
/** Time after which a check has failed: a test that leaves a timer or process keeps Jest running. */
const checkMsMax = 3_000_000;
/** Time limit of a test in milliseconds, where it has no longer one. A test alone has 5 s; here all run beside lint. */
const testMsMax = 30_000;
const JestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numRuntimeErrorTestSuites: z.number(),
  numPendingTests: z.number(),
});

/** Memory, if there is enough of it: the tests write many small databases that SQLite syncs to disk. */
function scratchRoot(): string {
  const [memory, bytesMin] = ['/dev/shm', 4 * 1024 ** 3];
  if (!existsSync(memory) || freemem() < 2 * bytesMin) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= bytesMin ? memory : tmpdir();
}

function run(command: string, args: string[], live = false): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      timeout: checkMsMax,
      stdio: ['ignore', live ? 'inherit' : 'pipe', live ? 'inherit' : 'pipe'],
      env: { ...process.env, TMPDIR: scratch, NODE_OPTIONS: '--experimental-vm-modules --no-warnings' },
    });
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({ ok: code === 0, output });
    });
  });
}

async function check(name: string, command: string, args: string[]): Promise<Count> {
  const startedMs = performance.now();
  const { ok, output } = await run(command, args);
  process.stdout.write(
    `${ok ? 'ok  ' : 'FAIL'}  ${name.padEnd(14)} ${((performance.now() - startedMs) / 1000).toFixed(1)} s\n`,
  );
  if (!ok) process.stdout.write(`${output}\n`);
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
}

/** Runs the tests. A skipped test counts as failed, so that a missing prerequisite is noticed. */
async function tests(): Promise<Count> {
  const startedMs = performance.now();
  const { ok } = await run('jest', [`--testTimeout=${testMsMax}`, '--json', `--outputFile=${report}`], true);
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const seen = JestReport.parse(JSON.parse(readFileSync(report, 'utf8')));
  const failed = seen.numFailedTests + seen.numRuntimeErrorTestSuites + seen.numPendingTests;
  process.stdout.write(
    `${ok && failed === 0 ? 'ok  ' : 'FAIL'}  tests          ${((performance.now() - startedMs) / 1000).toFixed(1)} s\n`,
  );
  return { passed: seen.numPassedTests, failed: ok ? failed : Math.max(1, failed) };
}

/** Runs checks one after another. */
async function lane(...checks: (() => Promise<Count>)[]): Promise<Count[]> {
  const counts: Count[] = [];
  for (const each of checks) counts.push(await each());
  return counts;
}

const node = process.execPath;
// Linting takes as long as the other checks together, so it runs at the same time as they do.
const lanes = await Promise.all([
  lane(() => check('lint', 'eslint', ['.'])),
  lane(
    () => check('format', 'prettier', ['--check', '--log-level', 'warn', '.']),
    () => check('types', 'tsc', []),
    () => check('types of scripts', 'tsc', ['-p', 'src/admin/web/assets']),
    () => check('circles', 'depcruise', ['.']),
    () => check('dead code', 'knip', []),
    () => check('workflows', node, ['scripts/check-workflows.ts']),
    () => check('generated', node, ['scripts/generate.ts', '--check']),
  ),
]);
const counts = [...lanes.flat(), await tests()];
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
