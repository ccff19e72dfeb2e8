import { podSettingsAnnotation } from '../../src/domain/stage-labels.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { decodeStageInput } from '../../src/schema/stage-input-text.ts';
import { expect, describe, test } from '@jest/globals';
import { z } from 'zod';
import { parse } from 'yaml';
import { browserFlags } from '../../src/browser/browser-flags.ts';
import { stageJob, type Installation } from '../../src/launch/kubernetes/job-spec.ts';
import type { StageAttempt } from '../../src/launch/port.ts';
import { parseStagePods } from '../../src/launch/kubernetes/stage-pods.ts';

/** Each file in this folder contains `settings` for stage pods and the `job` that must be built from them, in full. */
const folder = new URL('./stage-jobs/', import.meta.url);

const now = new Date('2026-01-01T00:00:00Z');
const root = '/var/lib/adwright/artifacts';
const owner = {
  key: { namespace: 'ads', name: '0198d1c2-7e1b-7c3a-9d3e-3f1a2b4c5d6e' },
  uid: '6f1c1f0e-6e0a-4b5e-8a57-1d2e3f405162',
  jobId: '0198d1c2-7e1b-7c3a-9d3e-3f1a2b4c5d6e',
};

function attempt(kind: 'file' | 'url'): StageAttempt {
  const access = (file: string) =>
    kind === 'file'
      ? ({ kind, path: `${root}/jobs/job-1/${file}` } as const)
      : ({ kind, url: `https://s3.test/ads/jobs/job-1/${file}?X-Amz-Signature=0` } as const);
  return {
    owner,
    stage: 'image',
    attempt: 2,
    input: {
      jobId: owner.jobId,
      stage: 'image',
      attempt: 2,
      inputs: {
        request: access('request.json'),
        'onboarding/brand.json': access('onboarding-1-a/brand.json'),
        'concept/concept.json': access('concept-1-b/concept.json'),
      },
      outputs: { 'ad-1.png': access('image-2-c/ad-1.png') },
      result: access('image-2-c/result.json'),
      earlier: { onboarding: { state: 'Succeeded' }, concept: { state: 'Succeeded' } },
    },
    deadlineSeconds: 300,
    accessSeconds: 3_900,
  };
}

/** An attempt of the stage that reads web pages. */
function onboardingAttempt(): StageAttempt {
  return { ...attempt('url'), stage: 'onboarding' };
}

const PodTemplate = z.object({
  template: z.object({
    spec: z.object({
      containers: z.array(
        z.object({
          env: z.array(z.object({ name: z.string(), value: z.string() })),
          volumeMounts: z.array(z.unknown()),
        }),
      ),
      volumes: z.array(z.unknown()),
    }),
  }),
});

const PodWithBrowser = z.object({
  template: z.object({
    spec: PodTemplate.shape.template.shape.spec.extend({
      initContainers: z.array(z.looseObject({ args: z.array(z.string()), securityContext: z.looseObject({}) })),
    }),
  }),
});

function installation(settings: unknown, storage: Installation['storage']): Installation {
  return {
    pods: parseStagePods(JSON.stringify(settings)),
    storage,
    settings: { ADWRIGHT_EGRESS_ALLOW: '10.1.0.0/16', ADWRIGHT_LOG_LEVEL: 'info', ADWRIGHT_STAGE_FAULTS: '' },
    entry: ['--disable-warning=ExperimentalWarning', '/app/dist/main.js', 'stage'],
    startSeconds: 180,
  };
}

