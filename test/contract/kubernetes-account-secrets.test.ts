import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { KubernetesAccountSecrets } from '../../src/k8s/kubernetes-account-secrets.ts';
import { clusterSigning } from '../../src/roles/signing.ts';
import { NotLeadingError } from '../../src/runtime/fence.ts';
import { newSecret } from '../../src/webhooks/signature.ts';
import { ApiClients, answer, statusOf } from '../support/cluster/fake-api-server.ts';
import { FakeClock } from '../support/time/fake-clock.ts';
import { startSecretServer, type SecretServer } from '../support/cluster/secret-server.ts';
import { accountSecretsContract } from './account-secrets.ts';

const secret = { namespace: 'adwright', name: 'adwright-account-secrets' };
const path = `/api/v1/namespaces/${secret.namespace}/secrets/${secret.name}`;

let clock: FakeClock;
let server: SecretServer;
let clients: ApiClients;

async function start(): Promise<void> {
  [clock, clients, server] = [new FakeClock(), new ApiClients(), await startSecretServer(path)];
}

function open(freshMs = 0): KubernetesAccountSecrets {
  const { client } = clients.open({ server: server.api.origin });
  return new KubernetesAccountSecrets({ client, secret, clock, newSecret, freshMs });
}

async function close(): Promise<void> {
  await clients.close();
  await server.api.close();
}

accountSecretsContract('KubernetesAccountSecrets', async () => {
  await start();
  return {
    ...{ clock, open, close },
    damage: ({ namespace, name }) => {
      server.data = { ...server.data, [`${namespace}.${name}`]: '{' };
      return Promise.resolve();
    },
  };
});

