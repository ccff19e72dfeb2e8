/**
 * Runs the load tests ("storms") of rate limits, ledger and cluster at full size, which takes minutes and needs Redis.
 * `make test` runs a small version of those for rate limits and ledger. Exits with 1 on any failure.
 */
import { spawnSync } from 'node:child_process';
import { stormCluster } from '../test/storm/cluster.ts';
import { stormFunds } from '../test/storm/funds.ts';
import { stormWindows } from '../test/storm/windows.ts';

const fundsRuns = 20;
const full = { keys: 300, requests: 3_000, clients: 64, affordable: 1_000, replicas: 3 };
const windowKeys = 10_000;
const modelRuns = 1_000;
/** Maximum number of failures to print. The first ones usually cause the others. */
const told = 20;

const usage = `Usage: make storm [ONLY="funds windows books cluster"]

  funds    more creates than an account can pay for, on three replicas, 20 times
  windows  10,000 keys with 100 simultaneous calls each
  books    the model of the ledger with 1,000 sequences of operations, and a kill at each call that moves credits
  cluster  clients and faults on a new cluster (Debian, root, Go: see docs/guide/testing.md), then an audit;
           5 to 10 minutes in total

Environment variables of the cluster storm:
  STORM_SEED     seed of requests and faults (random; printed)
  STORM_MINUTES  duration of load and faults (3)
  STORM_CLIENTS  number of clients (32)
`;

const storms: Record<string, () => Promise<string[]>> = { funds, windows, books, cluster };

/** Runs the load test of an account's credits twenty times. Repeats a run that crossed the end of a minute. */
async function funds(): Promise<string[]> {
  for (let run = 1; run <= fundsRuns;) {
    const { answers, wrong, hasCrossedMinute } = await stormFunds(full);
    console.log(
      `  run ${run}: ${JSON.stringify(answers)}${hasCrossedMinute ? ' (crossed the end of a minute; repeating)' : ''}`,
    );
    if (wrong.length > 0) return wrong;
    if (!hasCrossedMinute) run += 1;
  }
  return [];
}

async function windows(): Promise<string[]> {
  const { windows: judged, calls, wrong } = await stormWindows(windowKeys);
  console.log(`  ${judged} windows, ${calls} calls`);
  return wrong;
}

/**
 * Runs the tests that compare the ledger with a model of it, with many sequences of operations, and the crash tests,
 * which kill the service at each call that moves credits.
 */
function books(): Promise<string[]> {
  const files = [
    'test/contract/redis-ledger',
    'test/contract/sqlite-ledger',
    'create-crash',
    'relay-crash',
    'pipeline-crash',
    'end-crash',
    'erase-crash',
    'integration/retention.test',
  ];
  const env = {
    ...process.env,
    LEDGER_MODEL_RUNS: String(modelRuns),
    CRASH_TABLE: 'full',
    NODE_OPTIONS: '--experimental-vm-modules --no-warnings',
  };
  const { status } = spawnSync('jest', ['--runInBand', '--testTimeout=3600000', ...files], { stdio: 'inherit', env });
  return Promise.resolve(status === 0 ? [] : ['Jest reported failed tests.']);
}

/** Runs the storm on a cluster. Keeps logs, faults and evidence in a folder, so that findings can be investigated. */
async function cluster(): Promise<string[]> {
  const seed = Number(process.env['STORM_SEED'] ?? Math.floor(Math.random() * 1_000_000));
  const minutes = Number(process.env['STORM_MINUTES'] ?? 3);
  const clients = Number(process.env['STORM_CLIENTS'] ?? 32);
  const folder = `out/storm/${new Date().toISOString().replaceAll(':', '-')}`;
  console.log(`  STORM_SEED=${seed}, ${minutes} minutes, ${clients} clients; logs in ${folder}`);
  const { checked, findings } = await stormCluster({ seed, minutes, clients, folder });
  console.table(Object.fromEntries(Object.entries(checked).map(([what, seen]) => [what, { seen }])));
  return findings;
}

const wanted = process.argv.slice(2);
if (wanted.includes('--help')) {
  console.log(usage);
  process.exit();
}
for (const [name, storm] of Object.entries(storms)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(name);
  const wrong = await storm();
  for (const sentence of wrong.slice(0, told)) console.log(`  WRONG: ${sentence}`);
  if (wrong.length > told) console.log(`  WRONG: and ${wrong.length - told} more.`);
  if (wrong.length > 0) process.exitCode = 1;
  else console.log('  ok');
}