describe('the Job of a stage', () => {
  test.each(readdirSync(folder))('the Job of a stage equals the one in %s', (file) => {
    const { settings, storage, job } = parse(readFileSync(new URL(file, folder), 'utf8')) as {
      settings: unknown;
      storage: Installation['storage'];
      job: unknown;
    };
    const inputs = ['request.json', 'onboarding-1-a/brand.json'].map((name) => `${root}/jobs/job-1/${name}`);
    const made = stageJob(attempt(storage.access === 'mounts' ? 'file' : 'url'), installation(settings, storage), {
      now,
      inputs,
    });
    const { [podSettingsAnnotation]: hash, ...annotations } = made.metadata.annotations ?? {};
    expect(hash).toMatch(/^[0-9a-f]{16}$/);
    const { annotations: _, ...metadata } = made.metadata;
    const others = Object.keys(annotations).length > 0 && { annotations };
    expect({ ...made, metadata: { ...metadata, ...others } }).toEqual(job);
  });

  test('the Job of a stage uses the Kueue queue of its account, or else that of the installation', () => {
    const here = installation({ image: 'x', queueName: 'everybody' }, { access: 'presigned-urls' });
    const queue = (queueName?: string) =>
      stageJob({ ...attempt('url'), queueName }, here, { now, inputs: [] }).metadata.labels?.[
        'kueue.x-k8s.io/queue-name'
      ];
    expect([queue('acme'), queue()]).toEqual(['acme', 'everybody']);
  });

  test('the Job of a stage with a key shows no URL, and mounts only the entry of the Secret that sealed its input', () => {
    const here = installation({ image: 'x' }, { access: 'presigned-urls' });
    const key = { id: '2', value: 'k'.repeat(64) };
    const job = stageJob(attempt('url'), here, { now, inputs: [], sealing: { secret: 'inputs', key } });
    expect(JSON.stringify(job)).not.toMatch(/https:|kkkk/);
    const { spec } = PodTemplate.parse(job['spec']).template;
    const input = spec.containers[0]?.env.find(({ name }) => name === 'ADWRIGHT_STAGE_INPUT')?.value ?? '';
    expect(decodeStageInput(input, () => key.value)).toEqual(attempt('url').input);
    expect(spec.volumes).toContainEqual({
      name: 'input-key',
      secret: { secretName: 'inputs', items: [{ key: '2', path: '2' }], defaultMode: 0o440 },
    });
    expect(spec.containers[0]?.volumeMounts).toContainEqual({
      ...{ name: 'input-key', mountPath: '/etc/adwright-stage-input', readOnly: true },
    });
  });

  test('the Job of a stage has the proxy credentials only in a file', () => {
    const pods = {
      image: 'x',
      egressProxyCredentials: { secret: 'proxy', key: 'credentials' },
      trustedCaBundle: { configMap: 'authorities', key: 'ca.crt' },
      extraEnv: [{ name: 'NO_PROXY', value: '.example.com' }],
    };
    const here = installation(pods, { access: 'presigned-urls' });
    here.settings = {
      ADWRIGHT_EGRESS_PROXY: 'http://proxy.example.com:3128',
      ADWRIGHT_EGRESS_PROXY_CREDENTIALS_FILE: '/etc/adwright-proxy/credentials',
      ADWRIGHT_TRUSTED_CA_FILE: '/etc/adwright-ca/ca.crt',
      NO_PROXY: '10.0.0.0/8',
    };
    const { template } = PodTemplate.parse(stageJob(attempt('url'), here, { now, inputs: [] })['spec']);
    const [container] = template.spec.containers;
    const env = container?.env.filter(({ name }) => /PROXY|_CA_/.test(name));
    expect(env).toEqual([
      { name: 'NO_PROXY', value: '.example.com' },
      { name: 'ADWRIGHT_EGRESS_PROXY', value: 'http://proxy.example.com:3128' },
      { name: 'ADWRIGHT_EGRESS_PROXY_CREDENTIALS_FILE', value: '/etc/adwright-proxy/credentials' },
      { name: 'ADWRIGHT_TRUSTED_CA_FILE', value: '/etc/adwright-ca/ca.crt' },
    ]);
    expect(container?.volumeMounts.slice(1)).toEqual([
      { name: 'proxy', mountPath: '/etc/adwright-proxy', readOnly: true },
      { name: 'trusted-ca', mountPath: '/etc/adwright-ca', readOnly: true },
    ]);
    const items = (key: string) => ({ items: [{ key, path: key }], defaultMode: 0o440 });
    expect(template.spec.volumes.slice(1)).toEqual([
      { name: 'proxy', secret: { secretName: 'proxy', ...items('credentials') } },
      { name: 'trusted-ca', configMap: { name: 'authorities', ...items('ca.crt') } },
    ]);
  });

  describe('the file of the models and its keys', () => {
    const pods = {
      image: 'x',
      models: { configMap: 'models', keys: [{ name: 'openai', secret: 'provider', key: 'api-key' }] },
    };
    const ofAttempt = (change: Partial<StageAttempt['input']>, stage = 'image', files = {}) => {
      const here = installation({ ...pods, models: { ...pods.models, ...files } }, { access: 'presigned-urls' });
      here.settings = { ADWRIGHT_MODELS: '/etc/adwright/models/models.yaml' };
      const made = attempt('url');
      const job = stageJob({ ...made, stage, input: { ...made.input, ...change } }, here, { now, inputs: [] });
      const { containers, volumes } = PodTemplate.parse(job['spec']).template.spec;
      const variables = containers[0]?.env.filter(({ name }) => name === 'ADWRIGHT_MODELS');
      return { variables, mounts: containers[0]?.volumeMounts.slice(1), volumes: volumes.slice(1) };
    };
    const models = { account: 'ads/acme', allowanceMicroUsd: null };

    test('are mounted into a stage that may call models', () => {
      expect(ofAttempt({ models })).toEqual({
        variables: [{ name: 'ADWRIGHT_MODELS', value: '/etc/adwright/models/models.yaml' }],
        mounts: [
          { name: 'models', mountPath: '/etc/adwright/models', readOnly: true },
          { name: 'model-keys', mountPath: '/etc/adwright/model-keys', readOnly: true },
        ],
        volumes: [
          {
            name: 'models',
            configMap: { name: 'models', items: [{ key: 'models.yaml', path: 'models.yaml' }], defaultMode: 0o440 },
          },
          {
            name: 'model-keys',
            projected: {
              sources: [{ secret: { name: 'provider', items: [{ key: 'api-key', path: 'openai' }] } }],
              defaultMode: 0o440,
            },
          },
        ],
      });
    });

    const files = { prompts: ['adwright-model-prompts', 'ours'], workflows: ['adwright-model-workflows'] };

    test('are mounted with the prompts and workflows of all ConfigMaps', () => {
      const { mounts, volumes } = ofAttempt({ models }, 'image', files);
      expect(mounts?.slice(2)).toEqual([
        { name: 'model-prompts', mountPath: '/etc/adwright-models/prompts', readOnly: true },
        { name: 'model-workflows', mountPath: '/etc/adwright-models/workflows', readOnly: true },
      ]);
      const projected = (...names: string[]) => ({
        projected: { defaultMode: 0o440, sources: names.map((name) => ({ configMap: { name } })) },
      });
      expect(volumes.slice(2)).toEqual([
        { name: 'model-prompts', ...projected('adwright-model-prompts', 'ours') },
        { name: 'model-workflows', ...projected('adwright-model-workflows') },
      ]);
    });

    test.each([
      ['a stage that has no models in this job', {}, 'image'],
      ['the stage that reads pages', { models }, 'onboarding'],
    ])('are not in the pod of %s', (_, change, stage) => {
      const { mounts, volumes } = ofAttempt(change, stage, files);
      expect([mounts, JSON.stringify(volumes).includes('model')]).toEqual([[], false]);
    });
  });

  describe('the pod of a redraw', () => {
    const pods = (extraEnv: unknown[]) => ({
      image: 'x',
      egressProxyCredentials: { secret: 'proxy', key: 'credentials' },
      trustedCaBundle: { configMap: 'authorities', key: 'ca.crt' },
      extraEnv: [{ name: 'MODEL_KEY', value: 'secret' }, ...extraEnv],
      stages: { image: { extraEnv: [{ name: 'STUDIO_KEY', value: 'secret' }] } },
    });
    const ofRedraw = (extraEnv: unknown[], storage: Installation['storage']) => {
      const here = installation(pods(extraEnv), storage);
      here.settings = {
        ADWRIGHT_EGRESS_PROXY: 'http://proxy.example.com:3128',
        ADWRIGHT_EGRESS_PROXY_CREDENTIALS_FILE: '/etc/adwright-proxy/credentials',
        ADWRIGHT_TRUSTED_CA_FILE: '/etc/adwright-ca/ca.crt',
      };
      const kind = storage.access === 'mounts' ? 'file' : 'url';
      const job = stageJob({ ...attempt(kind), stage: 'redraw', settingsOf: 'image' }, here, { now, inputs: [] });
      const { containers, volumes } = PodTemplate.parse(job['spec']).template.spec;
      const given = containers[0]?.env.map(({ name }) => name).filter((name) => /KEY|PROXY|_CA_/.test(name));
      return { given, hasCredentials: JSON.stringify(volumes).includes('"secretName":"proxy"') };
    };
    const proxy = { name: 'HTTPS_PROXY', value: 'http://proxy.example.com:3128' };
    const mounts: Installation['storage'] = { access: 'mounts', claimName: 'files', path: root };

    test.each<[string, unknown[], Installation['storage']]>([
      ['a volume', [proxy], mounts],
      ['a bucket', [], { access: 'presigned-urls' }],
    ])(
      'it has neither the extra variables nor the proxy credentials if the files are in %s',
      (_, extraEnv, storage) => {
        expect(ofRedraw(extraEnv, storage)).toEqual({ given: ['ADWRIGHT_TRUSTED_CA_FILE'], hasCredentials: false });
      },
    );

    test('it reaches a bucket through the proxy of the stage', () => {
      expect(ofRedraw([proxy], { access: 'presigned-urls' })).toEqual({
        given: [
          'HTTPS_PROXY',
          'ADWRIGHT_EGRESS_PROXY',
          'ADWRIGHT_EGRESS_PROXY_CREDENTIALS_FILE',
          'ADWRIGHT_TRUSTED_CA_FILE',
        ],
        hasCredentials: true,
      });
    });
  });

  test('the pod of onboarding has the browser as a sidecar that shares only the folder of a socket', () => {
    const browser = { image: 'registry.test/browser:1', sandbox: 'userNamespaces', seccompProfile: 'browser.json' };
    const here = installation({ image: 'x', browser }, { access: 'presigned-urls' });
    const { spec } = PodWithBrowser.parse(stageJob(onboardingAttempt(), here, { now, inputs: [] })['spec']).template;
    expect(spec.initContainers).toEqual([
      {
        name: 'browser',
        image: 'registry.test/browser:1',
        imagePullPolicy: 'IfNotPresent',
        restartPolicy: 'Always',
        args: [
          '/run/adwright-browser/devtools.sock',
          '/tmp',
          ...browserFlags({ profile: '/tmp/profile', sandbox: true }),
        ],
        resources: { requests: { cpu: '250m', memory: '512Mi' }, limits: { memory: '1000Mi' } },
        securityContext: {
          runAsUser: 65_532,
          runAsGroup: 65_532,
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
          seccompProfile: { type: 'Localhost', localhostProfile: 'browser.json' },
        },
        volumeMounts: [
          { name: 'browser-socket', mountPath: '/run/adwright-browser' },
          { name: 'browser-tmp', mountPath: '/tmp' },
          { name: 'browser-tmp', mountPath: '/dev/shm' },
        ],
      },
    ]);
    expect(spec.volumes.slice(1)).toEqual([
      { name: 'browser-socket', emptyDir: { medium: 'Memory', sizeLimit: '1Mi' } },
      { name: 'browser-tmp', emptyDir: { medium: 'Memory', sizeLimit: '512Mi' } },
    ]);
    const [{ env, volumeMounts } = { env: [], volumeMounts: [] }] = spec.containers;
    expect(env).toContainEqual({ name: 'ADWRIGHT_BROWSER_SOCKET', value: '/run/adwright-browser/devtools.sock' });
    expect(volumeMounts.slice(1)).toEqual([
      { name: 'browser-socket', mountPath: '/run/adwright-browser', readOnly: true },
    ]);
  });

  test('a browser without a sandbox of its own has the seccomp profile of the pod', () => {
    const here = installation({ image: 'x', browser: { image: 'y' } }, { access: 'presigned-urls' });
    const { spec } = PodWithBrowser.parse(stageJob(onboardingAttempt(), here, { now, inputs: [] })['spec']).template;
    expect(spec.initContainers[0]?.args).toContain('--no-sandbox');
    expect(spec.initContainers[0]?.securityContext).not.toHaveProperty('seccompProfile');
  });

  test.each([
    ['image', { image: 'x', browser: { image: 'y' } }],
    ['onboarding', { image: 'x' }],
  ])('the pod of %s has no browser with the settings %j', (stage, settings) => {
    const here = installation(settings, { access: 'presigned-urls' });
    const job = JSON.stringify(stageJob({ ...attempt('url'), stage }, here, { now, inputs: [] }));
    expect(job).not.toMatch(/initContainers|ADWRIGHT_BROWSER|browser-socket/);
  });

  test('a stage Job is refused if a file is outside the mounted volume', () => {
    const elsewhere = installation({ image: 'x' }, { access: 'mounts', claimName: 'files', path: '/srv/other' });
    expect(() => stageJob(attempt('file'), elsewhere, { now, inputs: [] })).toThrow('is not below /srv/other');
  });
});
