/**
 * Prints the source files that run when a pass of the pipeline takes the result of a job's last stage, from the start of
 * `reconcile` to the status write: what a reader must follow. Measured by V8's coverage. Stores and the launcher are behind
 * ports and not counted.
 */
import { Session } from 'node:inspector/promises';
import { systemClock } from '../src/clock/system-clock.ts';
import { reconcile } from '../src/controllers/pipeline/reconcile.ts';
import { knownParties } from '../test/support/known-parties.ts';
import { freshMemory } from '../test/support/pipeline-memory.ts';
import { PipelineRig } from '../test/support/pipeline-rig.ts';

const rig = await PipelineRig.open(systemClock);
const key = await rig.createJob();
let job = await rig.job(key);
const memory = freshMemory(rig.deps, () => job, knownParties(true));

async function pass(): Promise<void> {
  job = await rig.job(key);
  if (job === undefined) throw new Error('the job is gone');
  memory.gate.observe(job);
  await reconcile(key, rig.deps, memory);
}

await pass();
for (const stage of ['onboarding', 'concept', 'image']) {
  const running = rig.launcher.alive.find((attempt) => attempt.stage === stage);
  if (running === undefined) throw new Error(`the ${stage} stage does not run`);
  await rig.finish(running);
  if (stage !== 'image') await pass();
}

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
const { store } = rig;
let files: string[] = [];
const patchStatus = store.patchStatus.bind(store);
store.patchStatus = async (...write) => {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const root = new URL('../src/', import.meta.url).href;
  files = result
    .filter(({ url, functions }) => url.startsWith(root) && functions.some(isCalled))
    .map(({ url }) => url.slice(root.length));
  return patchStatus(...write);
};
await session.post('Profiler.takePreciseCoverage');
await pass();
session.disconnect();
rig.close();

function isCalled({ functionName, ranges }: { functionName: string; ranges: { count: number }[] }): boolean {
  return functionName !== '' && (ranges[0]?.count ?? 0) > 0;
}

const ports = /^(store|artifacts|ledger|files|runtime|clock|archive)\//;
const counted = files.filter((file) => !ports.test(file)).toSorted();
for (const folder of ['controllers/pipeline', 'domain', 'schema']) {
  const inFolder = counted.filter((file) => file.startsWith(`${folder}/`));
  process.stdout.write(`src/${folder}: ${inFolder.length}\n${inFolder.map((file) => `  ${file}\n`).join('')}`);
}
const others = counted.filter((file) => !/^(controllers\/pipeline|domain|schema)\//.test(file));
process.stdout.write(`others: ${others.length}\n${others.map((file) => `  ${file}\n`).join('')}`);
process.stdout.write(`${counted.length} files\n`);
