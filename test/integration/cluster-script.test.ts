import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from '@jest/globals';
import { temporaryFolder } from '../support/process/temporary-folder.ts';

const folder = temporaryFolder();
afterAll(() => {
  folder.remove();
});

/** Runs lines of bash with the functions of `test/cluster/cluster`, without a command of the script. */
async function withFunctions(lines: string, environment: Record<string, string>): Promise<string> {
  const script = readFileSync('test/cluster/cluster', 'utf8').replace(/^main "\$@"[^]*$/m, lines);
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { env: { ...process.env, ...environment } });
  return stdout;
}

async function pathsOf(index: string): Promise<Set<string>> {
  const state = join(folder.path, 'clusters', index);
  const written = await withFunctions(
    'mkdir -p "$STATE/cni"; kubelet_config; containerd_config; cat "$STATE"/*.yaml "$STATE"/*.toml "$STATE"/cni/*',
    { CLUSTER_INDEX: index, CLUSTER_STATE: state },
  );
  expect(written).toContain(`podLogsDir: "${state}/log/pods"\n`);
  return new Set(written.match(/(?<=["'\s])(?:unix:\/\/)?\/[^"'\s]+/g));
}

test('the kubelet, containerd and network of two clusters share no folder but that of the network programs', async () => {
  const [first, second] = await Promise.all([pathsOf('0'), pathsOf('1')]);
  expect(first.size).toBeGreaterThan(8);
  expect([...first.intersection(second)]).toEqual(['/usr/lib/cni']);
});

test('two clusters do not build at the same time', async () => {
  const lines = `
    LOCK=${join(folder.path, 'lock')}
    step() { echo "$1 begins" >>"$CLUSTER_STATE"; alone sleep 0.05; echo "$1 ends" >>"$CLUSTER_STATE"; }
    alone step "$CLUSTER_INDEX"`;
  const log = join(folder.path, 'steps');
  const runs = ['1', '2', '3'].map((index) => withFunctions(lines, { CLUSTER_INDEX: index, CLUSTER_STATE: log }));
  await Promise.all(runs);
  const steps = readFileSync(log, 'utf8').trim().split('\n');
  expect(steps).toHaveLength(6);
  for (const at of [0, 2, 4]) expect(steps[at + 1]).toBe(steps[at]?.replace('begins', 'ends'));
});

test('a program that a cluster starts does not hold the lock of the build', async () => {
  const lines = `
    LOCK=${join(folder.path, 'lock')} RUN=${folder.path} LOG=${folder.path}
    nsenter() { shift; exec "$@"; }
    setsid() { shift; "$@"; }
    alone start sleeper sleep 30
    flock --wait 10 "$LOCK" echo free
    kill "$(<"$RUN/sleeper.pid")"`;
  expect(await withFunctions(lines, {})).toBe('free\n');
});

test('the build of the programs prints in a log what it compiles, and the errors of the compiler', async () => {
  const lines = `
    printf 'go: downloading k8s.io/api v0.34.0\\nk8s.io/api/core/v1\\n# k8s.io/kubectl\\nget.go:7:2: undefined: x\\n' |
      PROGRESS_SECONDS=0 progress compiled 'of 2 packages' 2>&1`;
  const printed = await withFunctions(lines, {});
  expect(printed.replaceAll(/in \d+ min \d+ s/g, 'in TIME').split('\n')).toEqual([
    '  compiled 1 of 2 packages in TIME: k8s.io/api v0.34.0',
    '  compiled 2 of 2 packages in TIME: k8s.io/api/core/v1',
    '# k8s.io/kubectl',
    'get.go:7:2: undefined: x',
    '  compiled 2 of 2 packages in TIME',
    '',
  ]);
});
