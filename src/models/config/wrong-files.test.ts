import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { stringify } from 'yaml';
import { temporaryFolder } from '../../../test/support/process/temporary-folder.ts';
import { readModelsFile } from './read-models-file.ts';
import { wrongFiles } from './wrong-files.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  folder.remove();
});

const path = (name: string): string => join(folder.path, name);
const workflow = (text: string) => ({ '6': { class_type: 'CLIPTextEncode', inputs: { text, clip: ['4', 1] } } });
const entry = (given: unknown) => ({
  ...{ provider: 'comfyui', model: 'flux', name: 'flux', baseUrl: 'http://comfyui:8188' },
  options: { workflow: given },
});

/** Returns the problems of a file with models, as `field message`. */
function problemsOf(file: object): string[] {
  writeFileSync(path('models.yaml'), stringify(file));
  const { config, problems } = readModelsFile(path('models.yaml'));
  expect(problems).toEqual([]);
  return (config === null ? [] : wrongFiles(config)).map(({ field, message }) => `${field} ${message}`);
}

test('workflows and templates with known placeholders are right', () => {
  mkdirSync(path('prompts'));
  writeFileSync(path('prompts/clip.txt'), 'For {{seconds}} seconds.');
  writeFileSync(path('wan.json'), JSON.stringify(workflow('{{prompt}} {{seconds}} {{frames}} {{image}}')));
  const image = [entry(workflow('{{prompt}} {{seed}} {{width}} {{height}} {{image}}'))];
  expect(problemsOf({ prompts: 'prompts', image, cutout: [entry(workflow('{{image}}'))] })).toEqual([]);
  expect(problemsOf({ video: [entry('wan.json')] })).toEqual([]);
});

test('a template with an unknown placeholder is named with the placeholder', () => {
  mkdirSync(path('prompts'));
  writeFileSync(path('prompts/clip.txt'), 'For {{hours}} hours.');
  expect(problemsOf({ prompts: 'prompts' })).toEqual([
    `prompts ${path('prompts/clip.txt')} has the unknown placeholder {{hours}}; it may have {{seconds}}, {{visual}}, {{mood}}, {{camera}}, {{subject}}, {{direction}}`,
  ]);
});

test('a workflow with an unknown placeholder is named with the placeholder', () => {
  writeFileSync(path('mask.json'), JSON.stringify(workflow('{{prompt}}')));
  expect(problemsOf({ cutout: [entry('mask.json')] })).toEqual([
    `cutout (flux) ${path('mask.json')} has the unknown placeholder {{prompt}}; it may have {{image}}`,
  ]);
  const accounts = { 'ads/acme': { image: [entry(workflow('{{frames}}'))] } };
  expect(problemsOf({ accounts })[0]).toMatch(/^accounts\.ads\/acme\.image \(flux\) the workflow has the unknown/);
});

test.each([
  ['missing', null],
  ['no JSON', '{'],
  ['in the format of the editor', '{"nodes":[],"links":[]}'],
])('a workflow that is %s is named', (_, text) => {
  if (text !== null) writeFileSync(path('flux.json'), text);
  expect(problemsOf({ image: [entry('flux.json')] })).toEqual([
    `image (flux) ${path('flux.json')} cannot be read, or is not a workflow in the API format`,
  ]);
});

test('relative paths of workflows start at the folder of workflows', () => {
  mkdirSync(path('flows'));
  writeFileSync(path('flows/flux.json'), JSON.stringify(workflow('{{prompt}}')));
  expect(problemsOf({ workflows: 'flows', image: [entry('flux.json'), entry(path('flows/flux.json'))] })).toEqual([]);
});
