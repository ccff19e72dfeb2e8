import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMap, isScalar, parseDocument, type Pair, type YAMLMap } from 'yaml';
import { adTypes } from '#ad-types';
import { rateWindows } from '../src/ads/known-types.ts';
import { stageNames } from '../src/domain/pipelines.ts';
import { priceList } from '../src/domain/pricing.ts';
import { sentenceCase } from '../src/schema/article.ts';

const chart = 'charts/adwright';

/**
 * Returns the generated files of the chart, each as its path below the root and its text: copies of the CRDs,
 * `Chart.yaml` with the version of the program, `values.yaml` and its schema with the rate limits, prices and stages of
 * all types of ads, and the README with tables made from the comments in `values.yaml`.
 */
export function chartFiles(root: string, version: string, crds: Iterable<[string, string]>): [string, string][] {
  const read = (file: string): string => readFileSync(join(root, chart, file), 'utf8');
  const values = withLimits(read('values.yaml'));
  return [
    ...[...crds].map(([path, text]): [string, string] => [`${chart}/crd-files/${path.replace(/^crds\//, '')}`, text]),
    [`${chart}/Chart.yaml`, read('Chart.yaml').replace(/^(version|appVersion): .*$/gm, `$1: ${version}`)],
    [`${chart}/values.yaml`, values],
    [`${chart}/values.schema.json`, withPrices(withLimitRanges(withStages(read('values.schema.json'))))],
    [`${chart}/README.md`, read('README.md.tmpl').replace('{{ values }}', valueTables(values).trimEnd())],
  ];
}

/**
 * Updates the names of the stages in the keys of `patternProperties`, such as `^(onboarding|image)$`. The schema
 * refuses values for other stages.
 */
function withStages(schema: string): string {
  return schema.replaceAll(/"\^\([a-z|]+\)\$": /g, `"^(${stageNames.join('|')})$": `);
}

/** Updates the names of the prices. The schema refuses values for other prices. */
function withPrices(schema: string): string {
  const names = JSON.stringify(Object.keys(priceList()), null, 2).replaceAll('\n', '\n        ');
  return schema.replace(/(?<="prices": \{[^[]*"enum": )\[[^\]]*\]/, names);
}

/** Updates the rate limit of each type of ad. The templates turn every limit into a setting of the API. */
function withLimits(values: string): string {
  const lines = adTypes.map(({ window: { requests, isStrict, max, limit, perMinute } }) => {
    const atMost = isStrict ? `; at most ${max}` : '';
    return `  # ${sentenceCase(requests)}${atMost}.\n  ${limit}: ${perMinute}\n`;
  });
  return values.replace(/(?<=\nlimits:\n)[^]*?(?= {2}# All other calls\.)/, lines.join(''));
}

function withLimitRanges(schema: string): string {
  const ranges = Object.fromEntries(
    rateWindows.map(({ limit, max }) => [limit, { type: 'integer', minimum: 1, maximum: max }]),
  );
  const text = JSON.stringify(ranges, null, 2).replaceAll('\n', '\n      ');
  return schema.replace(/(?<="limits": \{[^{]*"properties": )[^]*?\n {6}\}/, text);
}

interface Value {
  path: string;
  value: string;
  text: string;
}

/** Renders the values as Markdown: one table for the top-level values, and one for each group. */
function valueTables(source: string): string {
  const root: unknown = parseDocument(source).contents;
  if (!isMap(root)) throw new Error('values.yaml is not a map.');
  const groups = root.items.map((pair, index) => ({ pair, text: commentOf(root, pair, index) }));
  const single = groups.filter(({ pair }) => !isGroup(pair.value)).map(({ pair, text }) => valueOf(pair, '', text));
  const groupValues = groups
    .filter(({ pair }) => isGroup(pair.value))
    .map((group) => ({ ...group, values: leaves(group.pair, '') }));
  const texts = new Map(groupValues.flatMap(({ values }) => values.map(({ path, text }) => [path, text])));
  const tables = groupValues.map(
    ({ pair, text, values }) =>
      `### \`${keyOf(pair)}\`\n\n${text}\n\n${table(values.map((value) => described(value, texts)))}`,
  );
  return [`### General\n\n${table(single.map((value) => described(value, new Map())))}`, ...tables].join('\n');
}

function leaves(pair: Pair, prefix: string): Value[] {
  const map = pair.value;
  if (!isGroup(map)) throw new Error(`${keyOf(pair)} is not a group.`);
  const path = `${prefix}${keyOf(pair)}.`;
  return map.items.flatMap((child, index) =>
    isGroup(child.value) ? leaves(child, path) : [valueOf(child, path, commentOf(map, child, index))],
  );
}

/**
 * Returns the value with a description. A value of the controller or the dashboard without a comment gets that of the
 * API value of the same name.
 */
function described(value: Value, texts: ReadonlyMap<string, string>): Value {
  const text = value.text === '' ? texts.get(textSource(value.path)) : value.text;
  if (text === undefined || text === '') throw new Error(`values.yaml has no comment for ${value.path}.`);
  return { ...value, text };
}

function textSource(path: string): string {
  return path.replace(/^admin\.(?=(service|ingress|httpRoute)\.)/, '').replace(/^(controller|admin)\./, 'api.');
}

function valueOf(pair: Pair, prefix: string, text: string): Value {
  return { path: `${prefix}${keyOf(pair)}`, value: `\`${JSON.stringify(pair.value)}\``, text };
}

/** Reports whether a value is a group. A map in block style is a group; a map in braces is a single value. */
function isGroup(value: unknown): value is YAMLMap {
  return isMap(value) && value.flow !== true;
}

function keyOf({ key }: Pair): string {
  if (!isScalar(key)) throw new Error('A key of values.yaml is not a scalar.');
  return String(key.value);
}

/**
 * Returns the comment paragraph directly before the key. The parser attaches the comment of the first key to the map.
 */
function commentOf(map: YAMLMap, pair: Pair, index: number): string {
  const own = isScalar(pair.key) ? pair.key.commentBefore : undefined;
  const text = own ?? (index === 0 ? map.commentBefore : undefined) ?? '';
  const paragraph = text.split(/\n\s*\n/).at(-1) ?? '';
  return paragraph.replace(/\s*\n\s*/g, ' ').trim();
}

function table(values: Value[]): string {
  const rows = values.map(({ path, value, text }) => `| \`${path}\` | ${cell(value)} | ${cell(text)} |`);
  return ['| value | default | description |', '| --- | --- | --- |', ...rows, ''].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}