describe('KubernetesAccountSecrets', () => {
  const acme = { namespace: 'ads', name: 'acme' };
  beforeEach(start);
  afterEach(close);

  const requests = (method: string) => server.api.asked.filter((line) => line.startsWith(method)).length;

  test('KubernetesAccountSecrets reads and patches only its one Secret and never lists Secrets', async () => {
    const secrets = open();
    await secrets.ensure([acme]);
    await secrets.rotate(acme, 1_000);
    await secrets.delete(acme);
    expect(server.data).toEqual({});
    const others = server.api.asked.filter((line) => !/^(GET|PATCH) (\S+?)(\?fieldManager=adwright-test)?$/.test(line));
    expect(others).toEqual([]);
    expect(new Set(server.api.asked.map((line) => line.replace(/^\w+ |\?.*$/g, '')))).toEqual(new Set([path]));
  });

  test('secrets of many accounts are created by one patch', async () => {
    await open().ensure(Array.from({ length: 500 }, (_, i) => ({ namespace: 'ads', name: `account-${i}` })));
    expect(Object.keys(server.data ?? {})).toHaveLength(500);
    expect(requests('PATCH')).toBe(1);
  });

  test('`ensure` sends no patch if no secret is missing', async () => {
    const secrets = open();
    await secrets.ensure([acme]);
    await secrets.ensure([acme]);
    expect(requests('PATCH')).toBe(1);
  });

  test('a write to a Secret that another process has changed meanwhile is computed again', async () => {
    const [one, other] = [open(), open()];
    const names = Array.from({ length: 10 }, (_, i) => `account-${i}`);
    const accounts = names.map((name) => ({ namespace: 'ads', name }));
    await Promise.all(accounts.map((account, i) => (i % 2 === 0 ? one : other).ensure([account])));
    expect(server.conflicts).toBeGreaterThan(0);
    expect(Object.keys(server.data ?? {}).toSorted()).toEqual(names.map((name) => `ads.${name}`));
  });

  test('an account whose key is too long for a Secret is reported, and the others get their secrets', async () => {
    const [longest, tooLong] = [249, 250].map((length) => ({ namespace: 'ads', name: 'a'.repeat(length) }));
    if (longest === undefined || tooLong === undefined) throw new Error('unreachable');
    const refusal = { reason: 'Invalid', message: expect.stringContaining(`ads/${tooLong.name}`) };
    await expect(open().ensure([tooLong, acme, longest])).rejects.toMatchObject(refusal);
    expect(Object.keys(server.data ?? {})).toEqual(['ads.acme', `ads.${longest.name}`]);
    await expect(open().rotate(tooLong, 0)).rejects.toMatchObject(refusal);
    expect(await open().read(tooLong)).toBeUndefined();
  });

  test('reads at the same time or within `freshMs` share one request', async () => {
    const secrets = open(2_000);
    await secrets.ensure([acme]);
    server.api.asked.length = 0;
    const reads = await Promise.all(Array.from({ length: 50 }, () => secrets.read(acme)));
    await clock.advance(1_999);
    expect(await secrets.read(acme)).toEqual(reads[0]);
    expect(requests('GET')).toBe(1);
    const after = await open().rotate(acme, 60_000);
    await clock.advance(1);
    expect(await secrets.read(acme)).toEqual(after);
  });

  test('a read returns what the same process has just written', async () => {
    const secrets = open(60_000);
    expect(await secrets.read(acme)).toBeUndefined();
    await secrets.ensure([acme]);
    expect(await secrets.read(acme)).toBeDefined();
  });

  test('a read after `ensure` returns a secret that another process has created meanwhile', async () => {
    const secrets = open(60_000);
    expect(await secrets.read(acme)).toBeUndefined();
    await open().ensure([acme]);
    await secrets.ensure([acme]);
    expect(await secrets.read(acme)).toBeDefined();
  });

  test('a failed read is not cached', async () => {
    const secrets = open(60_000);
    const { handle } = server.api;
    server.api.handle = (_, response) => {
      answer(response, 503, statusOf(503, 'ServiceUnavailable', 'etcd is down'));
    };
    await expect(secrets.read(acme)).rejects.toMatchObject({ reason: 'Unavailable' });
    server.api.handle = handle;
    expect(await secrets.read(acme)).toBeUndefined();
  });

  test('a read of a missing Secret fails with NotFound and its name, and a deletion succeeds', async () => {
    server.data = undefined;
    const secrets = open();
    const failure = { reason: 'NotFound', message: expect.stringContaining('adwright/adwright-account-secrets') };
    await expect(secrets.read(acme)).rejects.toMatchObject(failure);
    await expect(secrets.ensure([acme])).rejects.toMatchObject(failure);
    await secrets.delete(acme);
  });

  test('a full Secret refuses further accounts with advice in the error, and still allows deletions', async () => {
    const accounts = Array.from({ length: 5_000 }, (_, i) => ({ namespace: 'ads', name: `customer-${i}` }));
    const secrets = open();
    await secrets.ensure(accounts);
    server.data = { ...server.data, 'ads.large': 'x'.repeat(600_000) };
    const full = { reason: 'Invalid', message: expect.stringMatching(/full .* 5001 accounts.*webhookSecretRef/) };
    await expect(secrets.ensure([acme])).rejects.toMatchObject(full);
    for (const name of ['customer-1', 'large']) await secrets.delete({ namespace: 'ads', name });
    await secrets.ensure([acme]);
    expect(server.data).not.toHaveProperty(['ads.customer-1']);
    expect(server.data).toHaveProperty(['ads.acme']);
  });

  test('a controller that loses its leadership during a write does not send the write', async () => {
    const holds = [true, false];
    const leadership = { holds: () => holds.shift() ?? false };
    const { client } = clients.open({ server: server.api.origin });
    const { accountSecrets } = clusterSigning(client, secret, leadership);
    await accountSecrets.ensure([acme]);
    await expect(accountSecrets.delete(acme)).rejects.toThrow(NotLeadingError);
    expect(await accountSecrets.read(acme)).toBeDefined();
    expect(requests('PATCH')).toBe(1);
  });
});
