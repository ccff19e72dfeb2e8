/** Runs every benchmark in `test/bench`, or only those whose file name contains one of the arguments. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

/** Environment in which the launcher runs a stage: settings of its memory allocator. */
const stageMemory = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576' };

const wanted = process.argv.slice(2);
const benches = readdirSync('test/bench').filter((file) => file.endsWith('.bench.ts'));
for (const file of benches.filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)))) {
  process.stdout.write(`\n${file}\n`);
  const limited = file.startsWith('memory');
  const args = [...(limited ? ['--max-old-space-size=256'] : []), `test/bench/${file}`];
  const env = { ...process.env, ...(limited ? stageMemory : {}) };
  const { status } = spawnSync('node', args, { stdio: 'inherit', env });
  if (status !== 0) process.exitCode = 1;
}
