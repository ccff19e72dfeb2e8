import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { ProcTree, readProc, treeOf } from './proc-tree.ts';

test('treeOf returns a process and its descendants', async () => {
  const child = spawn('sh', ['-c', 'sleep 60 & echo started; wait'], { stdio: ['ignore', 'pipe', 'ignore'] });
  await once(child.stdout, 'data');
  const [root, ...others] = treeOf(child.pid ?? 0);
  expect([root, others.length]).toEqual([child.pid, 1]);
  for (const pid of others) process.kill(pid, 'SIGKILL');
  await once(child, 'exit');
  expect(treeOf(child.pid ?? 0)).toEqual([child.pid]);
  expect(readProc(`/proc/${child.pid ?? 0}/status`)).toBe('');
});

test('ProcTree searches for descendants at every fourth call', () => {
  let searches = 0;
  const tree = new ProcTree(7, (pid) => [pid, (searches += 1)]);
  const seen = Array.from({ length: 9 }, () => tree.pids().join());
  expect(seen).toEqual(['7,1', '7,1', '7,1', '7,1', '7,2', '7,2', '7,2', '7,2', '7,3']);
});
