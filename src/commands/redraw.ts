import { Command } from 'commander';
import { CommandError, outputOption, type CommandContext } from './context.ts';
import type { RedrawnFile } from './redrawn.ts';
import { print, type Column, type OutputFormat } from './output.ts';

export function redraw(context: CommandContext): Command {
  return new Command('redraw')
    .description('Draw the pictures or the film of a job again from its stored brief, without the network')
    .argument('<job-id>', 'job id; the job may be archived')
    .requiredOption('--out <folder>', 'folder for the files; it is created if it is missing')
    .addOption(outputOption())
    .addHelpText(
      'after',
      `\nThe same version on the same processor architecture draws the same bytes. Needs the data folder of \`adwright local\`.\n\nExample:\n  $ adwright jobs redraw 0199a3c4-5b1e-7cc2-9d1f-2f4b8a6c7d10 --out redrawn`,
    )
    .action(async (id: string, { out, output }: { out: string; output: OutputFormat }) => {
      const { files, briefMadeBy, drawnBy } = await context.redraw(id.toLowerCase(), out);
      print(context, output, files, columns);
      const differ = files.filter(({ isSame }) => isSame === false).map(({ name }) => name);
      if (briefMadeBy !== drawnBy)
        context.err(`Warning: the brief was made by ${briefMadeBy} and drawn by ${drawnBy}, so files may differ.\n`);
      else if (differ.length > 0)
        throw new CommandError(
          `These files differ from those of the job, which should be impossible: ${differ.join(', ')}.`,
        );
    });
}

const columns: Column<RedrawnFile>[] = [
  ['file', ({ name }) => name],
  ['bytes', ({ bytes }) => bytes],
  ['same as the job', ({ isSame }) => (isSame === undefined ? undefined : isSame ? 'yes' : 'no')],
];
