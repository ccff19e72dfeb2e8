import { readdirSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { mayRun, type Actor, type Role } from './actor.ts';
import { NotAllowed } from './operation.ts';
import { operations, type AllPorts } from './registry.ts';

/** Lowest role, and who else may run the operation. `*` requires a recent sign-in of people. */
const rights: Record<string, string> = {
  'account.activate': 'admin',
  'account.create': 'admin*',
  'account.deactivate': 'admin*',
  'account.grant': 'admin*',
  'account.list': 'viewer owner',
  'account.read_balance': 'viewer owner key',
  'account.read_callback_test': 'operator owner',
  'account.rotate_signing_secret': 'admin* owner',
  'account.show': 'viewer owner',
  'account.show_signing_secret': 'admin* owner',
  'account.test_callback': 'operator owner',
  'account.update': 'admin',
  'api_key.create': 'admin* owner',
  'api_key.list': 'viewer owner',
  'api_key.revoke': 'admin owner',
  'api_key.rotate': 'admin* owner',
  'api_key.show': 'viewer owner',
  'api_key.update': 'admin',
  'job.cancel': 'operator owner key',
  'job.create': 'operator key',
  'job.erase': 'operator key',
  'job.list': 'viewer owner key',
  'job.list_deliveries': 'viewer owner key',
  'job.list_entries': 'viewer owner key',
  'job.redraw': 'operator',
  'job.replay_callback': 'operator owner key',
  'job.show': 'viewer owner key',
  'session.end': 'admin',
};

const people: Role[] = ['viewer', 'operator', 'admin'];
const account = { namespace: 'default', name: 'acme' };
const others: Actor[] = [
  { kind: 'owner', accounts: [account] },
  { kind: 'key', key: { ...account, name: 'shop' }, account },
];

test('each operation is allowed to the documented actors alone', () => {
  const shown = operations.map(({ name, right }): [string, string] => {
    const lowest = people.find((role) => mayRun(right, { kind: 'role', role })) ?? 'no role';
    const more = others.filter((actor) => mayRun(right, actor)).map(({ kind }) => ` ${kind}`);
    return [name, `${lowest}${right.recentSignIn === true ? '*' : ''}${more.join('')}`];
  });
  expect(Object.fromEntries(shown)).toEqual(rights);
  expect(shown).toHaveLength(Object.keys(rights).length);
});

/** Ports of an operation that must not touch any of them. */
const untouched = new Proxy({} as AllPorts, {
  get: (_, port) => {
    throw new Error(`the operation used ${String(port)}`);
  },
});

test.each(operations.map((operation) => [operation.name, operation] as const))(
  '%s refuses an actor without the right before it reads anything',
  async (_, operation) => {
    const viewer: Actor = { kind: 'role', role: 'viewer' };
    for (const actor of [viewer, ...others].filter((one) => !mayRun(operation.right, one)))
      await expect(operation.run({}, untouched, { actor })).rejects.toThrow(NotAllowed);
  },
);

test('every operation is in the registry', async () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
  const modules = files.filter((file) => /^\w+\/.*\.ts$/.test(file) && !file.endsWith('.test.ts'));
  const exported = await Promise.all(
    modules.map((file) => import(`./${file}`) as Promise<Record<string, { right?: unknown; name: string }>>),
  );
  const names = exported.flatMap((module) => Object.values(module)).flatMap((one) => (one.right ? [one.name] : []));
  expect(names.toSorted()).toEqual(operations.map(({ name }) => name).toSorted());
});

test('only reads are allowed to viewers, and only revocations work without an audit row', () => {
  const changes = operations.filter(({ effect }) => effect !== 'reads');
  expect(changes.filter(({ right }) => right.role === 'viewer')).toEqual([]);
  expect(operations.filter(({ effect }) => effect === 'reduces').map(({ name }) => name)).toEqual([
    'account.deactivate',
    'api_key.revoke',
    'session.end',
  ]);
});
