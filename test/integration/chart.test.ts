import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { z } from 'zod';
import { StageDeadlines } from '../../src/config/value-schemas.ts';
import { stageNamed, stageNames } from '../../src/domain/pipelines.ts';
import { priceList } from '../../src/domain/pricing.ts';
import { parseStagePods } from '../../src/launch/kubernetes/stage-pods.ts';
import { readModels } from '../../src/models/config/models-file.ts';
import { modelsMax } from '../../src/models/model-use.ts';
import { modelPorts } from '../../src/models/model-task.ts';
import { promptNames, promptPlaceholders } from '../../src/models/prompts/templates.ts';
import { providerNames, providers } from '../../src/models/providers/provider-names.ts';
import { controllerChecks } from '../../src/roles/checked-settings.ts';
import { parseStageFaults } from '../../src/stages/faults.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, 'charts/adwright', file), 'utf8');
const alerts = read('templates/monitoring/_alerts.tpl');
const alertNames = [...alerts.matchAll(/^- alert: (\w+)$/gm)].map(([, name]) => name ?? '');
const Schema = z.record(z.string(), z.unknown());
const schema = Schema.parse(JSON.parse(read('values.schema.json')));

/** Returns the part of the values schema for a path of chart values, with references resolved. */
function schemaAt(...path: string[]): Record<string, unknown> {
  let at = schema;
  for (const key of path) at = resolved(Schema.parse(Schema.parse(at['properties'])[key]));
  return at;
}

function resolved(at: Record<string, unknown>): Record<string, unknown> {
  const { $ref } = at;
  if (typeof $ref !== 'string') return at;
  return resolved(Schema.parse(Schema.parse(schema['definitions'])[$ref.replace('#/definitions/', '')]));
}

/** Chart values that are parts of a pod spec. Their fields are defined by Kubernetes and not by the schema. */
const podParts = ['resources', 'affinity', 'podSecurityContext', 'securityContext'];

/** Returns the paths of all chart values, each as deep as the schema defines fields. */
function pathsOf(values: unknown, path: string[] = []): string[] {
  const isEnd = podParts.includes(path.at(-1) ?? '') || schemaAt(...path)['properties'] === undefined;
  if (isEnd) return [path.join('.')];
  return Object.entries(Schema.parse(values)).flatMap(([key, value]) => pathsOf(value, [...path, key]));
}

function pathsOfSchema(path: string[] = []): string[] {
  const { properties } = schemaAt(...path);
  if (properties === undefined || podParts.includes(path.at(-1) ?? '')) return [path.join('.')];
  return Object.keys(Schema.parse(properties)).flatMap((key) => pathsOfSchema([...path, key]));
}

test('each alert has a runbook and can be disabled, and each runbook has an alert', () => {
  const kebab = alertNames.map((name) => `${name.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()}.md`);
  expect(alertNames.length).toBeGreaterThan(5);
  expect(readdirSync(join(root, 'docs/runbooks')).toSorted()).toEqual(kebab.toSorted());
  const items = Schema.parse(schemaAt('monitoring', 'prometheusRule', 'disabled')['items']);
  expect(z.array(z.string()).parse(items['enum']).toSorted()).toEqual(alertNames.toSorted());
});

