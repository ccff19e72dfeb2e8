import { createServer, type RequestListener, type Server } from 'node:http';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { checkCluster } from '../../src/checks/cluster.ts';
import type { Finding } from '../../src/checks/finding.ts';
import { checkRedis } from '../../src/checks/redis.ts';
import { checkImages } from '../../src/checks/registry.ts';
import { systemClock } from '../../src/clock/system-clock.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { openCheckedRedis } from '../../src/roles/ledger.ts';
import { answer, ApiClients, startApiServer, statusOf, type ApiServer } from '../support/cluster/fake-api-server.ts';
import { makeRedisUser, redisUser } from '../support/cluster/redis-user.ts';
import { freePort } from '../support/network/free-port.ts';
import { RedisServer } from '../support/stores/redis-server.ts';

const failures = (findings: readonly Finding[]): string[] =>
  findings.filter(({ verdict }) => verdict !== 'ok').map(({ verdict, sentence }) => `${verdict}: ${sentence}`);

describe('Redis', () => {
  async function checked(url: string, user: object = {}): Promise<Finding[]> {
    const config = { url, username: undefined, password: undefined, caFile: undefined, prefix: 'user', ...user };
    const redis = openCheckedRedis(config, { role: 'cli', logger: createLogger('silent', 'cli'), clock: systemClock });
    const findings = await checkRedis(redis, systemClock, 2_000);
    redis.close();
    return findings;
  }

  test('passes with the settings and the user of the guide', async () => {
    const server = await RedisServer.start();
    await makeRedisUser(server);
    const findings = await checked(server.url, redisUser);
    expect(findings.map(({ verdict }) => verdict)).toEqual(['ok', 'ok', 'ok']);
    expect(findings[0]?.sentence).toMatch(/^Redis responds; its version is \d+\.\d+/);
    await server.close();
  });

  test('fails if it can lose writes, and if its user lacks a command', async () => {
    const server = await RedisServer.start('--appendfsync', 'everysec', '--maxmemory-policy', 'allkeys-lru');
    await makeRedisUser(server, '-xadd');
    const [, durability, rights] = await checked(server.url, redisUser);
    expect(durability?.sentence).toMatch(/^Redis can lose .*maxmemory-policy is not noeviction, appendfsync is not/);
    expect(rights?.sentence).toMatch(/^The Redis user may not run xadd\. Allow/);
    await server.close();
  });

  test('fails with a wrong password, and without a server', async () => {
    const server = await RedisServer.start();
    await makeRedisUser(server);
    const [wrong] = await checked(server.url, { ...redisUser, password: 'wrong' });
    expect(wrong?.sentence).toMatch(/^Redis cannot be used: .*rejects the user name or the password/);
    await server.close();
    const [none] = await checked(`redis://127.0.0.1:${await freePort()}`);
    expect(none).toMatchObject({ verdict: 'failed', sentence: expect.stringMatching(/ECONNREFUSED/) });
  }, 30_000);
});

describe('images', () => {
  let registry: Server | undefined;
  afterEach(() => void registry?.close());

  async function startRegistry(handle: RequestListener): Promise<string> {
    const port = await freePort();
    registry = createServer(handle).listen(port, '127.0.0.1');
    return `127.0.0.1:${port}`;
  }

  test('are asked for with a token that the registry gives for the credentials', async () => {
    const asked: string[] = [];
    const host = await startRegistry((request, response) => {
      const { authorization = '' } = request.headers;
      asked.push(`${request.method ?? ''} ${request.url ?? ''} ${authorization}`);
      if (request.url?.startsWith('/token') === true) {
        answer(response, authorization === 'Basic YTpi' ? 200 : 401, { token: 'let-in' });
        return;
      }
      if (authorization === 'Bearer let-in') response.writeHead(request.url?.endsWith('/1.2.0') === true ? 200 : 404);
      else response.writeHead(401, { 'WWW-Authenticate': `Bearer realm="http://${host}/token",service="r",scope="s"` });
      response.end();
    });
    const images = [`${host}/ads/adwright:1.2.0`, `${host}/ads/adwright:missing`];
    const allowed = await checkImages(images, { fetch, credentials: new Map([[host, 'YTpi']]) });
    expect(allowed.map(({ verdict }) => verdict)).toEqual(['ok', 'failed']);
    expect(failures(allowed)[0]).toMatch(/missing is not in its registry\. Push it/);
    expect(asked).toContain('GET /token?service=r&scope=s Basic YTpi');
    expect(failures(await checkImages(images.slice(0, 1), { fetch, credentials: new Map() }))[0]).toMatch(
      /refuses to show .*--docker-config, and to the pods with imagePullSecrets/,
    );
  });

  test('send no credentials without TLS to another machine', async () => {
    const asked: string[] = [];
    const host = await startRegistry((_, response) => {
      response.writeHead(401, { 'WWW-Authenticate': 'Bearer realm="http://tokens.test/",service="r",scope="s"' }).end();
    });
    const seen: typeof fetch = (url, init) => {
      asked.push(new Request(url).url);
      return fetch(url, init);
    };
    const images = [`${host}/ads/adwright:1.2.0`];
    const findings = await checkImages(images, { fetch: seen, credentials: new Map([[host, 'YTpi']]) });
    expect(failures(findings)[0]).toMatch(/refuses to show/);
    expect(asked).toEqual([`http://${host}/v2/ads/adwright/manifests/1.2.0`]);
  });

  test('of a node are a warning, and those of an unreachable registry a failure', async () => {
    const images = ['localhost/adwright:0.1.0', `127.0.0.1:${await freePort()}/adwright`];
    const [local, unreachable] = failures(await checkImages(images, { fetch, credentials: new Map() }));
    expect(local).toMatch(/^warning: localhost\/adwright:0.1.0 is in no registry\. Copy it to every node/);
    expect(unreachable).toMatch(/^failed: The registry of .* cannot be reached/);
  });
});

