import { TLSSocket } from 'node:tls';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { loadClusterConfig } from '../../src/k8s/cluster-config.ts';
import { widgets } from '../contract/widget.ts';
import { answer, ApiClients, startApiServer, statusOf, type ApiServer } from '../support/cluster/fake-api-server.ts';
import { FakeClock } from '../support/time/fake-clock.ts';
import { testCertificates } from '../support/network/test-certificates.ts';

const key = { namespace: 'here', name: 'a' };
const widget = { metadata: { ...key, uid: 'u', resourceVersion: '7' }, spec: { size: 1 } };

let server: ApiServer;
let clients: ApiClients;
/** The only value of the `Authorization` header that the server accepts. */
let accepted: string;
beforeEach(async () => {
  accepted = 'Bearer first';
  server = await startApiServer((request, response) => {
    if (request.headers.authorization === accepted) answer(response, 200, widget);
    else answer(response, 401, statusOf(401, 'Unauthorized', 'Unauthorized'));
  });
  clients = new ApiClients();
});
afterEach(async () => {
  await clients.close();
  await server.close();
});

describe('tokens', () => {
  test('a token file is read again when the server refuses the old token, and the write succeeds', async () => {
    const tokenFile = clients.file('token', 'first\n');
    const { store } = clients.open({ server: server.origin }, { tokenFile: 'token' });
    await store.get(widgets, key);
    accepted = 'Bearer second';
    clients.file('token', 'second\n');
    expect(tokenFile).toContain(clients.folder.path);
    expect(await store.patch(widgets, key, { spec: { size: 1 } })).toMatchObject({ spec: { size: 1 } });
    expect(server.asked.map((line) => line.split(' ')[0])).toEqual(['GET', 'PATCH', 'PATCH']);
  });

  test('a plugin runs again only when the server refuses its token', async () => {
    const credential = {
      apiVersion: 'client.authentication.k8s.io/v1',
      kind: 'ExecCredential',
      status: { token: 'T' },
    };
    const script = clients.file(
      'plugin.mjs',
      `import { appendFileSync, readFileSync } from 'node:fs';
       const asked = JSON.parse(process.env.KUBERNETES_EXEC_INFO);
       appendFileSync(${JSON.stringify(clients.folder.path)} + '/runs', asked.kind + '\\n');
       const runs = readFileSync(${JSON.stringify(clients.folder.path)} + '/runs', 'utf8').split('\\n').length - 1;
       console.log(${JSON.stringify(JSON.stringify(credential))}.replace('"T"', JSON.stringify(runs === 1 ? 'first' : 'second')));`,
    );
    const exec = { apiVersion: credential.apiVersion, command: process.execPath, args: [script] };
    const { store } = clients.open({ server: server.origin }, { exec });
    await store.get(widgets, key);
    await store.get(widgets, key);
    expect(server.asked).toHaveLength(2);
    accepted = 'Bearer second';
    expect(await store.get(widgets, key)).toBeDefined();
    expect(server.asked).toHaveLength(4);
  });

  test('a token that stays refused fails with Forbidden after a single renewal', async () => {
    const { store } = clients.open({ server: server.origin }, { token: 's3cr3t' }, { clock: new FakeClock() });
    for (let turn = 0; turn < 3; turn += 1) {
      await expect(store.get(widgets, key)).rejects.toMatchObject({ reason: 'Forbidden' });
    }
    expect(server.asked).toHaveLength(4);
  });

  test('a user name and password are sent as basic authentication', async () => {
    accepted = `Basic ${Buffer.from('me:pass').toString('base64')}`;
    const { store } = clients.open({ server: server.origin }, { username: 'me', password: 'pass' });
    expect(await store.get(widgets, key)).toBeDefined();
  });
});

