import { Argument, Command } from 'commander';
import { mayCost, type ConfiguredModel } from '../../models/config/configured-models.ts';
import { dollars } from '../../models/dollars.ts';
import type { ModelPort } from '../../models/model-task.ts';
import { measured, type Measured } from '../../models/trial/measure.ts';
import { trialTasks } from '../../models/trial/trial-tasks.ts';
import { tryModel, type Trial } from '../../models/trial/try-model.ts';
import { CommandError, exitCodeHelp, exitCodes, outputOption, type CommandContext } from '../context.ts';
import { print, type Column, type OutputFormat } from '../output.ts';
import { explained } from './explain.ts';
import { fileOption, openModels } from './models-file.ts';

interface Options {
  file?: string;
  yes?: boolean;
  output: OutputFormat;
}

export function check(context: CommandContext): Command {
  return new Command('check')
    .description(
      'Call each model once with a small task, and say what to do where it fails. The calls cost what the provider charges, and count for no budget',
    )
    .addArgument(new Argument('[port-or-name]', 'only the models of this port, or with this name'))
    .addOption(fileOption())
    .option('--yes', 'call models although it may cost money')
    .addOption(outputOption())
    .addHelpText(
      'after',
      `\nExamples:\n  $ adwright models check copywriter\n  $ adwright models check qwen --file models.yaml\n  $ adwright models check --yes -o json\n${exitCodeHelp}`,
    )
    .action(async (wanted: string | undefined, { file, yes = false, output }: Options) => {
      const { models, access } = openModels(context, file);
      const chosen = unlike(
        models.filter(({ port, entry }) => wanted === undefined || [port, entry.name].includes(wanted)),
      );
      if (chosen.length === 0) throw noModel(wanted);
      admit(context, chosen, yes);
      const rows: CheckedModel[] = [];
      for (const { port, entry } of chosen) {
        context.err(`Calling ${port}/${entry.name} ...\n`);
        const task = await trialTasks[port]();
        const trial = await tryModel(
          { entry, port, task },
          { access, clock: context.clock },
          new AbortController().signal,
        );
        rows.push(await checked({ port, entry }, trial, access));
      }
      report(context, output, rows);
    });
}

/** Leaves out entries that occur a second time, in the list of an account. */
function unlike(models: readonly ConfiguredModel[]): ConfiguredModel[] {
  const found = new Map(
    models.map(({ account, port, entry }) => [JSON.stringify([port, entry]), { account, port, entry }]),
  );
  return [...found.values()];
}

function noModel(wanted: string | undefined): CommandError {
  if (wanted === undefined) return new CommandError('The file has no models.', exitCodes.notFound);
  return new CommandError(
    `The file has no port and no model "${wanted}". Run \`adwright models list\` to list all.`,
    exitCodes.notFound,
  );
}

/** Prints what the calls cost. Throws a `CommandError` if they may cost money without `--yes`. */
function admit(context: CommandContext, chosen: readonly ConfiguredModel[], isAdmitted: boolean): void {
  const costly = chosen.filter(({ entry }) => mayCost(entry));
  const unpriced = costly.filter(({ entry }) => entry.priceMicroUsd === 0).map(({ entry }) => entry.name);
  const total = costly.reduce((sum, { entry }) => sum + entry.priceMicroUsd, 0);
  const calls = chosen.length === 1 ? '1 call' : `${chosen.length} calls`;
  const unknown = unpriced.length === 0 ? '' : `, and the unknown price of ${[...new Set(unpriced)].join(', ')}`;
  context.err(`${calls}: ${dollars(total)} by the prices of the file${unknown}.\n`);
  if (costly.length > 0 && !isAdmitted)
    throw new CommandError('Nothing was called. Run the command again with --yes.', exitCodes.usage);
}

interface CheckedModel extends Partial<Measured> {
  port: ModelPort;
  name: string;
  works: boolean;
  seconds: number;
  costMicroUsd: number;
  /** Sentences about a failure, and what to do. */
  explanation: string | null;
}

type Place = Pick<ConfiguredModel, 'port' | 'entry'>;

async function checked(
  { port, entry }: Place,
  trial: Trial,
  access: Parameters<typeof explained>[1],
): Promise<CheckedModel> {
  const { seconds, costMicroUsd } = trial;
  const row = { port, name: entry.name, seconds, costMicroUsd };
  if (trial.kind === 'failed') {
    const explanation = await explained({ failure: trial.failure, port, entry }, access);
    return { ...row, works: false, explanation };
  }
  return { ...row, works: true, ...(await measured(trial.answer)), explanation: null };
}

function report(context: CommandContext, output: OutputFormat, rows: readonly CheckedModel[]): void {
  print(context, output, rows, columns);
  const failed = rows.filter(({ works }) => !works);
  if (failed.length === 0) return;
  const lines = failed.map(({ port, name, explanation }) => `${port}/${name}: ${explanation ?? ''}`);
  throw new CommandError(output === 'table' ? `\n${lines.join('\n\n')}` : '');
}

const columns: Column<CheckedModel>[] = [
  ['port', ({ port }) => port],
  ['name', ({ name }) => name],
  ['works', ({ works }) => (works ? 'yes' : 'no')],
  ['seconds', ({ seconds }) => seconds],
  ['type', ({ mediaType }) => mediaType],
  ['size', ({ size }) => size],
  ['bytes', ({ bytes }) => bytes],
  ['cost', ({ costMicroUsd }) => (costMicroUsd === 0 ? undefined : dollars(costMicroUsd))],
];
