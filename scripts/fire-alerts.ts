/**
 * Fires each alert of the chart by its fault on a real cluster, follows its runbook to the end, and prints a table. A
 * Prometheus on this machine scrapes the pods and evaluates the chart's own rules, shortened by the factor in
 * fire-alerts/rules.ts. Arguments: names of alerts, default all. `--write` puts the rows into the table of the
 * documentation. `--show` prints the commands of the runbooks and their output.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { callbackFaults, slowCallbackFaults } from './fire-alerts/faults/callbacks.ts';
import { fileFaults } from './fire-alerts/faults/files.ts';
import { jobFaults, slowJobFaults } from './fire-alerts/faults/jobs.ts';
import { ledgerFaults } from './fire-alerts/faults/ledger.ts';
import { processFaults } from './fire-alerts/faults/processes.ts';
import { fire, type Fault, type Outcome } from './fire-alerts/fault.ts';
import type { FaultLab } from './fire-alerts/lab.ts';
import { isGood, table } from './fire-alerts/page.ts';
import { openCluster, type OpenedCluster } from './test-cluster/opened-cluster.ts';
import { provideImages } from './test-cluster/images.ts';
import { interrupt, mustRun, say } from './test-cluster/run.ts';

const page = fileURLToPath(new URL('../docs/guide/alerts.md', import.meta.url));
const recipe = fileURLToPath(new URL('../test/cluster/cluster', import.meta.url));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean' }, show: { type: 'boolean' } },
});
const isWanted = ({ alerts }: Fault): boolean =>
  positionals.length === 0 || Object.keys(alerts).some((alert) => positionals.includes(alert));

/** Makes all faults in turn. Those that show only after minutes last meanwhile. */
async function all(lab: FaultLab): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const report = (some: readonly Outcome[]): void => {
    outcomes.push(...some);
    for (const one of some) {
      say(
        `${isGood(one) ? 'ok  ' : 'FAIL'}  ${one.alert.padEnd(28)} fired ${seconds(one.firedSeconds)}, ended ${seconds(one.endedSeconds)}`,
      );
      if (one.problem !== '') say(one.problem);
      else if (values.show === true) say(one.transcript);
    }
  };
  const guarded = async (fault: Fault): Promise<void> => {
    try {
      report(await fire(fault, lab));
    } catch (error) {
      say(`FAIL  ${Object.keys(fault.alerts).join(', ')}: ${error instanceof Error ? error.message : String(error)}`);
      process.exitCode = 1;
    }
  };
  const inTurn = async (faults: readonly Fault[]): Promise<void> => {
    for (const fault of faults.filter(isWanted)) await guarded(fault);
  };
  const slow = [...slowCallbackFaults, ...slowJobFaults].filter(isWanted);
  await Promise.all([...slow.map(guarded), inTurn([...jobFaults, ...callbackFaults])]);
  await inTurn([...processFaults, ...fileFaults, ...ledgerFaults]);
  for (const alert of lab.prometheus.alerts.filter(
    (name) => positionals.length === 0 && !outcomes.some((one) => one.alert === name),
  ))
    say(`FAIL  ${alert}: has no fault that fired it`);
  return outcomes;
}

function seconds(value: number | undefined): string {
  return value === undefined ? 'never' : `after ${value.toFixed(0)} s`;
}

async function main(cluster: OpenedCluster): Promise<void> {
  Object.assign(process.env, cluster.env, await provideImages(cluster));
  await mustRun(recipe, ['prometheus']);
  // The tests read the names of the images when they are imported.
  const { FaultLab: Lab } = await import('./fire-alerts/lab.ts');
  const lab = await Lab.open();
  try {
    const outcomes = await all(lab);
    say(table(outcomes));
    if (!outcomes.every(isGood)) process.exitCode = 1;
    if (values.write === true) write(outcomes);
  } finally {
    await lab.close();
  }
}

function write(outcomes: readonly Outcome[]): void {
  const text = readFileSync(page, 'utf8');
  const found = /^\| alert [^]*?\|\n(?!\|)/m.exec(text)?.[0] ?? '';
  writeFileSync(
    page,
    text.replace(found, () => `${table(outcomes, found)}\n`),
  );
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt);
const cluster = await openCluster();
if (cluster.kind !== 'recipe') throw new Error('Only a cluster of test/cluster/cluster can have all faults.');
try {
  await main(cluster);
} finally {
  await cluster.close();
}