describe('impersonation', () => {
  const who = { as: 'jane', 'as-uid': '7', 'as-groups': ['dev', 'ops'], 'as-user-extra': { 'acme.com/team': ['ads'] } };
  const impersonated = {
    'impersonate-user': ['jane'],
    'impersonate-uid': ['7'],
    'impersonate-group': ['dev', 'ops'],
    'impersonate-extra-acme.com%2fteam': ['ads'],
  };
  const token = { apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential', status: { token: 'first' } };
  const exec = { command: 'echo', args: [JSON.stringify(token)] };

  test.each<[string, object]>([
    ['a token', { token: 'first' }],
    ['a plugin', { exec }],
  ])('all fields are sent with the credentials of %s', async (_, credentials) => {
    let headers: object = {};
    const { handle } = server;
    server.handle = (request, response, body) => {
      headers = request.headersDistinct;
      handle(request, response, body);
    };
    const { store } = clients.open({ server: server.origin }, { ...credentials, ...who });
    expect(await store.get(widgets, key)).toBeDefined();
    expect(headers).toMatchObject(impersonated);
  });

  test('impersonated groups without a user are refused', () => {
    expect(() => clients.open({ server: server.origin }, { 'as-groups': ['dev'] })).toThrow(
      'not the required field "as"',
    );
  });

  test('impersonation fields of a wrong type make the kubeconfig invalid', () => {
    const open = () => clients.open({ server: server.origin }, { as: 'jane', 'as-groups': 'dev' });
    expect(open).toThrow('is not a valid kubeconfig');
  });
});

describe('TLS', () => {
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const authority = base64(testCertificates.authority);
  let secure: ApiServer;
  /** Common names of the client certificates that the server got. */
  let seen: string[];
  beforeEach(async () => {
    seen = [];
    const { serverKey, serverCertificate, authority: ca } = testCertificates;
    secure = await startApiServer(
      (request, response) => {
        // Only TLS sockets have a peer certificate.
        if (request.socket instanceof TLSSocket) seen.push(peerOf(request.socket));
        answer(response, 200, widget);
      },
      { key: serverKey, cert: serverCertificate, ca, requestCert: true, rejectUnauthorized: false },
    );
  });
  afterEach(() => secure.close());

  test('a rotated client certificate is used for the next connection', async () => {
    const clock = new FakeClock();
    const write = (which: 'first' | 'second'): void => {
      clients.file('client.crt', testCertificates[`${which}Certificate`]);
      clients.file('client.key', testCertificates[`${which}Key`]);
    };
    write('first');
    const user = { 'client-certificate': 'client.crt', 'client-key': 'client.key' };
    const cluster = { 'certificate-authority-data': authority, 'tls-server-name': 'api.test', server: secure.origin };
    const { store } = clients.open(cluster, user, { clock });
    await store.get(widgets, key);
    write('second');
    await store.get(widgets, key);
    await clock.advance(10_000);
    await store.get(widgets, key);
    expect(seen).toEqual(['first', 'first', 'second']);
  });

  test.each<[string, object]>([
    ['with a certificate of another authority', { 'tls-server-name': 'api.test' }],
    ['with another name', { 'certificate-authority-data': authority }],
  ])('a client sends no request to a server %s', async (_, cluster) => {
    const { store } = clients.open({ ...cluster, server: secure.origin });
    await expect(store.get(widgets, key)).rejects.toMatchObject({ reason: 'Unavailable' });
    expect(secure.asked).toEqual([]);
  });

  test('an additional authority is trusted beside that of the kubeconfig', async () => {
    const other = base64(testCertificates.redisAuthority);
    const cluster = { 'certificate-authority-data': other, 'tls-server-name': 'api.test', server: secure.origin };
    await expect(clients.open(cluster).store.get(widgets, key)).rejects.toMatchObject({ reason: 'Unavailable' });
    const trustedCa = testCertificates.authority;
    expect(await clients.open(cluster, {}, { trustedCa }).store.get(widgets, key)).toBeDefined();
    const own = { ...cluster, 'certificate-authority-data': authority };
    const both = clients.open(own, {}, { trustedCa: testCertificates.redisAuthority });
    expect(await both.store.get(widgets, key)).toBeDefined();
  });

  test('`insecure-skip-tls-verify` accepts any server certificate', async () => {
    const { store } = clients.open({ 'insecure-skip-tls-verify': true, server: secure.origin });
    expect(await store.get(widgets, key)).toBeDefined();
  });
});

describe('secrets in error messages', () => {
  const nowhere = { kubeconfigs: [], home: '', service: undefined };

  test('the error for an unreadable kubeconfig contains no secret', () => {
    const broken = clients.file('broken', 'users: [{user: {token: s3cr3t}\n  x');
    expect(() => loadClusterConfig(broken, nowhere)).toThrow('is not a valid kubeconfig');
    expect(() => loadClusterConfig(broken, nowhere)).not.toThrow('s3cr3t');
    expect(() => loadClusterConfig(`${clients.folder.path}/none`, nowhere)).toThrow('ENOENT');
  });

  test('the error for a failing plugin contains no token', async () => {
    for (const [stream, code] of [
      ['stdout', 0],
      ['stderr', 1],
    ] as const) {
      const script = clients.file('plugin.mjs', `process.${stream}.write('s3cr3t'); process.exitCode = ${code};`);
      const { store } = clients.open(
        { server: server.origin },
        { exec: { command: process.execPath, args: [script] } },
      );
      const error = await store.get(widgets, key).catch((failure: unknown) => failure);
      expect(error).toMatchObject({ reason: 'Unavailable' });
      expect(error).not.toHaveProperty('cause');
      expect(String(error)).toContain('plugin');
      expect(String(error)).not.toContain('s3cr3t');
    }
  });

  test('the errors for a refusing, slow or absent server contain no token', async () => {
    const { store } = clients.open({ server: server.origin }, { token: 's3cr3t' }, { timeoutMs: 50 });
    const errors = [await store.get(widgets, key).catch((failure: unknown) => failure)];
    server.handle = () => undefined;
    errors.push(await store.delete(widgets, key).catch((failure: unknown) => failure));
    await server.close();
    errors.push(await store.delete(widgets, key).catch((failure: unknown) => failure));
    expect(errors.map((error) => error instanceof Error)).toEqual([true, true, true]);
    expect(JSON.stringify(errors.map(allOf))).not.toContain('s3cr3t');
  });
});

function peerOf(socket: TLSSocket): string {
  const certificate = socket.getPeerCertificate();
  return Object.keys(certificate).length === 0 ? 'nobody' : String(certificate.subject.CN);
}

/** Returns the error with all its properties, as a logger would write it. */
function allOf(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return error;
  const names = Object.getOwnPropertyNames(error);
  return names.map((name) => [name, allOf(Reflect.get(error, name))]);
}
