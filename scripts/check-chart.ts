/**
 * Checks the chart: with helm lint and helm-unittest; every rendered object with kubeconform and the schemas of
 * Kubernetes; rendered settings files with the parsers of the program; the alerts with promtool; and whether the
 * network policies allow exactly what the SSRF guard allows. Needs helm, helm-unittest, kubeconform, promtool (Debian
 * package prometheus) and go on the PATH. If a tool is missing, the check fails; with `--if-there`, it is skipped with
 * a message.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { z } from 'zod';
import { parseStagePods } from '../src/launch/kubernetes/stage-pods.ts';
import { slowModels } from '../src/models/config/check-times.ts';
import { readModels } from '../src/models/config/models-file.ts';
import { differencesFromGuard, egressCases, valuesOf, type EgressCase } from './chart/network-policies.ts';
import { writeSchemas } from './chart/kubernetes-schemas.ts';

const chart = 'charts/adwright';
const out = 'out/chart';
const tools = ['helm', 'helm-unittest', 'kubeconform', 'promtool', 'go'];
/** Oldest Kubernetes version that the chart supports. */
const kubeVersion = '1.32.0';
const fixed = ['--namespace', 'ads', '--kube-version', kubeVersion];
/**
 * Kinds that kubeconform skips, because no Go module contains the CRDs of the Prometheus operator. Promtool checks the
 * rules.
 */
const unknownKinds = 'ServiceMonitor,PrometheusRule';

interface Run {
  ok: boolean;
  output: string;
}

function run(command: string, args: string[], input?: string): Run {
  const { status, stdout, stderr, error } = spawnSync(command, args, { input, encoding: 'utf8', maxBuffer: 1 << 28 });
  return { ok: status === 0, output: error === undefined ? `${stdout}${stderr}` : error.message };
}

function render(args: string[], values?: string): Run {
  return run(
    'helm',
    ['template', 'adwright', chart, ...fixed, ...args, ...(values === undefined ? [] : ['--values', '-'])],
    values,
  );
}

/** Returns the helm arguments of each case: the default values, and each values file in the chart's folder `ci`. */
function valuesFiles(): { name: string; args: string[] }[] {
  const files = readdirSync(join(chart, 'ci')).filter((file) => file.endsWith('.yaml'));
  return [
    { name: 'no values', args: [] },
    ...files.map((file) => ({ name: `ci/${file}`, args: ['--values', join(chart, 'ci', file)] })),
  ];
}

const Rule = z.object({ kind: z.literal('PrometheusRule'), spec: z.looseObject({ groups: z.array(z.unknown()) }) });

function alerts(): Run {
  const rendered = render(['--set', 'monitoring.prometheusRule.enabled=true', '--show-only', rulesTemplate]);
  if (!rendered.ok) return rendered;
  writeFileSync(join(out, 'alerts.yaml'), stringify(Rule.parse(parse(rendered.output)).spec));
  const checked = run('promtool', ['check', 'rules', join(out, 'alerts.yaml')]);
  return checked.ok ? run('promtool', ['test', 'rules', 'test/chart/alerts.test.yaml']) : checked;
}

const rulesTemplate = 'templates/monitoring/prometheus-rule.yaml';

function conform(args: string[]): Run {
  const rendered = render(args);
  if (!rendered.ok) return rendered;
  const schemas = join(out, 'schemas', '{{.ResourceKind}}{{.KindSuffix}}.json');
  const checked = run(
    'kubeconform',
    ['-strict', '-summary', '-skip', unknownKinds, '-schema-location', schemas, '-'],
    rendered.output,
  );
  if (!checked.ok) return checked;
  const results = [namespaced(rendered.output), readable(rendered.output)];
  return results.find(({ ok }) => !ok) ?? checked;
}

const Settings = z.object({ kind: z.literal('ConfigMap'), data: z.record(z.string(), z.string()) });

/** Checks that the program accepts the settings files in the rendered ConfigMaps. */
function readable(rendered: string): Run {
  const files = parseAllDocuments(rendered).flatMap((document) => {
    const { data } = Settings.safeParse(document.toJS());
    return data === undefined ? [] : Object.entries(data.data);
  });
  const lines = files.flatMap(([name, text]) => {
    if (name === 'stage-pods.yaml') parseStagePods(text);
    if (name !== 'models.yaml') return [];
    const { config, problems } = readModels(parse(text), (path) => path);
    const all = config === null ? problems : slowModels(config);
    return all.map(({ field, message }) => `${name}: ${field} ${message}`);
  });
  return { ok: lines.length === 0, output: lines.join('\n') };
}

