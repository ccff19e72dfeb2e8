/**
 * Measures the admission of jobs on a real API server with a fake kubelet and a real Redis (`appendfsync always`). Each
 * role is compiled and runs in its own process; no job may start. The first phase sends 200 creates per second for 30 s
 * and measures each from the moment at which it is due; for comparison, it posts the same AdJobs directly to the API
 * server. The second phase measures the time until a change of an ApiKey or AdAccount takes effect on three replicas.
 */
import { execFileSync } from 'node:child_process';
import { countMade, createRun, floorRun, latencyRow, readLedger } from './admission/creates.ts';
import { Installation } from './admission/installation.ts';
import { keyAccount, keyRun } from './admission/keys.ts';
import { percentile, type Shot } from './admission/open-loop.ts';
import { createAccounts, createKeys } from './admission/parties.ts';

const creates = 6_000;
const keysCount = 1_500;
const warmUpCreates = 400;
const createGoalMs = 100;
const keyGoalMs = 1_000;
const replicasOfCreates = Number(process.env['BENCH_REPLICAS'] ?? 1);
const replicasOfKeys = 3;
const accounts = Array.from({ length: 10 }, (_, number) => `account-${number}`);
const phases = (process.env['BENCH_PHASES'] ?? 'creates,keys').split(',');

const verdict = (isMet: boolean): string => (isMet ? 'met' : 'MISSED');

async function measureCreates(installation: Installation): Promise<void> {
  const { replicas } = installation;
  const floor = await floorRun(installation, creates);
  const { store } = installation.cluster;
  const keys = await createKeys(store, 'key', keysCount, accounts);
  const warmUpKeys = await createKeys(store, 'warm', warmUpCreates / 4, accounts);
  await installation.startController();
  for (let one = 0; one < replicasOfCreates; one += 1) await installation.startReplica();
  for (const name of accounts) await installation.funded(name);
  const warmUp = await installation.whileAlive(
    createRun(replicas, warmUpKeys, { count: warmUpCreates, perSecond: 50 }),
  );
  await countMade(installation, warmUp.jobIds);

  const [apiMs, controllerMs] = [cpuMs(replicas.map(({ process }) => process)), cpuMs([installation.controller])];
  const { shots, jobIds } = await installation.whileAlive(createRun(replicas, keys, { count: creates }));
  const made = await installation.whileAlive(countMade(installation, jobIds));
  const own = {
    api: cpuMs(replicas.map(({ process }) => process)) - apiMs,
    controller: cpuMs([installation.controller]) - controllerMs,
  };
  const counts = await readLedger(installation, accounts);
  console.table({ 'create through the API, ms': latencyRow(shots), 'direct POST of the AdJob, ms': latencyRow(floor) });
  console.table({
    answers: outcomes(shots),
    'answers of the API server to the direct POST': outcomes(floor),
    'AdJobs right after the last answer': `${made.atOnce} of ${jobIds.size}`,
    'AdJobs at the end': `${made.inTheEnd} of ${creates}`,
    'seen by the controller, s after the last answer': (made.seenMs / 1_000).toFixed(1),
    'API, CPU ms per create': (own.api / creates).toFixed(2),
    'controller, CPU ms per create': (own.controller / creates).toFixed(2),
  });
  const p99 = percentile(
    shots.map(({ latencyMs }) => latencyMs),
    0.99,
  );
  const expected = creates + warmUpCreates;
  const isExact =
    made.inTheEnd === creates && counts.holds === expected && counts.reserves === expected && counts.agree;
  console.log(`create p99 ${p99.toFixed(1)} ms, goal ${createGoalMs}: ${verdict(p99 < createGoalMs)}`);
  console.log(
    `every create accepted and created; ${counts.holds} holds and ${counts.reserves} reservations of ${expected}, the ledger adds up: ${verdict(isExact)}\n`,
  );
}

function outcomes(shots: readonly Shot[]): string {
  const seen = [...new Set(shots.map(({ outcome }) => outcome))];
  return seen.map((one) => `${shots.filter(({ outcome }) => outcome === one).length} x ${one}`).join(', ');
}

function cpuMs(processes: readonly (Installation['controller'] | undefined)[]): number {
  return processes.reduce((sum, process) => sum + (process?.cpuMs() ?? 0), 0);
}

async function measureKeys(installation: Installation): Promise<void> {
  const { replicas, cluster } = installation;
  await createAccounts(cluster.store, [keyAccount]);
  if (installation.controller === undefined) await installation.startController();
  while (replicas.length < replicasOfKeys) await installation.startReplica();
  await installation.funded(keyAccount);
  const times = await installation.whileAlive(keyRun(installation));
  const rows = Object.entries(times).map(([kind, values]) => [
    kind,
    { median: percentile(values, 0.5).toFixed(0), max: Math.max(...values).toFixed(0), repetitions: values.length },
  ]);
  console.log(`milliseconds until a change takes effect on the last of ${replicasOfKeys} replicas:`);
  console.table(Object.fromEntries(rows));
  const slowest = Math.max(...Object.values(times).flat());
  const isOverlapWhole = Math.min(...times['first secret ends']) >= 0;
  console.log(`slowest change ${slowest.toFixed(0)} ms, goal ${keyGoalMs}: ${verdict(slowest < keyGoalMs)}`);
  console.log(`the first secret is valid for the whole overlap: ${verdict(isOverlapWhole)}\n`);
}

/** Rejects when the process gets SIGINT or SIGTERM, so that the installation is removed in that case, too. */
function interrupted(): Promise<never> {
  return new Promise((_, reject) => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) {
      process.once(name, () => {
        reject(new Error(`stopped by ${name}`));
      });
    }
  });
}

async function measure(installation: Installation): Promise<void> {
  await createAccounts(installation.cluster.store, accounts);
  if (phases.includes('creates')) await measureCreates(installation);
  if (phases.includes('keys')) await measureKeys(installation);
}

// compiles the program in the form that is shipped
execFileSync('tsc', ['-p', 'tsconfig.build.json']);
const installation = await Installation.start();
try {
  await Promise.race([measure(installation), interrupted()]);
} finally {
  await installation.close();
}
