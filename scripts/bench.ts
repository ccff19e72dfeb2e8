/** Runs every benchmark of test/bench, or those whose name contains one of the arguments. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

const wanted = process.argv.slice(2);
const benches = readdirSync('test/bench').filter((file) => file.endsWith('.bench.ts'));
for (const file of benches.filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)))) {
  process.stdout.write(`\n${file}\n`);
  const { status } = spawnSync('node', [`test/bench/${file}`], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
