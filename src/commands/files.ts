import { Command } from 'commander';
import { adoptFiles, fileOwner } from '../runtime/file-owner.ts';
import { CommandError, exitCodeHelp, type CommandContext } from './context.ts';

export function filesCommand(context: CommandContext): Command {
  const group = new Command('files').description('Manage the files of jobs');
  group.addCommand(adoptCommand(context));
  return group;
}

function adoptCommand(context: CommandContext): Command {
  return new Command('adopt')
    .description('Use files that another installation has written')
    .option('--yes', 'adopt the files; required if another installation has marked them')
    .addHelpText(
      'after',
      `\nThe file storage of an installation has a mark that names the installation. While the mark is that of another\ninstallation, all jobs and callbacks wait. Adopt the files after the installation secret was replaced on purpose, or if\nno other installation uses the files any more. That other installation then waits in turn.\n\nExamples:\n  $ adwright files adopt\n  $ adwright files adopt --yes\n${exitCodeHelp}`,
    )
    .action((options: { yes?: boolean }) => adopt(context, options));
}

async function adopt(context: CommandContext, { yes }: { yes?: boolean }): Promise<void> {
  const files = await context.files();
  const owner = await fileOwner(files);
  if (owner === 'own') {
    context.out('The files belong to this installation.\n');
    return;
  }
  if (owner === 'foreign' && yes !== true)
    throw new CommandError(
      'The files belong to another installation, or the installation secret was replaced. To use them with this installation, add --yes.',
    );
  await adoptFiles(files);
  context.out('The files now belong to this installation. Its controller continues within seconds.\n');
}
