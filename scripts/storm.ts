/**
 * What limits and ledger must hold under a storm, in full: minutes long, on a real Redis. `make test` runs each once, small.
 * Ends with 1 where anything was wrong.
 */
import { spawnSync } from 'node:child_process';
import { stormFunds } from '../test/storm/funds.ts';
import { stormWindows } from '../test/storm/windows.ts';

const fundsRuns = 20;
const full = { keys: 300, requests: 3_000, clients: 64, affordable: 1_000, replicas: 3 };
const windowKeys = 10_000;
const modelRuns = 1_000;

const storms: Record<string, () => Promise<string[]>> = { funds, windows, books };

/** Twenty runs in a row; one that crosses a minute is repeated. */
async function funds(): Promise<string[]> {
  for (let run = 1; run <= fundsRuns;) {
    const { answers, wrong, hasCrossedMinute } = await stormFunds(full);
    console.log(`  run ${run}: ${JSON.stringify(answers)}${hasCrossedMinute ? ' (crossed a minute: repeated)' : ''}`);
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

/** The model of the ledger with many stories, and a kill at each call of the paths that money takes. */
function books(): Promise<string[]> {
  const files = [
    'test/contract/redis-ledger',
    'test/contract/sqlite-ledger',
    'create-crash',
    'relay-crash',
    'pipeline-crash',
  ];
  const env = {
    ...process.env,
    LEDGER_MODEL_RUNS: String(modelRuns),
    NODE_OPTIONS: '--experimental-vm-modules --no-warnings',
  };
  const { status } = spawnSync('jest', ['--runInBand', '--testTimeout=3600000', ...files], { stdio: 'inherit', env });
  return Promise.resolve(status === 0 ? [] : ['Jest has found something wrong.']);
}

const wanted = process.argv.slice(2);
for (const [name, storm] of Object.entries(storms)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(name);
  const wrong = await storm();
  for (const sentence of wrong) console.log(`  WRONG: ${sentence}`);
  if (wrong.length > 0) process.exitCode = 1;
  else console.log('  as it must be');
}
