import { beforeEach, expect, test } from '@jest/globals';
import { StoreError } from '../objects/store-error.ts';
import type { NewSecrets } from '../secrets/port.ts';
import { Terminal } from '../../test/support/process/terminal.ts';

const namespace = 'ads';
const terminal = new Terminal();
const secrets = new Map<string, Readonly<Record<string, string>>>();
const newSecrets: NewSecrets = {
  keys: ({ name }) => {
    const values = secrets.get(name);
    return Promise.resolve(values && Object.keys(values));
  },
  create: ({ name }, values) => {
    if (secrets.has(name)) return Promise.reject(new StoreError('AlreadyExists', 'it exists'));
    secrets.set(name, values);
    return Promise.resolve();
  },
};
beforeEach(() => {
  secrets.clear();
});

function run(args: string[], through = newSecrets): Promise<number> {
  const store = () => Promise.reject(new Error('the command opened the objects'));
  return terminal.run(['create-secrets', ...args], { namespace, store, newSecrets: () => Promise.resolve(through) });
}

const both = ['--installation', 'ads-installation', '--redis', 'ads-redis'];

test('create-secrets creates both Secrets, and prints none of their values', async () => {
  expect(await run(both)).toBe(0);
  const { 'installation-secret': installation = '' } = secrets.get('ads-installation') ?? {};
  const { password = '', 'users.acl': acl } = secrets.get('ads-redis') ?? {};
  for (const value of [installation, password]) expect(value).toMatch(/^[0-9a-f]{64}$/);
  expect(installation).not.toBe(password);
  expect(acl).toBe(`user default on >${password} ~* &* +@all\n`);
  expect(terminal.out).toBe('Created the Secret ads-installation.\nCreated the Secret ads-redis.\n');
});

test('create-secrets creates a key for the inputs of stages, and keeps the entries of later keys', async () => {
  expect(await run(['--stage-input', 'inputs'])).toBe(0);
  expect(secrets.get('inputs')).toEqual({ '1': expect.stringMatching(/^[0-9a-f]{64}$/) });
  secrets.set('inputs', { '2': 'rotated' });
  expect(await run(['--stage-input', 'inputs'])).toBe(0);
  expect(secrets.get('inputs')).toEqual({ '2': 'rotated' });
});

test('a second create-secrets changes nothing', async () => {
  await run(both);
  const before = new Map(secrets);
  expect(await run(both)).toBe(0);
  expect(secrets).toEqual(before);
  expect(terminal.out).toContain('The Secret ads-redis exists; nothing was changed.');
});

test('create-secrets keeps a Secret that another process creates at the same time', async () => {
  await run(both);
  const before = new Map(secrets);
  const overtaken = { ...newSecrets };
  overtaken.keys = () => {
    overtaken.keys = newSecrets.keys.bind(newSecrets);
    return Promise.resolve(undefined);
  };
  expect(await run(['--redis', 'ads-redis'], overtaken)).toBe(0);
  expect(secrets).toEqual(before);
});

test('create-secrets fails, and names the missing key, for an incomplete Secret', async () => {
  secrets.set('ads-redis', { password: 'given' });
  expect(await run(['--redis', 'ads-redis'])).toBe(1);
  expect(terminal.err).toMatch(/^The Secret ads-redis exists without users\.acl\./);
  expect(secrets.get('ads-redis')).toEqual({ password: 'given' });
});

test('create-secrets without a Secret is a usage error', async () => {
  expect(await run([])).toBe(2);
});
