import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { temporaryFolder } from '../../../test/support/process/temporary-folder.ts';
import { readModels } from './models-file.ts';
import { readModelsFile } from './read-models-file.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  folder.remove();
});

const entry = { provider: 'openai', model: 'gpt-image-1' };
const problemsOf = (file: object): string[] =>
  readModels(file, (path) => path).problems.map(({ field, message }) => [field, message].filter(Boolean).join(' '));

test.each<[problem: string, file: object, sentence: string]>([
  [
    'a misspelt field',
    { image: [{ ...entry, timeoutSecond: 9 }] },
    'image[0] has the unknown field "timeoutSecond"; did you mean timeoutSeconds?',
  ],
  ['a misspelt list', { images: [entry] }, 'has the unknown field "images"; did you mean image?'],
  [
    'an unknown field',
    { budget: { usdPerDay: 5, euros: 5 } },
    'budget has the unknown field "euros"; the fields are usdPerDay',
  ],
  [
    'an option of another provider',
    { image: [{ ...entry, options: { qualities: 'low' } }] },
    'image[0].options has the unknown field "qualities"; did you mean quality?',
  ],
  ['a missing field', { image: [{ provider: 'openai' }] }, 'image[0].model is missing'],
  ['a field with another type', { image: [{ ...entry, price: '0.07' }] }, 'image[0].price must be a number'],
  ['an entry that is no list', { image: entry }, 'image must be a list'],
  ['too many models', { image: [entry, entry, entry, entry] }, 'image must have at most 3 entries'],
  [
    'an unknown choice',
    { image: [{ ...entry, whenFailed: 'stop' }] },
    'image[0].whenFailed must be one of next, studio, fail',
  ],
  ['an account without a namespace', { accounts: { acme: {} } }, 'accounts.acme must be namespace/name'],
  [
    'a missing workflow',
    { image: [{ provider: 'comfyui', model: 'flux', baseUrl: 'http://comfyui:8188' }] },
    'image[0].options.workflow is missing',
  ],
])('the message about %s names the field and the remedy', (_, file, sentence) => {
  expect(problemsOf(file)).toEqual([sentence]);
});

test('a key in the place of its name is in no message', () => {
  const secret = 'sk-0123456789';
  expect(problemsOf({ image: [{ ...entry, key: secret }], keys: { openai: { file: 'key' } } })).toEqual([
    'image[0].key must be a name under `keys`: openai',
  ]);
  expect(problemsOf({ image: [{ ...entry, key: secret }] })[0]).toMatch(/there is none, so add `keys: /);
  const file = join(folder.path, 'models.yaml');
  writeFileSync(file, `image: [{ provider: openai, key: ${secret}\n`);
  const { problems } = readModelsFile(file);
  expect(problems).toEqual([{ field: '', message: expect.stringMatching(/^Flow .* at line 2, column 1$/) }]);
});
