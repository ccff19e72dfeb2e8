import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { until } from '../../../../test/support/process/until.ts';
import { chooseIsolation } from './isolation.ts';

/** Starts its arguments, writes the process id, and waits. */
const parentCode = `
  const { spawn } = require('node:child_process');
  const [program, ...args] = process.argv.slice(1);
  const child = spawn(program, args, { stdio: 'ignore' });
  child.on('spawn', () => process.stdout.write(String(child.pid)));
`;

test('an isolated program ends when the process that started it is killed', async () => {
  const isolation = await chooseIsolation();
  const parent = spawn(process.execPath, ['-e', parentCode, '--', ...(isolation?.prefix ?? []), 'sleep', '600']);
  const [pid] = (await once(parent.stdout, 'data')) as [Buffer];
  await until(() => existsSync(`/proc/${pid.toString()}`));
  parent.kill('SIGKILL');
  await until(() => !existsSync(`/proc/${pid.toString()}`));
  expect(isolation?.kind).toMatch(/namespaces/);
});
