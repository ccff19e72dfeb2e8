import { expect, test } from '@jest/globals';
import { failed, ok, warning, type Checks, type CheckOptions } from '../checks/finding.ts';
import { Terminal } from '../../test/support/process/terminal.ts';

const terminal = new Terminal();
let seen: CheckOptions | undefined;
const good: Checks = {
  cluster: () => Promise.resolve([ok('The cluster is good.')]),
  redis: () => Promise.resolve([ok('Redis is good.')]),
  files: () => Promise.resolve([warning('Clocks differ. Synchronize them.')]),
  registry: (options) => {
    seen = options;
    return Promise.resolve([ok('The image can be pulled.')]);
  },
};
const bad: Checks = { ...good, redis: () => Promise.resolve([failed('Redis is old. Upgrade it.')]) };
const store = () => Promise.reject(new Error('a check needs no store of objects'));
const run = (args: readonly string[], checks: Checks) =>
  terminal.run(['check', ...args], { store, checks: () => checks });

test('check prints a sentence for each finding, and a warning is no failure', async () => {
  expect(await run([], good)).toBe(0);
  expect(terminal.out).toBe(
    [
      'Cluster\n  ok       The cluster is good.',
      'Redis\n  ok       Redis is good.',
      'Files of jobs\n  WARNING  Clocks differ. Synchronize them.',
      'Images\n  ok       The image can be pulled.\n',
    ].join('\n'),
  );
});

test('check ends with 1 after all parts if one has failed', async () => {
  expect(await run([], bad)).toBe(1);
  expect(terminal.out).toContain('FAILED   Redis is old. Upgrade it.');
  expect(terminal.out).toContain('The image can be pulled.');
  expect(terminal.err).toBe('1 check failed.\n');
});

test('check looks only at the parts that are named', async () => {
  expect(await run(['cluster'], bad)).toBe(0);
  expect(terminal.out).toBe('Cluster\n  ok       The cluster is good.\n');
  expect(await run(['bucket'], bad)).toBe(2);
  expect(terminal.err).toContain('Allowed choices are cluster, redis, files, registry');
});

test('check passes the images and the credentials of registries', async () => {
  await run(['--image', 'a/b:1', '--image', 'c', '--docker-config', 'auth.json'], good);
  expect(seen).toEqual({ images: ['a/b:1', 'c'], dockerConfig: 'auth.json' });
});

test('the help of check has examples', async () => {
  expect(await run(['--help'], good)).toBe(0);
  expect(terminal.out).toContain('$ kubectl -n ads exec deploy/adwright-controller -- adwright check redis files');
});