test('alerts and dashboard use only metrics of the program', () => {
  const known = globSync('src/**/*.ts', { cwd: root })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  const text = `${alerts}\n${read('dashboards/adwright.json')}`;
  const names = new Set(
    [...text.matchAll(/\b(?:adwright|http|leader|rest|workqueue)_\w+(?=\{)/g)].map(([name]) => name),
  );
  const unknown = [...names]
    .map((name) => name.replace(/_(bucket|count|sum)$/, ''))
    .filter((name) => !known.includes(name) && !known.includes(name.replace(/^workqueue_/, "metric('")));
  expect(names.size).toBeGreaterThan(8);
  expect(unknown).toEqual([]);
});

test.each([
  ['stages', 'perStage'],
  ['controller', 'stageDeadlines'],
  ['testing', 'stageFaults'],
  ['testing', 'podAnnotations'],
])('the values schema allows in %s.%s exactly the stages that the controller accepts', (...path) => {
  const [pattern = ''] = Object.keys(Schema.parse(schemaAt(...path)['patternProperties']));
  const isAccepted = (stage: string): boolean => {
    const settings = { ADWRIGHT_STAGE_DEADLINES: `${stage}=60`, ADWRIGHT_STAGE_FAULTS: `${stage}=hang` };
    return controllerChecks.every((check) => check(settings).length === 0) && isStageOfPods(stage);
  };
  expect(stageNames.filter((stage) => new RegExp(pattern).test(stage))).toEqual(stageNames.filter(isAccepted));
  expect(stageNames.filter(isAccepted)).toContain('image');
});

test('the values schema allows exactly the stage deadlines that the program accepts', () => {
  const { minimum, maximum } = z
    .object({ minimum: z.number(), maximum: z.number() })
    .parse(Object.values(Schema.parse(schemaAt('controller', 'stageDeadlines')['patternProperties']))[0]);
  const isAccepted = (seconds: number): boolean => StageDeadlines.safeParse(`image=${seconds}`).success;
  expect([minimum - 1, minimum, maximum, maximum + 1].map(isAccepted)).toEqual([false, true, true, false]);
});

function isStageOfPods(stage: string): boolean {
  try {
    return stage in parseStagePods(`{image: a, stages: {${stage}: {}}}`).stages;
  } catch {
    return false;
  }
}

test('the values schema lists the stage faults of the program', () => {
  const [faults] = Object.values(Schema.parse(schemaAt('testing', 'stageFaults')['patternProperties']));
  const listed = z.array(z.string()).parse(Schema.parse(faults)['enum']).join(', ');
  expect(() => parseStageFaults('image=?', ['image'])).toThrow(`The faults are ${listed}.`);
});

test('the values schema lists the prices of the program', () => {
  expect(Schema.parse(schemaAt('prices')['propertyNames'])['enum']).toEqual(Object.keys(priceList()));
});

/** Returns the lists that the schema defines for each port. */
const listsOf = (...path: string[]) =>
  modelPorts.map((port) => [port, Schema.parse(schemaAt(...path)['properties'])[port]]);

test('the values schema has the same lists of models for the installation and for accounts', () => {
  const account = Schema.parse(schemaAt('models', 'accounts')['additionalProperties']);
  const own = Schema.parse(account['properties']);
  expect(listsOf('models')).toEqual(modelPorts.map((port) => [port, own[port]]));
});

test.each(modelPorts)(
  'the values schema allows for %s the providers that serve it, and as many models as the program',
  (port) => {
    const List = z.object({
      maxItems: z.literal(modelsMax),
      items: z.object({ allOf: z.array(z.record(z.string(), z.unknown())) }),
    });
    const [, own] = List.parse(schemaAt('models', port)).items.allOf;
    const { enum: allowed } = z
      .object({ provider: z.object({ enum: z.array(z.string()) }) })
      .transform(({ provider }) => provider)
      .parse(own?.['properties']);
    const serving = providerNames.filter((name) => providers[name].ports.some((one) => one === port));
    expect(allowed.toSorted()).toEqual(serving.toSorted());
  },
);

test('the values schema has the fields of an entry, and requires the address of providers that have none', () => {
  const entry = Schema.parse(Schema.parse(schema['definitions'])['model']);
  const all = {
    ...{ name: 'own', provider: 'openai-compatible', model: 'm', baseUrl: 'http://vllm:8000/v1', key: 'own' },
    ...{ addresses: ['10.0.0.0/8:8000'], options: { steps: 4 }, price: 0.5, concurrency: 2, timeoutSeconds: 60 },
    whenFailed: 'studio',
  };
  expect(readModels({ image: [all], keys: { own: { file: 'own' } } }, (path) => path).problems).toEqual([]);
  expect(Object.keys(Schema.parse(entry['properties'])).toSorted()).toEqual(Object.keys(all).toSorted());
  const homeless = providerNames.filter((name) => providers[name].baseUrl === null);
  expect(entry['if']).toEqual({ properties: { provider: { enum: homeless } } });
});

test('the chart knows the prompts of the program, their placeholders, and the names of their files', () => {
  const [, listed = ''] =
    /"adwright\.promptPlaceholders" -\}\}\n([^]*?)\{\{- end/.exec(read('templates/stages/_models.tpl')) ?? [];
  expect(parse(listed)).toEqual(promptPlaceholders);
  const files = Schema.parse(schemaAt('models', 'prompts', 'files')['patternProperties']);
  expect(Object.keys(files)).toEqual([`^(${promptNames.join('|')})\\.txt$`]);
});

test('the network policy of models selects exactly the stages that call models', () => {
  const policies = read('templates/network-policies.yaml');
  const [, stages = ''] = /key: adwright.dev\/stage\n *operator: In\n *values: \[(.*)\]/.exec(policies) ?? [];
  const calling = stageNames.filter((stage) => stageNamed(stage)?.models !== undefined);
  expect(stages.split(', ').toSorted()).toEqual(calling.toSorted());
});

test('values.yaml contains exactly the values of the schema', () => {
  const known = pathsOfSchema();
  const shown = pathsOf(parse(read('values.yaml')));
  expect(shown.toSorted()).toEqual(known.toSorted());
});

/** Paths of patterns that helm would print to a person who has given another value. */
function barePatterns(node: unknown, path = ''): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const own = 'pattern' in node && !/\/(if|anyOf\/\d+|propertyNames)$/.test(path) ? [path] : [];
  return [...own, ...Object.entries(node).flatMap(([key, value]) => barePatterns(value, `${path}/${key}`))];
}

test('the values schema says in words, not as a pattern, what a value must be', () => {
  expect(barePatterns(schema)).toEqual([]);
});

/** Files of the chart that people read, and that a packaged chart contains without the rest of the repository. */
const texts = ['README.md', 'Chart.yaml', 'values.yaml', 'templates/NOTES.txt'];

test.each(texts)('links in %s of the chart work without the repository, and lead to pages that exist', (file) => {
  const text = read(file);
  expect(text.match(/\]\((?!https:\/\/)|(?<![\w/.])docs\/[a-z]+\/[a-z-]+\.md/g)).toBeNull();
  const pages = [...text.matchAll(/https:\/\/adwright\.dev\/(docs\/[\w/.-]*\w)/g)].map(([, page = '']) => page);
  expect(pages.filter((page) => !existsSync(join(root, page)))).toEqual([]);
});

test('every text that names the image of stages names that of films', () => {
  const files = ['README.md', 'charts/adwright/{README.md,templates/NOTES.txt,ci/*.yaml}', 'docs/guide/*.md'];
  const blocks = globSync(files, { cwd: root }).flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split(/^```/m)
      .map((block) => ({ file, block })),
  );
  const naming = blocks.filter(({ block }) => /\badwright-stage\b(?!-)/.test(block));
  expect(naming.length).toBeGreaterThan(3);
  expect(naming.filter(({ block }) => !block.includes('adwright-film')).map(({ file }) => file)).toEqual([]);
});
