/**
 * Runs every check that needs a cluster, on the cluster of KUBECONFIG or on one that it creates and removes. Arguments
 * are passed to Jest, for example to run only some tests. The last line has the numbers of passed and failed checks and
 * tests.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { z } from 'zod';
import { openCluster, type OpenedCluster } from './test-cluster/opened-cluster.ts';
import { provideImages, type TestImages } from './test-cluster/images.ts';
import { interrupt, mustRun, run, say, timed } from './test-cluster/run.ts';

interface Count {
  passed: number;
  failed: number;
}

/** Tests that restart parts of the control plane, or install Kueue. Only a cluster from `test/cluster/cluster` allows this. */
const faults = 'test/cluster/faults/';
/** Needs Kueue, which takes minutes to build. */
const kueue = `${faults}kueue.test.ts`;
/** Starts from the version before this one, whose image takes about two minutes to build. */
const upgrade = 'test/cluster/install/upgrade.test.ts';
const report = 'out/test-cluster.json';
const chartCheck = 'scripts/check-chart.ts';
/** Arguments for Jest. */
const asked = process.argv.slice(2);
const config = ['-c', 'jest.cluster.config.ts'];
const JestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numRuntimeErrorTestSuites: z.number(),
  numPendingTests: z.number(),
});

/** Runs the tests. A skipped test counts as failed, so that a missing prerequisite is noticed. */
async function tests(testCluster: OpenedCluster, images: TestImages): Promise<Count> {
  rmSync(report, { force: true });
  const args = [...config, '--runInBand', '--json', `--outputFile=${report}`];
  for (const [path, reason] of skipped(testCluster)) {
    say(`skipping ${path}: ${reason}`);
    args.push(`--testPathIgnorePatterns=${path}`);
  }
  const env = { ...testCluster.env, ...images, NODE_OPTIONS: '--experimental-vm-modules --no-warnings' };
  const { ok, end } = await timed('tests', () => run('jest', [...args, ...asked], { env, live: true }));
  if (!existsSync(report)) throw new Error(`Jest ended with ${end} before it wrote its report.`);
  const seen = JestReport.parse(JSON.parse(readFileSync(report, 'utf8')));
  const failed = seen.numFailedTests + seen.numRuntimeErrorTestSuites + seen.numPendingTests;
  return { passed: seen.numPassedTests, failed: ok ? failed : Math.max(1, failed) };
}

/** Reports whether the arguments select a file of tests. */
async function runs(file: string): Promise<boolean> {
  const env = { ...process.env, NODE_OPTIONS: '--experimental-vm-modules --no-warnings' };
  return (await mustRun('jest', [...config, '--listTests', ...asked], { env })).includes(file);
}

/** Returns the tests that cannot run on this cluster, each with the reason. */
function skipped({ kind, env }: OpenedCluster): [path: string, reason: string][] {
  if (kind !== 'recipe') return [[faults, 'it cannot restart the control plane of this cluster']];
  const isBuilt = (env['PATH'] ?? '').split(':').some((folder) => existsSync(`${folder}/kueue`));
  const isWanted = env['ADWRIGHT_TEST_KUEUE'] === '1';
  return isBuilt || isWanted ? [] : [[kueue, 'Kueue is not built; `make test-kueue` builds it once (minutes)']];
}

async function chart(testCluster: OpenedCluster): Promise<Count> {
  const { ok, output } = await timed('chart', () => run('node', [chartCheck], { env: testCluster.env }));
  if (!ok) say(output);
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
}

async function all(testCluster: OpenedCluster): Promise<Count[]> {
  const counts = [await chart(testCluster)];
  const images = await provideImages(testCluster, { fromPrevious: await runs(upgrade) });
  counts.push(await tests(testCluster, images));
  return counts;
}

async function main(): Promise<Count[]> {
  const testCluster = await openCluster();
  try {
    return await all(testCluster);
  } finally {
    await testCluster.close();
  }
}

// A run that is interrupted still removes the cluster that it created.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt);

const counts = await main().catch((error: unknown): Count[] => {
  say(error instanceof Error ? error.message : String(error));
  return [{ passed: 0, failed: 1 }];
});
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
say(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
