import { Command } from 'commander';
import { slowModels } from '../../models/config/check-times.ts';
import type { ConfiguredModel } from '../../models/config/configured-models.ts';
import { keyState, type KeyState } from '../../models/config/key-files.ts';
import { dollars } from '../../models/dollars.ts';
import { outputOption, type CommandContext } from '../context.ts';
import { print, type Column, type OutputFormat } from '../output.ts';
import { fileOption, openModels } from './models-file.ts';

export function list(context: CommandContext): Command {
  return new Command('list')
    .alias('ls')
    .description('List the models of each port, in order of preference, and those of accounts. Calls nothing')
    .addOption(fileOption())
    .addOption(outputOption())
    .addHelpText('after', '\nExamples:\n  $ adwright models list\n  $ adwright models list --file models.yaml -o json')
    .action(({ file, output }: { file?: string; output: OutputFormat }) => {
      const { config, models } = openModels(context, file);
      print(context, output, models.map(listed), columns);
      for (const { field, message } of slowModels(config)) context.err(`Warning: ${field} ${message}.\n`);
    });
}

interface ListedModel {
  account: string | null;
  port: string;
  name: string;
  provider: string;
  model: string;
  host: string;
  priceMicroUsd: number;
  timeoutSeconds: number;
  concurrency: number;
  whenFailed: string;
  key: KeyState;
}

function listed({ account, port, entry }: ConfiguredModel): ListedModel {
  const { name, provider, model, baseUrl, priceMicroUsd, timeoutSeconds, concurrency, whenFailed, keyFile } = entry;
  return {
    ...{ account, port, name, provider, model, host: new URL(baseUrl).host },
    ...{ priceMicroUsd, timeoutSeconds, concurrency, whenFailed, key: keyState(keyFile) },
  };
}

const columns: Column<ListedModel>[] = [
  ['account', ({ account }) => account ?? undefined],
  ['port', ({ port }) => port],
  ['name', ({ name }) => name],
  ['provider', ({ provider }) => provider],
  ['model', ({ model }) => model],
  ['server', ({ host }) => host],
  ['price', ({ priceMicroUsd }) => (priceMicroUsd === 0 ? undefined : dollars(priceMicroUsd))],
  ['time limit', ({ timeoutSeconds }) => `${timeoutSeconds} s`],
  ['at once', ({ concurrency }) => concurrency],
  ['when failed', ({ whenFailed }) => whenFailed],
  ['key', ({ key }) => key],
];