describe('a cluster', () => {
  const clients = new ApiClients();
  let server: ApiServer | undefined;
  afterEach(() => server?.close());
  afterAll(() => clients.close());

  const crd = (name: string, namespace: string) => ({
    metadata: { name, annotations: { 'meta.helm.sh/release-namespace': namespace } },
  });
  const good: Record<string, unknown> = {
    '/version': { gitVersion: 'v1.34.1', major: '1', minor: '34+' },
    '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews': { status: { allowed: true } },
    '/apis/admissionregistration.k8s.io/v1': { resources: [{ name: 'validatingadmissionpolicies' }] },
    '/apis/storage.k8s.io/v1/storageclasses': {
      items: [{ metadata: { name: 'fast', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } } }],
    },
    '/api/v1/namespaces/ads/pods?dryRun=All': {},
  };

  /** Checks a cluster that gives these answers; other paths are objects that do not exist. */
  async function checked(answers: Record<string, unknown>, needsVolumes = true): Promise<Finding[]> {
    server = await startApiServer(({ url = '' }, response) => {
      const found = answers[url];
      if (found === undefined) answer(response, 404, statusOf(404, 'NotFound', `${url} not found`, { name: 'x' }));
      else answer(response, found instanceof Error ? 403 : 200, found instanceof Error ? forbidden(found) : found);
    });
    const { client } = clients.open({ server: server.origin });
    return checkCluster(client, { namespace: 'ads', needsVolumes });
  }
  const forbidden = ({ message }: Error) => statusOf(403, 'Forbidden', message);

  test('that is good has only sentences that are ok', async () => {
    const findings = await checked(good);
    expect(failures(findings)).toEqual([]);
    expect(findings.map(({ sentence }) => sentence)).toEqual([
      'The cluster runs Kubernetes v1.34.1.',
      'You may create everything that the chart contains in ads.',
      'The CRDs are not installed yet; the chart installs them.',
      'The API server has ValidatingAdmissionPolicy, which decides who may spend credits.',
      'The default StorageClass is fast.',
      'Pods of Adwright pass the policies of the namespace ads.',
    ]);
  });

  test.each<[string, Record<string, unknown>, RegExp]>([
    ['is too old', { '/version': { gitVersion: 'v1.31.4', major: '1', minor: '31' } }, /Upgrade it to 1\.32 or newer/],
    [
      'gives the caller too few rights',
      { '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews': { status: { allowed: false } } },
      /^failed: You may not create deployments, .*set .*crds\.install: false/,
    ],
    [
      'has no policies',
      { '/apis/admissionregistration.k8s.io/v1': { resources: [] } },
      /does not serve ValidatingAdmissionPolicy.*accountUse\.enabled: false/,
    ],
    [
      'has no default StorageClass',
      { '/apis/storage.k8s.io/v1/storageclasses': { items: [{ metadata: { name: 'slow' } }] } },
      /Set storage\.volume\.storageClass and redis\.bundled\.storageClass to one of slow\./,
    ],
    [
      'refuses pods like those of stages',
      { '/api/v1/namespaces/ads/pods?dryRun=All': new Error('violates policy acme/no-pods') },
      /^failed: A pod in ads would be refused: .*acme\/no-pods\. Allow it/,
    ],
    [
      'has CRDs of another release',
      {
        '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/adjobs.adwright.dev': crd('adjobs', 'other'),
      },
      /^warning: The CRDs belong to a release in the namespace other\. .* set crds\.install: false/,
    ],
  ])('that %s is told what to do', async (_, answers, want) => {
    expect(failures(await checked({ ...good, ...answers })).join('\n')).toMatch(want);
  });

  test('without the namespace or a StorageClass suits an installation that creates both or needs none', async () => {
    const { '/api/v1/namespaces/ads/pods?dryRun=All': _, ...others } = good;
    const classes = { '/apis/storage.k8s.io/v1/storageclasses': { items: [] } };
    const findings = await checked({ ...others, ...classes }, false);
    expect(failures(findings)).toEqual([]);
    expect(findings.at(-1)?.sentence).toMatch(/^The namespace ads does not exist yet/);
  });

  test('that does not respond is one failure', async () => {
    const { client } = clients.open({ server: `http://127.0.0.1:${await freePort()}` });
    const findings = await checkCluster(client, { namespace: 'ads', needsVolumes: true });
    expect(failures(findings)).toEqual([
      expect.stringMatching(/^failed: The API server cannot be used: .*KUBECONFIG\.$/),
    ]);
  }, 30_000);
});
