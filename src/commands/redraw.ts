import { Command, Option } from 'commander';
import type { Redrawn } from '../schema/redrawn.ts';
import { duration } from './arguments.ts';
import { CommandError, exitCodeHelp, outputOption, reasonOption, type CommandContext } from './context.ts';
import { print, type Column, type OutputFormat } from './output.ts';
import { redrawOnCluster } from './redraw-on-cluster.ts';

interface Options {
  out: string;
  timeout: number;
  output: OutputFormat;
}

const timeoutDefaultMs = 15 * 60_000;

export function redraw(context: CommandContext): Command {
  return new Command('redraw')
    .description('Draw the pictures or the film of a job again from its stored brief, without fetching anything')
    .argument('<job-id>', 'job id')
    .requiredOption('--out <folder>', 'folder for the files; it is created if it is missing')
    .addOption(
      new Option('--timeout <duration>', 'on a cluster, stop waiting after this time')
        .argParser(duration)
        .default(timeoutDefaultMs, '15m'),
    )
    .addOption(outputOption())
    .addOption(reasonOption())
    .addHelpText(
      'after',
      `\nThe same version on the same processor architecture draws the same bytes. In a data folder, the command itself draws the files; an archived job works too. On a cluster, the controller runs the stage of the job once more, and the command downloads the files from the API. The job is not changed and nothing is charged.\n\nExample:\n  $ adwright jobs redraw 0199a3c4-5b1e-7cc2-9d1f-2f4b8a6c7d10 --out redrawn\n${exitCodeHelp}`,
    )
    .action(async (id: string, { out, timeout, output }: Options) => {
      const inFolder = await context.redraw(id.toLowerCase(), out);
      const redrawn = inFolder ?? (await redrawOnCluster(context, { id, out, timeoutMs: timeout }));
      print(context, output, redrawn.files, columns);
      judge(context, redrawn);
    });
}

function judge(context: CommandContext, { files, briefMadeBy, drawnBy }: Redrawn): void {
  const differ = files.filter(({ isSame }) => isSame === false).map(({ name }) => name);
  if (briefMadeBy !== drawnBy)
    context.err(`Warning: the brief was made by ${briefMadeBy} and drawn by ${drawnBy}, so files may differ.\n`);
  else if (differ.length > 0)
    throw new CommandError(
      `These files differ from those of the job, which should be impossible: ${differ.join(', ')}.`,
    );
}

const columns: Column<Redrawn['files'][number]>[] = [
  ['file', ({ name }) => name],
  ['bytes', ({ bytes }) => bytes],
  ['same as the job', ({ isSame }) => (isSame === undefined ? undefined : isSame ? 'yes' : 'no')],
];
