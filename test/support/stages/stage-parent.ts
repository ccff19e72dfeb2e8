/**
 * A process for tests to kill. It launches the given stages as child processes and prints their folder and process ids.
 */
import process from 'node:process';
import { owner, StageLab } from './stage-lab.ts';

const stages = process.argv.slice(2);
const lab = new StageLab({ concurrency: stages.length });
for (const stage of stages) await lab.launcher.launch(await lab.attempt(stage));
const pids = await Promise.all(stages.map((stage) => lab.output(stage, owner())));
process.stdout.write(`${JSON.stringify({ folder: lab.path, pids: pids.join(' ').split(' ').map(Number) })}\n`);
