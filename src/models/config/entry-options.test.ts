import { expect, test } from '@jest/globals';
import { readModels } from './models-file.ts';

const read = (options: object) =>
  readModels({ speech: [{ provider: 'openai', model: 'tts-1', options }], accounts: { 'ads/a': {} } }, (path) => path);

test('options of the provider are accepted', () => {
  expect(read({ voice: 'marin', voices: { de: 'cedar' } }).problems).toEqual([]);
});

test.each<[options: object, field: string, words: string]>([
  [{ volume: 11 }, 'speech[0].options', 'volume'],
  [{ format: 'midi' }, 'speech[0].options.format', 'wav'],
  [{ steps: 20 }, 'speech[0].options', 'steps'],
])('of %j, a problem names the field %s', (options, field, words) => {
  expect(read(options).problems).toEqual([{ field, message: expect.stringContaining(words) }]);
});

test('the path of a workflow is relative to the file', () => {
  const entry = {
    provider: 'comfyui',
    model: 'flux',
    baseUrl: 'http://127.0.0.1:8188',
    options: { workflow: 'flux.json' },
  };
  const { config } = readModels({ image: [entry] }, (path) => `/etc/models/${path}`);
  expect(config?.lists.image?.[0]?.options).toEqual({ workflow: '/etc/models/flux.json' });
});
