import { expect, test } from '@jest/globals';
import type { ModelPort } from '../model-task.ts';
import { providerNames, providers } from './provider-names.ts';
import { optionsOf } from './provider-options.ts';

const served = providerNames.flatMap((name) =>
  providers[name].ports.map((port): [typeof name, ModelPort] => [name, port]),
);

test.each(served)('%s refuses an unknown option of its %s', (name, port) => {
  const { success, error } = optionsOf(name, port).safeParse({ volume: 11 });
  expect(success).toBe(false);
  expect(JSON.stringify(error?.issues)).toContain('volume');
});

test('options of a port are refused for another port', () => {
  expect(optionsOf('openai', 'speech').safeParse({ voice: 'marin' }).success).toBe(true);
  expect(optionsOf('openai', 'image').safeParse({ voice: 'marin' }).success).toBe(false);
});
