import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { localBrowser } from '../../../../test/support/brands/browser.ts';
import { temporaryFolder } from '../../../../test/support/process/temporary-folder.ts';
import { until } from '../../../../test/support/process/until.ts';
import { readProc, treeOf } from '../../../processes/proc-tree.ts';
import { DevTools } from './devtools.ts';
import type { Isolation } from './isolation.ts';
import { launchBrowser } from './launch.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
  chmodSync(folder.path, 0o777);
});
afterEach(() => {
  folder.remove();
});

/** Isolation of systems without namespaces. Chromium does not run its sandbox as root. */
function processGroup(): Isolation {
  const asOther = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--'];
  return { kind: 'process-group', prefix: process.getuid?.() === 0 ? asOther : [], folder: folder.path };
}

/** Returns those of some processes that run. One that has ended has the state Z until its parent reaps it. */
const running = (pids: number[]): number[] =>
  pids.filter((pid) => /^State:\s+[^Z\s]/m.test(readProc(`/proc/${pid}/status`)));

/** Returns the processes of a group. In `/proc/PID/stat`, the group is the third value after the name of the program. */
const inGroup = (group: number): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number(/\) \S \d+ (\d+)/.exec(readProc(`/proc/${pid}/stat`))?.[1]) === group);

test('without namespaces, no process of the browser is left after it was closed', async () => {
  const { program } = await localBrowser();
  const browser = await launchBrowser({ program, isolation: processGroup() });
  await new DevTools(browser).send('Target.createTarget', { url: 'about:blank' });
  const pids = treeOf(browser.pid ?? 0);
  expect(running(pids).length).toBeGreaterThan(2);
  await browser.close();
  expect(running(pids)).toEqual([]);
});

test('without namespaces, children are ended that ignore signals and whose parent has ended', async () => {
  const program = join(folder.path, 'chromium');
  const stubborn = 'trap "" TERM HUP INT; sleep 60';
  writeFileSync(program, `#!/bin/sh\n(${stubborn}) &\n(sh -c '${stubborn}' &)\nwait\n`, { mode: 0o755 });
  const browser = await launchBrowser({ program, isolation: { ...processGroup(), prefix: [] } });
  const group = browser.pid ?? 0;
  const isAsleep = (pid: number): boolean => readProc(`/proc/${pid}/comm`).trim() === 'sleep';
  await until(() => inGroup(group).filter(isAsleep).length === 2);
  const pids = inGroup(group);
  await browser.close();
  expect(running(pids)).toEqual([]);
});

/** A browser that has started a process outside its group, which never reaps its child in the group. */
const withLeftChild = `#!/usr/bin/perl
if (fork) { sleep 60; exit }
if (!fork) { sleep 60; exit }
setpgrp;
open my $file, '>', "$0.pid";
print $file $$;
close $file;
sleep 60;
`;

test('without namespaces, a process that nobody reaps is logged when the browser is closed', async () => {
  const program = join(folder.path, 'chromium');
  writeFileSync(program, withLeftChild, { mode: 0o755 });
  const warnings: unknown[] = [];
  const logger = { warn: (line: object) => warnings.push(line) };
  const browser = await launchBrowser({ program, isolation: { ...processGroup(), prefix: [] }, logger });
  await until(() => readProc(`${program}.pid`) !== '');
  await browser.close();
  process.kill(Number(readProc(`${program}.pid`)), 'SIGKILL');
  expect(warnings).toEqual([{ group: browser.pid }]);
});
