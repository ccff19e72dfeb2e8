import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { slowModels } from '../../src/models/config/check-times.ts';
import { readModelsFile } from '../../src/models/config/read-models-file.ts';
import { modelPorts } from '../../src/models/model-task.ts';
import { optionsOf } from '../../src/models/providers/provider-options.ts';

const root = join(import.meta.dirname, '../..');
const files = globSync('examples/models/*.yaml', { cwd: root });

test('there are examples for vLLM and ComfyUI', () => {
  expect(files.toSorted()).toEqual(['examples/models/comfyui.yaml', 'examples/models/vllm.yaml']);
});

test.each(files)('the program accepts %s, and its models are fast enough', (file) => {
  const { config, problems } = readModelsFile(join(root, file));
  expect(problems).toEqual([]);
  expect(config === null ? null : slowModels(config)).toEqual([]);
});

test('the providers accept the options of the example for vLLM', () => {
  const { config } = readModelsFile(join(root, 'examples/models/vllm.yaml'));
  const entries = modelPorts.flatMap((port) => (config?.lists[port] ?? []).map((entry) => ({ port, ...entry })));
  const refused = entries.filter(
    ({ provider, port, options }) => !optionsOf(provider, port).safeParse(options).success,
  );
  expect(entries).toHaveLength(3);
  expect(refused).toEqual([]);
});

test('the key of an example is a file next to it', () => {
  const file = join(root, 'examples/models/comfyui.yaml');
  const entries = readModelsFile(file).config?.lists.image ?? [];
  expect(entries.map(({ keyFile }) => keyFile)).toEqual([null, join(dirname(file), 'keys/openai')]);
});
