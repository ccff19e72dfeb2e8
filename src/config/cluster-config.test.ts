import { describe, expect, test } from '@jest/globals';
import { readApiConfig } from './api-config.ts';
import { apiChecks, controllerChecks } from '../roles/checked-settings.ts';
import { watchedNamespace } from '../roles/cluster.ts';
import { rateWindows } from '../ads/known-types.ts';
import { stageNames } from '../domain/pipelines.ts';
import { readControllerConfig } from './controller-config.ts';

const volume = {
  ADWRIGHT_STORAGE: 'volume',
  ADWRIGHT_STORAGE_PATH: '/var/lib/adwright/artifacts',
  ADWRIGHT_STORAGE_CLAIM: 'adwright',
};
const common = {
  ADWRIGHT_NAMESPACE: 'ads',
  ADWRIGHT_PUBLIC_URL: 'https://ads.example.com/v1/',
  ADWRIGHT_REDIS_URL: 'redis://redis.example.com',
};
const api = { ...common, ...volume };
const controller = {
  ...api,
  ADWRIGHT_INSTALLATION_SECRET: 's'.repeat(32),
  ADWRIGHT_STAGE_PODS: '/etc/adwright/stage-pods.yaml',
};

describe('readApiConfig', () => {
  test('readApiConfig requires only a namespace, a public URL, Redis and storage', () => {
    expect(readApiConfig(api)).toEqual({
      namespace: 'ads',
      tracing: { isDisabled: false, sampler: 'parentbased_always_on', ratio: 1 },
      watchAllNamespaces: false,
      listen: { host: '::', port: 8080 },
      metricsListen: { host: '::', port: 9090 },
      publicUrl: 'https://ads.example.com/v1',
      corsOrigins: [],
      egress: { allow: '', deny: '', proxy: undefined, proxyCredentialsFile: undefined },
      allowHttpCallbacks: false,
      storage: { kind: 'volume', path: '/var/lib/adwright/artifacts', claimName: 'adwright' },
      redis: {
        url: 'redis://redis.example.com',
        username: undefined,
        password: undefined,
        caFile: undefined,
        prefix: 'adwright',
      },
      prices: {},
      windowDefaults: Object.fromEntries(rateWindows.map(({ limit, perMinute }) => [limit, perMinute])),
      responseCacheBytes: 67_108_864,
      load: { waitingMax: 1_000, waitMsMax: 5_000 },
      logLevel: 'info',
    });
  });

  test('a protocol of traces other than http/protobuf is rejected', () => {
    expect(() => readApiConfig({ ...api, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toThrow(
      'OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf: no other protocol is supported.',
    );
  });

  test('readApiConfig accepts a bucket instead of a volume', () => {
    const s3 = { ADWRIGHT_STORAGE: 's3', ADWRIGHT_S3_BUCKET: 'ads', ADWRIGHT_S3_ENDPOINT: 'http://s3.example:9000' };
    expect(readApiConfig({ ...common, ...s3, ADWRIGHT_S3_FORCE_PATH_STYLE: 'true' }).storage).toEqual({
      kind: 's3',
      bucket: 'ads',
      prefix: '',
      region: 'us-east-1',
      endpoint: 'http://s3.example:9000',
      forcePathStyle: true,
    });
  });

  test('readApiConfig accepts every claim name that Kubernetes allows', () => {
    const claim = `pvc.${'a'.repeat(60)}.${'b'.repeat(60)}`;
    expect(readApiConfig({ ...api, ADWRIGHT_STORAGE_CLAIM: claim }).storage).toMatchObject({ claimName: claim });
  });

  test.each<[string, NodeJS.ProcessEnv, string]>([
    ['missing storage', { ...common }, 'ADWRIGHT_STORAGE must be volume or s3'],
    ['a bucket without a name', { ...common, ADWRIGHT_STORAGE: 's3' }, 'ADWRIGHT_S3_BUCKET is missing'],
    ['a volume without a claim', { ...api, ADWRIGHT_STORAGE_CLAIM: '' }, 'ADWRIGHT_STORAGE_CLAIM'],
    ['a claim that is a path', { ...api, ADWRIGHT_STORAGE_CLAIM: 'a..b' }, 'ADWRIGHT_STORAGE_CLAIM must be a DNS'],
    [
      'a claim that is too long',
      { ...api, ADWRIGHT_STORAGE_CLAIM: 'a'.repeat(254) },
      'ADWRIGHT_STORAGE_CLAIM must be at most',
    ],
    [
      'a prefix with ..',
      { ...common, ADWRIGHT_STORAGE: 's3', ADWRIGHT_S3_BUCKET: 'ads', ADWRIGHT_S3_PREFIX: 'a/../b' },
      'ADWRIGHT_S3_PREFIX must not contain . or .. as a folder',
    ],
    ['a missing Redis URL', { ...api, ADWRIGHT_REDIS_URL: undefined }, 'ADWRIGHT_REDIS_URL'],
    ['an invalid Redis URL', { ...api, ADWRIGHT_REDIS_URL: 'https://a.example' }, 'ADWRIGHT_REDIS_URL must be a redis'],
    [
      'a certificate authority for a Redis without TLS',
      { ...api, ADWRIGHT_REDIS_CA_FILE: '/ca.crt' },
      'ADWRIGHT_REDIS_CA_FILE requires a rediss:// URL',
    ],
    [
      'a Redis user without a password',
      { ...api, ADWRIGHT_REDIS_USERNAME: 'ads' },
      'ADWRIGHT_REDIS_PASSWORD is required if a user name is set',
    ],
    [
      'a Redis database other than 0',
      { ...api, ADWRIGHT_REDIS_URL: 'redis://a.example/1' },
      'must not select a database other than 0',
    ],
    [
      'a password in the Redis URL',
      { ...api, ADWRIGHT_REDIS_URL: 'redis://me:s3cret@a.example' },
      'must not contain a password',
    ],
    ['prices that are not JSON', { ...api, ADWRIGHT_PRICES: 'cheap' }, 'ADWRIGHT_PRICES must be JSON'],
    [
      'a price named __proto__',
      { ...api, ADWRIGHT_PRICES: '{"__proto__": 6}' },
      'ADWRIGHT_PRICES must not contain "__pr',
    ],
    ['more video creates a minute than the cap', { ...api, ADWRIGHT_VIDEO_CREATES_PER_MINUTE: '11' }, 'VIDEO'],
    ['a missing public URL', { ...api, ADWRIGHT_PUBLIC_URL: undefined }, 'ADWRIGHT_PUBLIC_URL'],
    ['an invalid namespace', { ...api, ADWRIGHT_NAMESPACE: 'A b' }, 'ADWRIGHT_NAMESPACE must be a DNS label'],
  ])('readApiConfig refuses %s', (_, env, message) => {
    expect(() => readApiConfig(env)).toThrow(message);
  });
});

test('missing, invalid and contradictory settings are listed at once', () => {
  const env = { ADWRIGHT_STORAGE: 'volume', ADWRIGHT_REDIS_URL: 'redis://a.example', ADWRIGHT_REDIS_USERNAME: 'ads' };
  expect(() => readApiConfig(env)).toThrow(
    [
      'The settings are invalid:',
      '  ADWRIGHT_NAMESPACE is missing.',
      '  ADWRIGHT_PUBLIC_URL must be an http or https URL, such as https://ads.example.com.',
      '  ADWRIGHT_STORAGE_PATH is missing.',
      '  ADWRIGHT_STORAGE_CLAIM is missing.',
      '  ADWRIGHT_REDIS_PASSWORD is required if a user name is set.',
    ].join('\n'),
  );
});

test.each([
  ['an unknown price', { ADWRIGHT_PRICES: '{"gold": 1}' }, 'ADWRIGHT_PRICES: Unknown price "gold"'],
  ['an invalid range', { ADWRIGHT_EGRESS_ALLOW: 'home' }, 'ADWRIGHT_EGRESS_ALLOW: "home" is not a valid address range'],
  [
    'an unknown stage',
    { ADWRIGHT_STAGE_DEADLINES: 'lunch=5' },
    'ADWRIGHT_STAGE_DEADLINES: Stage "lunch" does not exist',
  ],
  [
    'an unknown stage',
    { ADWRIGHT_STAGE_DEADLINES: 'film=600' },
    `ADWRIGHT_STAGE_DEADLINES: Stage "film" does not exist; the stages are ${stageNames.join(', ')}.`,
  ],
  ['an unknown fault', { ADWRIGHT_STAGE_FAULTS: 'image=sad' }, 'ADWRIGHT_STAGE_FAULTS: There is no fault'],
])('%s is refused, and the message names the setting', (_, change, message) => {
  expect(() => readControllerConfig({ ...controller, ...change }, controllerChecks)).toThrow(message);
});

test('a setting that the role does not read is not checked', () => {
  expect(readApiConfig({ ...api, ADWRIGHT_STAGE_FAULTS: 'image=sad' }, apiChecks)).toMatchObject({ prices: {} });
});

describe('readControllerConfig', () => {
  test('readControllerConfig has a default for every limit', () => {
    expect(readControllerConfig(controller)).toMatchObject({
      maxRunningJobs: 20,
      requireReadableBrand: false,
      stageWaitSeconds: 3_600,
      unschedulableSeconds: 600,
      imagePullSeconds: 1_500,
      leaderElection: true,
      leaseName: 'adwright-controller',
      retention: { ttlSeconds: 86_400, finishedJobsMax: 20_000, archiveDays: 30, auditLogDays: 400 },
      hasAccountMetrics: true,
      accountSecrets: { namespace: undefined, name: 'adwright-account-secrets' },
    });
  });

  test('ADWRIGHT_ACCOUNT_SECRETS may name the namespace of the Secret', () => {
    const secretOf = (text: string) =>
      readControllerConfig({ ...controller, ADWRIGHT_ACCOUNT_SECRETS: text }).accountSecrets;
    expect(secretOf('keys')).toEqual({ namespace: undefined, name: 'keys' });
    expect(secretOf('ads/my.keys')).toEqual({ namespace: 'ads', name: 'my.keys' });
  });

  test('ADWRIGHT_REQUIRE_READABLE_BRAND=true requires a readable brand', () => {
    const env = { ...controller, ADWRIGHT_REQUIRE_READABLE_BRAND: 'true' };
    expect(readControllerConfig(env).requireReadableBrand).toBe(true);
  });

  test('ADWRIGHT_WATCH_ALL_NAMESPACES=true watches all namespaces', () => {
    const config = readControllerConfig({ ...controller, ADWRIGHT_WATCH_ALL_NAMESPACES: 'true' });
    expect(watchedNamespace(config)).toBeUndefined();
    expect(watchedNamespace({ ...config, watchAllNamespaces: false })).toBe('ads');
  });

  test.each<[string, NodeJS.ProcessEnv, string]>([
    ['a short installation secret', { ADWRIGHT_INSTALLATION_SECRET: 'short' }, 'must have at least 32 characters'],
    ['a path in place of a Secret', { ADWRIGHT_ACCOUNT_SECRETS: 'a/b/c' }, 'the name of a Secret, or namespace/name'],
    ['missing stage pods', { ADWRIGHT_STAGE_PODS: undefined }, 'ADWRIGHT_STAGE_PODS'],
    [
      'a wait longer than a presigned URL is valid',
      { ADWRIGHT_STAGE_WAIT_SECONDS: '999999' },
      'ADWRIGHT_STAGE_WAIT_SECONDS',
    ],
  ])('readControllerConfig refuses %s', (_, change, message) => {
    expect(() => readControllerConfig({ ...controller, ...change })).toThrow(message);
  });

  test('the message for an invalid secret does not contain the secret', () => {
    expect(() => readControllerConfig({ ...controller, ADWRIGHT_INSTALLATION_SECRET: 'hunter2' })).not.toThrow(
      'hunter2',
    );
  });
});