const Named = z.object({
  kind: z.string(),
  metadata: z.object({ name: z.string(), namespace: z.string().optional() }),
});
const clusterWide = [
  ...['CustomResourceDefinition', 'ClusterRole', 'ClusterRoleBinding'],
  ...['ValidatingAdmissionPolicy', 'ValidatingAdmissionPolicyBinding'],
];

/**
 * Checks that each namespaced object names its namespace. Otherwise the tool that applies the object would choose one.
 */
function namespaced(rendered: string): Run {
  const wrong = parseAllDocuments(rendered)
    .map((document) => document.toJS() as unknown)
    .filter((object) => object !== null)
    .map((object) => Named.parse(object))
    .filter(({ kind, metadata }) => (metadata.namespace === undefined) !== clusterWide.includes(kind));
  const lines = wrong.map(
    ({ kind, metadata }) => `${kind} ${metadata.name}: namespace ${metadata.namespace ?? 'missing'}`,
  );
  return { ok: lines.length === 0, output: lines.join('\n') };
}

const Marked = Named.extend({
  metadata: z.looseObject({
    name: z.string(),
    labels: z.looseObject({ team: z.literal('ads') }),
    annotations: z.looseObject({ team: z.literal('ads') }),
  }),
});

/** Checks that every object has the common label and annotation, and every image the registry of all images. */
function shared(args: string[]): Run {
  const settings = ['global.imageRegistry=registry.test/mirror', 'commonLabels.team=ads', 'commonAnnotations.team=ads'];
  const rendered = render([...args, ...settings.flatMap((setting) => ['--set', setting])]);
  if (!rendered.ok) return rendered;
  const objects = parseAllDocuments(rendered.output)
    .map((document) => document.toJS() as unknown)
    .filter((object) => object !== null);
  const unmarked = objects
    .filter((object) => !Marked.safeParse(object).success)
    .map((object) => Named.parse(object))
    .map(({ kind, metadata }) => `${kind} ${metadata.name} has no common label or annotation`);
  const images = rendered.output.match(/(?<=^ *(?:- )?image: )(?!registry\.test\/mirror\/[a-z]).+\S$/gm) ?? [];
  const lines = [...unmarked, ...images.filter((image) => image.includes(':')).map((image) => `image ${image}`)];
  return { ok: lines.length === 0, output: lines.join('\n') };
}

function policiesAgree(values: EgressCase): Run {
  const rendered = render(['--show-only', 'templates/network-policies.yaml'], valuesOf(values));
  if (!rendered.ok) return rendered;
  const lines = differencesFromGuard(rendered.output, values);
  return { ok: lines.length === 0, output: lines.join('\n') };
}

function report(name: string, { ok, output }: Run): boolean {
  console.log(`${ok ? 'ok  ' : 'FAIL'}  ${name}`);
  if (!ok) console.log(output);
  return ok;
}

function main(): void {
  const { values } = parseArgs({ options: { 'if-there': { type: 'boolean', default: false } } });
  const missing = tools.filter((tool) => run('sh', ['-c', `command -v ${tool}`]).output === '');
  if (missing.length > 0) {
    console.log(`The chart was not checked; missing tools: ${missing.join(', ')}.`);
    if (!values['if-there']) process.exitCode = 1;
    return;
  }
  rmSync(out, { recursive: true, force: true });
  mkdirSync(join(out, 'schemas'), { recursive: true });
  writeSchemas(join(out, 'schemas'));
  const results = [
    ...valuesFiles().flatMap(({ name, args }) => [
      report(`lint      ${name}`, run('helm', ['lint', '--strict', ...fixed, chart, ...args])),
      report(`conform   ${name}`, conform(args)),
      report(`shared    ${name}`, shared(args)),
    ]),
    report('unit tests', run('helm-unittest', ['--strict', chart])),
    report('alerts', alerts()),
    ...egressCases.map((values) => report(`network policies for ${values.name}`, policiesAgree(values))),
  ];
  if (results.includes(false)) process.exitCode = 1;
}

main();
