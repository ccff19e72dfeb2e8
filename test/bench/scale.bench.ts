/**
 * Measures an installation with 100,000 finished and 2,000 open jobs on a real control plane: lists and watches of the
 * API server, the start of the controller, the API and the dashboard, commands, and retention. The same is measured with
 * few jobs first, for comparison. Finished jobs are written into etcd, because the API server would take minutes.
 */
import { BenchInstallation } from './cluster/installation.ts';
import { namespace } from './cluster/workload.ts';
import { readAll } from './scale/api-server.ts';
import { measureStart } from './scale/controller-start.ts';
import { seconds, type Row } from './cluster/figures.ts';
import { measureApi, measureCommands, measureDashboard } from './scale/readers.ts';
import { measureRetention } from './scale/retention.ts';
import { measureTen } from './scale/ten-controllers.ts';
import { createAccounts, createFinishedJobs, createOpenJobs, payerOf, seenByApiServer } from './scale/seed.ts';

const few = { finished: 100, open: 50 };
const many = {
  finished: Number(process.env['BENCH_SCALE_FINISHED'] ?? 100_000),
  open: Number(process.env['BENCH_SCALE_OPEN'] ?? 2_000),
};
/** Number of jobs that retention archives, at most 20 a second. */
const archived = Number(process.env['BENCH_SCALE_ARCHIVED'] ?? 600);
const phases = (process.env['BENCH_PHASES'] ?? 'lists,start,api,dashboard,commands,ten,retention').split(',');

const home = await BenchInstallation.start({ hasAudit: true });

async function measured(what: string): Promise<void> {
  const steps: [string, () => Promise<Record<string, Row>>][] = [
    ['lists', () => readAll(home)],
    ['start', () => measureStart(home)],
    ['api', () => measureApi(home, secrets.get(payerOf(20)) ?? '')],
    ['dashboard', () => measureDashboard(home)],
    ['commands', () => measureCommands(home)],
  ];
  for (const [phase, step] of steps) {
    if (!phases.includes(phase)) continue;
    console.log(`\n${what}`);
    console.table(await step());
  }
}

const textOf = ({ finished, open }: typeof few): string => `${finished} finished and ${open} open jobs`;

let secrets = new Map<string, string>();
try {
  home.writeStagePods(200);
  secrets = await createAccounts(home);
  const beginner = home.startController();
  await beginner.whileAlive(home.ledgerBegun());
  const isFunded = async () => (await home.ledger.balance({ namespace, name: 'waiting' })).available > 0;
  while (!(await isFunded())) await new Promise((over) => setTimeout(over, 100));
  await beginner.end();

  await createFinishedJobs(home, 0, few.finished);
  await createOpenJobs(home, few.open);
  await measured(textOf(few));

  const startMs = performance.now();
  await createFinishedJobs(home, few.finished, many.finished);
  await seenByApiServer(home);
  await createOpenJobs(home, many.open - few.open);
  await seenByApiServer(home);
  console.log(`\ncreated ${textOf(many)} in ${seconds(performance.now() - startMs)} s`);
  await measured(textOf(many));
  if (phases.includes('ten')) console.table(await measureTen(home));
  if (phases.includes('retention')) {
    console.log(`\nretention, ${textOf(many)}`);
    console.table(await measureRetention(home, many.finished, archived));
  }
} finally {
  await home.close();
}
