/**
 * Runs the tests of real models with the models of a file: `make test-models MODELS=file`. First says what they cost, and
 * runs them only with YES=1.
 */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { configuredModels, mayCost, type ConfiguredModel } from '../src/models/config/configured-models.ts';
import { readModelsFile } from '../src/models/config/read-models-file.ts';
import { dollars } from '../src/models/dollars.ts';
import { realCalls } from '../test/support/models/real-calls.ts';

const { MODELS: file = '', YES: yes = '' } = process.env;
process.exitCode = file === '' ? usage() : main(file);

function usage(): number {
  console.error('Name a file with models, in the form of ADWRIGHT_MODELS: make test-models MODELS=models.yaml');
  console.error('docs/guide/models.md describes the file. Its keys are files, and no output contains them.');
  return 2;
}

function main(given: string): number {
  const { config, problems } = readModelsFile(given);
  if (config === null) {
    for (const { field, message } of problems) console.error([given, field, message].filter(Boolean).join(' '));
    return 2;
  }
  sayCost(configuredModels(config));
  if (yes === '1') return runTests(given);
  console.log('Nothing was called. Run the command again with YES=1.');
  return 2;
}

function sayCost(models: readonly ConfiguredModel[]): void {
  for (const { port, entry } of models) {
    const isUnpriced = mayCost(entry) && entry.priceMicroUsd === 0;
    const cost = isUnpriced ? 'its price is not in the file' : dollars(realCalls(entry) * entry.priceMicroUsd);
    console.log(`${port} of ${entry.name} at ${new URL(entry.baseUrl).host}: ${realCalls(entry)} paid, ${cost}`);
  }
  const total = models.reduce((sum, { entry }) => sum + realCalls(entry) * entry.priceMicroUsd, 0);
  console.log(`Together ${dollars(total)} by the prices of the file. The servers refuse the other calls.`);
}

function runTests(given: string): number {
  const env = { ...process.env, MODELS: resolve(given), NODE_OPTIONS: '--experimental-vm-modules --no-warnings' };
  const { status } = spawnSync('jest', ['-c', 'jest.models.config.ts', '--verbose'], { stdio: 'inherit', env });
  return status ?? 1;
}
