import { describe, expect, test } from '@jest/globals';
import { stageNames } from '../../domain/pipelines.ts';
import { parseStagePods, stagePod } from './stage-pods.ts';

const image = 'image: registry.test/adwright-stage:0.1.0';

function linesOf(text: string): readonly string[] {
  try {
    parseStagePods(text);
    return [];
  } catch (error) {
    const [head, ...lines] = error instanceof Error ? error.message.split('\n    ') : [];
    expect(head).toBe('invalid settings:');
    return lines;
  }
}

test('a stage can have an image and a pull policy of its own', () => {
  const own = 'stages: {video: {image: registry.test/film:1, imagePullPolicy: Always}}';
  const pods = parseStagePods(`${image}\n${own}`);
  expect(stagePod(pods, 'video')).toMatchObject({ image: 'registry.test/film:1', imagePullPolicy: 'Always' });
  expect(stagePod(pods, 'image')).toMatchObject({
    image: 'registry.test/adwright-stage:0.1.0',
    imagePullPolicy: 'IfNotPresent',
  });
});

describe('parseStagePods', () => {
  test('parseStagePods requires only an image', () => {
    expect(parseStagePods(image)).toMatchObject({
      image: 'registry.test/adwright-stage:0.1.0',
      imagePullPolicy: 'IfNotPresent',
      ttlSecondsAfterFinished: 3600,
      tmpSizeLimit: '1Gi',
      resources: { requests: { cpu: '500m', memory: '512Mi' }, limits: { memory: '512Mi' } },
    });
  });

  test('parseStagePods reads where the models and their keys are', () => {
    const own = 'models: {configMap: ads-models, keys: [{name: openai, secret: openai, key: api-key}]}';
    expect(parseStagePods(`${image}\n${own}`).models).toEqual({
      configMap: 'ads-models',
      keys: [{ name: 'openai', secret: 'openai', key: 'api-key' }],
      ...{ prompts: [], workflows: [] },
    });
    expect(parseStagePods(`${image}\nmodels: {configMap: ads-models}`).models).toMatchObject({ keys: [] });
  });

  test('parseStagePods accepts a number as a quantity', () => {
    const pods = parseStagePods(`${image}\nresources: {requests: {cpu: 1}, limits: {memory: 1073741824}}`);
    expect(pods.resources).toEqual({ requests: { cpu: '1' }, limits: { memory: '1073741824' } });
  });

  test.each<[string, string, string]>([
    ['an empty text', '', 'image: Invalid input: expected string, received undefined'],
    ['a misspelt setting', `${image}\nimagePullSecret: x`, 'imagePullSecret: unknown setting'],
    [
      'a misspelt setting of one stage',
      `${image}\nstages: {image: {nodeselector: {}}}`,
      'stages.image.nodeselector: unknown setting',
    ],
    [
      'an unknown stage',
      `${image}\nstages: {images: {}}`,
      `stages.images: unknown stage; the stages are ${stageNames.join(', ')}`,
    ],
    [
      'an invalid size',
      `${image}\nresources: {limits: {memory: 512MB}}`,
      'resources.limits.memory: must be a quantity, such as 512Mi or 500m',
    ],
    [
      'a missing memory limit',
      `${image}\nresources: {requests: {cpu: 1}}`,
      'resources.limits.memory: is required, such as 512Mi',
    ],
    [
      'a stage with too little memory',
      `${image}\nstages: {image: {resources: {limits: {memory: 64Mi}}}}`,
      'stages.image.resources.limits.memory: must be at least 128Mi, which a stage needs to start',
    ],
    [
      'an environment variable that Adwright sets',
      `${image}\nextraEnv: [{name: ADWRIGHT_STAGE_INPUT, value: x}]`,
      'extraEnv.0.name: is set by Adwright and cannot be changed',
    ],
    [
      'a file without its ConfigMap or Secret',
      `${image}\ntrustedCaBundle: {key: ca.crt}`,
      'trustedCaBundle: must name a ConfigMap or a Secret',
    ],
    [
      'an environment variable with two values',
      `${image}\nextraEnv: [{name: A, value: x, valueFrom: {}}]`,
      'extraEnv.0: must not have both value and valueFrom',
    ],
    [
      'a sandboxed browser with the seccomp profile of the runtime',
      `${image}\nbrowser: {image: b, sandbox: userNamespaces}`,
      'browser.sandbox: userNamespaces needs seccompProfile, because the profile of the runtime forbids user namespaces',
    ],
    [
      'a browser without a memory limit, which no watchdog would stop',
      `${image}\nbrowser: {image: b, resources: {requests: {memory: 512Mi}}}`,
      'browser.resources.limits.memory: is required, such as 1000Mi',
    ],
    [
      'a key of a model whose file would be in another folder',
      `${image}\nmodels: {configMap: models, keys: [{name: ../own, secret: a, key: b}]}`,
      'models.keys.0.name: must have lower-case letters, digits, "-" and "."',
    ],
    ['an invalid label', `${image}\nlabels: {a b: c}`, 'labels.a b: must be a label key: [prefix/]name'],
  ])('parseStagePods refuses %s and names the place', (_, text, line) => {
    expect(linesOf(text)).toEqual([line]);
  });

  test('parseStagePods reports every error at once', () => {
    expect(linesOf('imagePullPolicy: Sometimes\nfoo: 1\nbar: 2')).toHaveLength(4);
  });

  test('parseStagePods refuses invalid YAML', () => {
    expect(linesOf('image: [')[0]).toMatch(/^invalid YAML: /);
  });
});

