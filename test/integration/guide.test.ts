import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { readAdminConfig } from '../../src/config/admin-config.ts';
import { readApiConfig } from '../../src/config/api-config.ts';
import { readControllerConfig } from '../../src/config/controller-config.ts';
import { knownSettings } from '../../src/config/known-settings.ts';
import { shapeOf } from '../../src/config/setting.ts';
import { stageSettings } from '../../src/config/stage-settings.ts';
import { firstRequest } from '../../scripts/first-request.ts';
import { messageOf } from '../../src/files/error-code.ts';
import { roleTexts } from '../../src/roles/role-texts.ts';
import { snakeName } from '../../src/schema/camel.ts';
import { ImageAd } from '../../src/ads/image/request.ts';

const root = join(import.meta.dirname, '../..');

function read(...patterns: string[]): string {
  const files = globSync(patterns, { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  return files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
}

function namesIn(text: string, name: RegExp): string[] {
  return [...new Set([...text.matchAll(name)].map(([, one = '']) => one))].toSorted();
}

test('the metrics page lists exactly the metrics of the program', () => {
  const known = namesIn(read('src/**/*.ts'), /'((?:adwright|http_request|rest_client|leader_election)_[a-z_]+)'/g);
  const told = namesIn(read('docs/guide/metrics.md'), /^\| `([a-z_]+)`/gm);
  expect(known.length).toBeGreaterThan(15);
  expect(told).toEqual(known);
});

test('the command for Velero restores the status of every kind', () => {
  const names = read('crds/*.yaml').matchAll(/^ {2}name: (\S+)$/gm);
  const kinds = [...names].map(([, name = '']) => name).toSorted();
  expect(kinds).toHaveLength(3);
  const [command = ''] = /velero restore create(?:.*\\\n)*.*/.exec(read('docs/guide/backup.md')) ?? [];
  for (const option of ['include-resources', 'status-include-resources']) {
    const [, listed = ''] = new RegExp(` --${option} (\\S+)`).exec(command) ?? [];
    expect(listed.split(',').toSorted()).toEqual(kinds);
  }
});

test('the configuration page lists exactly the settings of the program', () => {
  const told = namesIn(read('docs/guide/configuration.md'), /`(ADWRIGHT_\w+)`/g);
  const ofStages = Object.keys(shapeOf(stageSettings));
  expect(told.filter((name) => !knownSettings.includes(name))).toEqual([]);
  expect(knownSettings.filter((name) => !told.includes(name) && !ofStages.includes(name))).toEqual([]);
});

test('the configuration page lists the proxy variables that the program reads', () => {
  const known = namesIn(read('src/config/proxy-config.ts'), /read\('(\w+)'\)/g);
  const told = namesIn(read('docs/guide/configuration.md'), /`(\w+_PROXY)`/g);
  expect(told.filter((name) => !knownSettings.includes(name))).toEqual(known);
});

test('the configuration page names the settings for which the chart has no value', () => {
  const [settings = '', cluster = ''] = read('docs/guide/configuration.md').split('\n## On a cluster\n');
  const [, excepted = ''] = /It has no values for\s+(.*?)\./s.exec(cluster) ?? [];
  const ofChart = namesIn(
    read('charts/adwright/templates/**/*.tpl', 'charts/adwright/templates/**/*.yaml'),
    /\b(ADWRIGHT_[A-Z]\w*)/g,
  );
  // The template makes a setting from each limit.
  const limits = namesIn(read('charts/adwright/values.yaml'), /^ {2}(\w+PerMinute):/gm);
  ofChart.push(...limits.map((limit) => `ADWRIGHT_${snakeName(limit).toUpperCase()}`));
  const missing = namesIn(settings, /^\| `(ADWRIGHT_\w+)`/gm).filter((name) => !ofChart.includes(name));
  expect(namesIn(excepted, /`(\w+)`/g)).toEqual(missing);
});

test('a message that names a section of the guide names one that exists', () => {
  const references = [...read('src/**/*.ts').matchAll(/"([^"]+)" in (docs\/guide\/[a-z-]+\.md)/g)];
  const missing = references.filter(([, section = '', page = '']) => !read(page).includes(`## ${section}\n`));
  expect(references).not.toEqual([]);
  expect(missing.map(([text]) => text)).toEqual([]);
});

test.each([
  ['api', roleTexts.api.help, () => readApiConfig({})],
  ['controller', roleTexts.controller.help, () => readControllerConfig({})],
  ['admin', roleTexts.admin.help, () => readAdminConfig({})],
])('the help of the role %s names every required setting', (_role, help, start) => {
  const required = namesIn(problemsOf(start), /(ADWRIGHT_\w+)/g);
  expect(required.length).toBeGreaterThan(3);
  expect(required.filter((name) => !help.includes(name))).toEqual([]);
});

/** Returns the request body of the first `curl -d` command in a file. */
function bodyIn(file: string): unknown {
  return JSON.parse(/-d '(\{[^']*\})'/.exec(read(file))?.[1] ?? 'null');
}

test.each(['README.md', 'charts/adwright/templates/NOTES.txt'])(
  'the first request in %s contains enough for an ad if its page cannot be read',
  (file) => {
    const { brand_data: brand, ad_copies: copies = [] } = ImageAd.parse(bodyIn(file));
    expect(brand).toMatchObject({ brand_name: expect.any(String), brand_url: expect.any(String) });
    expect(brand.color_swatches?.length).toBeGreaterThanOrEqual(2);
    expect(copies.map(({ copy_type: type }) => type)).toEqual(expect.arrayContaining(['headline', 'cta']));
  },
);

test('`make up` prints the first request of the README, with its own addresses', () => {
  expect(bodyIn('README.md')).toEqual(firstRequest('http://127.0.0.1:8091'));
});

function problemsOf(start: () => unknown): string {
  try {
    start();
    return '';
  } catch (error) {
    return messageOf(error);
  }
}
