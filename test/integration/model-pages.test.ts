import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { z } from 'zod';
import { slowModels } from '../../src/models/config/check-times.ts';
import { configuredModels, mayCost } from '../../src/models/config/configured-models.ts';
import { readModels, type ModelsConfig } from '../../src/models/config/models-file.ts';
import type { ModelPort } from '../../src/models/model-task.ts';
import { promptPlaceholders } from '../../src/models/prompts/templates.ts';
import { providerNames, providers, type ProviderName } from '../../src/models/providers/provider-names.ts';
import { optionsOf } from '../../src/models/providers/provider-options.ts';

const root = join(import.meta.dirname, '../..');
const folder = 'docs/guide/models';
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const yamlBlocks = (page: string): unknown[] =>
  [...page.matchAll(/```yaml\n([^]*?)```/g)].map(([, text = '']): unknown => parse(text.split('\n---\n')[0] ?? ''));

test('each provider has a page, and the guide links all of them', () => {
  const pages = globSync(`${folder}/*.md`, { cwd: root }).map((file) => basename(file, '.md'));
  expect(pages.toSorted()).toEqual([...providerNames, 'gpu-pools'].toSorted());
  const links = [...read('docs/guide/models.md').matchAll(/\]\(models\/([a-z-]+)\.md/g)].map(([, page]) => page);
  expect([...new Set(links)].toSorted()).toEqual(pages.toSorted());
});

test('the guide lists exactly the prompts of the program, with their placeholders', () => {
  const rows = [...read('docs/guide/models.md').matchAll(/^\| `([a-z-]+)\.txt` *\|[^|]*\|([^|]*)\|$/gm)];
  const listed = rows.map(([, name = '', words = '']) => [
    name,
    [...words.matchAll(/`(\w+)`/g)].map(([, word]) => word),
  ]);
  expect(Object.fromEntries(listed)).toEqual(promptPlaceholders);
});

describe.each(providerNames)('the page of %s', (provider) => {
  const page = read(`${folder}/${provider}.md`);
  const ports: readonly ModelPort[] = providers[provider].ports;
  const configs = yamlBlocks(page).map((block) => readModels(block, (path) => path));

  test('has entries that the program accepts, for each port that the provider serves', () => {
    expect(configs.flatMap(({ problems }) => problems)).toEqual([]);
    const own = configs.flatMap(entriesIn).filter(({ entry }) => entry.provider === provider);
    expect([...new Set(own.map(({ port }) => port))].toSorted()).toEqual([...ports].toSorted());
  });

  test('has entries that leave a job enough time, with a key and a price where a call costs money', () => {
    expect(configs.flatMap(({ config }) => (config === null ? [] : slowModels(config)))).toEqual([]);
    const costly = configs.flatMap(entriesIn).filter(({ entry }) => mayCost(entry));
    expect(costly.filter(({ entry }) => entry.priceMicroUsd === 0 || entry.keyFile === null)).toEqual([]);
  });

  test('lists exactly the options of the provider, with their defaults', () => {
    expect(listedOptions(page)).toEqual(ports.flatMap((port) => knownOptions(provider, port)).toSorted());
  });
});

function entriesIn({ config }: { config: ModelsConfig | null }) {
  return config === null ? [] : configuredModels(config);
}

/** Returns the options of a port as `image.seed = true`. */
function knownOptions(provider: ProviderName, port: ModelPort): string[] {
  const schema = z.toJSONSchema(optionsOf(provider, port), { io: 'input' });
  const required = schema.required ?? [];
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const value = typeof property === 'object' ? property.default : undefined;
    return `${port}.${name} = ${required.includes(name) ? 'required' : shown(value)}`;
  });
}

/** Returns the rows of the table of options in the same form. */
function listedOptions(page: string): string[] {
  const [, section = ''] = /\n## Options\n([^]*?)\n## /.exec(page) ?? [];
  const [table = ''] = /\| option [^]*?\n(?=\n|$)/.exec(section) ?? [];
  const rows = [...table.matchAll(/^\| `(\w+)` +\| (.+?) +\| (.+?) +\|/gm)];
  return rows
    .flatMap(([, name = '', ports = '', value = '']) =>
      ports.split(',').map((port) => `${plain(port)}.${name} = ${plain(value)}`),
    )
    .toSorted();
}

const plain = (text: string): string => text.replaceAll('`', '').trim();

function shown(value: unknown): string {
  if (Array.isArray(value)) return `[${value.join(', ')}]`;
  // The default of an object is empty.
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : 'none';
}

const ChartSchema = z.looseObject({
  $schema: z.literal('http://json-schema.org/draft-07/schema#'),
  properties: z.record(z.string(), z.record(z.string(), z.json())),
  definitions: z.json(),
});
const Values = z.strictObject({ models: z.unknown().optional(), stages: z.unknown().optional() });

test('the values of the page about GPU pools have the form of the chart', () => {
  const blocks = yamlBlocks(read(`${folder}/gpu-pools.md`)).flatMap((block) => Values.safeParse(block).data ?? []);
  expect(blocks).toHaveLength(2);
  const { $schema, properties, definitions } = ChartSchema.parse(
    JSON.parse(read('charts/adwright/values.schema.json'), unconditional),
  );
  for (const [name, value] of blocks.flatMap((block) => Object.entries(block))) {
    const { error } = z.fromJSONSchema({ $schema, ...properties[name], definitions }).safeParse(value);
    expect([name, error === undefined ? '' : z.prettifyError(error)]).toEqual([name, '']);
  }
});

/** Leaves out the conditional parts of a schema, which Zod does not read. */
const unconditional = (key: string, value: unknown): unknown =>
  ['if', 'then', 'else'].includes(key) ? undefined : value;
