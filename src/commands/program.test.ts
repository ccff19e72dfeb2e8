import { expect, test } from '@jest/globals';
import { systemClock } from '../clock/system-clock.ts';
import { LedgerError } from '../ledger/port.ts';
import { StoreError } from '../objects/store-error.ts';
import type { ObjectStore } from '../store/port.ts';
import type { CommandContext, LocationOptions } from './context.ts';
import { runProgram, type RoleCommand } from './program.ts';

interface Run {
  code: number;
  out: string;
  err: string;
  /** Global options with which the command chose its cluster or data folder. */
  location: LocationOptions | undefined;
}

const noStore = (): Promise<ObjectStore> => Promise.reject(new Error('the store was opened'));

/** Runs a command line of a program with the role `local`. */
async function run(args: string[], store = noStore, role: () => Promise<void> = () => Promise.resolve()): Promise<Run> {
  const run: Run = { code: NaN, out: '', err: '', location: undefined };
  const context: CommandContext = {
    namespace: 'default',
    clock: systemClock,
    store,
    ledger: () => Promise.reject(new Error('the ledger was opened')),
    accountSecrets: () => Promise.reject(new Error('the signing secrets were opened')),
    newSecrets: () => Promise.reject(new Error('the cluster was opened')),
    changeRecords: () => Promise.reject(new Error('the audit log was opened')),
    files: () => Promise.reject(new Error('the file storage was opened')),
    archive: () => Promise.reject(new Error('the archive was opened')),
    redraw: () => Promise.reject(new Error('the files were opened')),
    adminStores: () => Promise.reject(new Error('the sessions were opened')),
    chooseLocation: (options) => (run.location = options),
    out: (text) => (run.out += text),
    err: (text) => (run.err += text),
  };
  const local: RoleCommand = { name: 'local', description: 'Run everything.', help: '\nSettings: none.', run: role };
  run.code = await runProgram(args, context, [local], '1.2.3');
  return run;
}

test.each([
  [['--help']],
  [['accounts', 'grant', '--help']],
  [['keys', 'rotate', '--help']],
  [['jobs', 'watch', '--help']],
  [['ledger', 'rebuild', '--help']],
  [['files', 'adopt', '--help']],
])('the help of %j opens no store and contains an example', async (args) => {
  const { code, out } = await run(args);
  expect(code).toBe(0);
  expect(out).toContain('Example');
});

test('--version prints the version alone', async () => {
  expect(await run(['--version'])).toMatchObject({ code: 0, out: '1.2.3\n', err: '' });
});

test('the help of a role contains its settings', async () => {
  expect((await run(['local', '--help'])).out).toContain('Settings: none.');
});

test('global options choose the cluster of a command', async () => {
  const args = ['--kubeconfig', 'prod.yaml', '-n', 'ads', 'accounts', 'list'];
  const store = () => Promise.reject(new StoreError('Unavailable', 'Not reached.'));
  expect((await run(args, store)).location).toEqual({ kubeconfig: 'prod.yaml', namespace: 'ads' });
});

test('global options are refused for a role, which reads the environment', async () => {
  let hasRun = false;
  const role = () => Promise.resolve(void (hasRun = true));
  const { code, err } = await run(['-n', 'ads', 'local'], noStore, role);
  expect([code, hasRun]).toEqual([2, false]);
  expect(err).toBe('"adwright local" reads its settings from the environment. See "adwright local --help".\n');
});

test('an unknown command exits with 2 and suggests the help', async () => {
  const { code, err } = await run(['acounts', 'list']);
  expect(code).toBe(2);
  expect(err).toContain("unknown command 'acounts'");
  expect(err).toContain('(add --help for usage)');
});

test.each([
  ['the store', new StoreError('Forbidden', 'The user may not list accounts.')],
  ['the ledger', new LedgerError('Unavailable', 'Redis did not answer.')],
])('an error of %s is printed as its message and exits with 1', async (_, error) => {
  const { code, out, err } = await run(['accounts', 'list'], () => Promise.reject(error));
  expect({ code, out, err }).toEqual({ code: 1, out: '', err: `${error.message}\n` });
});

test('a bug is thrown and not printed as a mistake of the user', async () => {
  await expect(run(['accounts', 'list'])).rejects.toThrow('the store was opened');
});
