import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { stringify } from 'yaml';
import { temporaryFolder } from '../../../test/support/process/temporary-folder.ts';
import { storedEgress } from '../../../test/support/network/stored-egress.ts';
import { openModels } from './open-models.ts';

const folder = temporaryFolder();
const file = join(folder.path, 'models.yaml');
const entry = { provider: 'openai-compatible', baseUrl: 'http://models.test/v1' };
writeFileSync(file, stringify({ image: [{ ...entry, model: 'flux' }], speech: [{ ...entry, model: 'kokoro' }] }));

afterAll(() => {
  folder.remove();
});

const place = { kind: 'file', path: '/nowhere' } as const;

test('a stage calls only models whose records have a place, however they are opened', () => {
  const outputs = { 'operations/image-1.json': place };
  const desk = openModels(
    {
      input: { jobId: 'job', stage: 'image', attempt: 1, inputs: {}, outputs, result: place, earlier: {} },
      read: () => Promise.resolve(undefined),
      write: () => Promise.resolve(),
      ...{ egress: storedEgress({}), logger: pino({ level: 'silent' }) },
    },
    {
      ...{ file, noProxy: '', account: 'default/acme', allowanceMicroUsd: null, code: 'image_model_error' },
      egress: { allow: '', deny: '', proxy: undefined, proxyCredentialsFile: undefined },
      open: () => Promise.reject(new Error('No model is opened here.')),
    },
  );
  expect([desk.has('image'), desk.has('speech')]).toEqual([true, false]);
});
