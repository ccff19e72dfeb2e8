import { beforeEach, expect, test } from '@jest/globals';
import { MemoryAuditLog } from '../../test/support/admin/memory-audit-log.ts';
import { MemoryState } from '../../test/support/admin/memory-state.ts';
import { Terminal } from '../../test/support/process/terminal.ts';
import { findLink, newcomerOf } from '../admin/sign-in/sign-in-link.ts';
import { systemClock } from '../clock/system-clock.ts';
import { openSqliteStore, type SqliteStore } from '../store/sqlite-store.ts';
import { exitCodes } from './context.ts';

let store: SqliteStore;
let state: MemoryState;
let auditLog: MemoryAuditLog;
let terminal: Terminal;

beforeEach(() => {
  store = openSqliteStore({ file: ':memory:', clock: systemClock });
  state = new MemoryState(systemClock);
  auditLog = new MemoryAuditLog();
  terminal = new Terminal();
});

function run(...args: string[]): Promise<number> {
  const stores = { state, auditLog, publicUrl: 'https://admin.example/ads', user: 'root@pod' };
  const parts = { store: () => Promise.resolve(store), adminStores: () => Promise.resolve(stores) };
  return terminal.run(['admin', 'sign-in', ...args], parts);
}

const token = (): string | null => new URL(terminal.out.trim()).searchParams.get('token');

test.each<[string, string[], object]>([
  [
    'an admin by default',
    [],
    {
      actor: { kind: 'role', role: 'admin' },
      person: { subject: expect.stringMatching(/^sign-in link [0-9a-f]{12}$/) },
    },
  ],
  [
    'the given role and name',
    ['--role', 'viewer', '--name', 'Ada'],
    { actor: { role: 'viewer' }, person: { kind: 'link', name: 'Ada' } },
  ],
])('prints a link for %s', async (_, args, newcomer) => {
  expect(await run(...args)).toBe(exitCodes.done);
  expect(terminal.out).toMatch(/^https:\/\/admin\.example\/ads\/sign-in\/link\?token=[\w-]{43}\n$/);
  expect(await newcomerOf({ state, clock: systemClock }, token())).toMatchObject(newcomer);
});

test('each link is a person of its own, although two links have the same name', async () => {
  const subjects = new Set<string | undefined>();
  for (const args of [[], [], ['--name', 'Ada'], ['--name', 'Ada']]) {
    terminal = new Terminal();
    await run(...args);
    subjects.add((await newcomerOf({ state, clock: systemClock }, token()))?.person.subject);
  }
  expect(subjects.size).toBe(4);
});

test('a link for the owner of an account needs the account', async () => {
  expect(await run('--account', 'acme')).toBe(exitCodes.notFound);
  await terminal.run(['accounts', 'create', 'acme'], { store: () => Promise.resolve(store) });
  expect(await run('--account', 'acme')).toBe(exitCodes.done);
  const accounts = [{ namespace: 'default', name: 'acme' }];
  expect(await newcomerOf({ state, clock: systemClock }, token())).toMatchObject({
    actor: { kind: 'owner', accounts },
  });
});

test('the link is recorded before it is printed', async () => {
  await run('--name', 'Ada', '--role', 'operator');
  expect(auditLog.rows).toMatchObject([
    {
      action: 'sign_in.create_link',
      actor: { kind: 'command', subject: 'root@pod' },
      after: { role: 'operator', name: 'Ada' },
    },
  ]);
  expect(JSON.stringify(auditLog.rows)).not.toContain(token());
});

test('without the audit log no link is made', async () => {
  auditLog.isFull = true;
  expect(await run()).toBe(exitCodes.failed);
  expect(terminal).toMatchObject({ out: '', err: expect.stringContaining('no link was made') });
  expect(await state.list('')).toEqual([]);
});

test.each([
  ['a role that does not exist', ['--role', 'root']],
  ['a role beside accounts', ['--role', 'admin', '--account', 'acme']],
])('%s is a usage error', async (_, args) => {
  expect(await run(...args)).toBe(exitCodes.usage);
  expect(terminal.out).toBe('');
});

test('a token that was never made is not valid', async () => {
  expect(await findLink(state, 'x'.repeat(43))).toBeUndefined();
});