describe('stagePod', () => {
  const pods = parseStagePods(`
${image}
nodeSelector: {pool: ads, zone: a}
tolerations: [{key: ads, operator: Exists}]
runtimeClassName: gvisor
extraEnv: [{name: A, value: all}, {name: B, value: all}]
stages:
  image:
    nodeSelector: {pool: large}
    tolerations: [{key: large, operator: Exists}]
    runtimeClassName: kata
    extraEnv: [{name: A, value: own}]
    resources: {limits: {memory: 2Gi}}
`);

  test('the settings of one stage override and extend the common settings', () => {
    expect(stagePod(pods, 'image')).toMatchObject({
      nodeSelector: { pool: 'large', zone: 'a' },
      tolerations: [
        { key: 'ads', operator: 'Exists' },
        { key: 'large', operator: 'Exists' },
      ],
      runtimeClassName: 'kata',
      extraEnv: [
        { name: 'B', value: 'all' },
        { name: 'A', value: 'own' },
      ],
      resources: { requests: { cpu: '500m', memory: '512Mi' }, limits: { memory: '2Gi' } },
      tmpSizeLimit: '1Gi',
    });
  });

  test('only the stage that reads web pages gets the browser', () => {
    const withBrowser = parseStagePods(`${image}\nbrowser: {image: b}\nstages: {onboarding: {labels: {a: b}}}`);
    expect(stagePod(withBrowser, 'onboarding').browser).toMatchObject({ image: 'b', sandbox: 'none' });
    expect(stagePod(withBrowser, 'concept').browser).toBeUndefined();
  });

  test('only stages that call models get the models and their keys', () => {
    const withModels = parseStagePods(`${image}\nmodels: {configMap: m}\nstages: {onboarding: {labels: {a: b}}}`);
    const having = stageNames.filter((stage) => stagePod(withModels, stage).models !== undefined);
    expect(having).toEqual(['concept', 'image', 'script', 'video']);
  });

  test('a stage without own settings has the common settings', () => {
    expect(stagePod(pods, 'concept')).toMatchObject({
      nodeSelector: { pool: 'ads', zone: 'a' },
      runtimeClassName: 'gvisor',
      resources: { limits: { memory: '512Mi' } },
    });
  });
});
