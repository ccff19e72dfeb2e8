import { Argument, Command } from 'commander';
import { checkedParts, type CheckedPart, type Finding } from '../checks/finding.ts';
import { CommandError, exitCodeHelp, exitCodes, type CommandContext } from './context.ts';

interface Options {
  image: string[];
  dockerConfig?: string;
}

const titles: Readonly<Record<CheckedPart, string>> = {
  cluster: 'Cluster',
  redis: 'Redis',
  files: 'Files of jobs',
  registry: 'Images',
};
const verdicts: Readonly<Record<Finding['verdict'], string>> = { ok: 'ok', warning: 'WARNING', failed: 'FAILED' };

export function checkCommand(context: CommandContext): Command {
  return new Command('check')
    .description('Check whether a cluster, a Redis, a store of files and a registry can run Adwright')
    .addArgument(new Argument('[parts...]', 'parts to check (default: all)').choices(checkedParts))
    .option('--image <reference>', 'image that the nodes must be able to pull; may be repeated', collected, [])
    .option('--docker-config <file>', 'Docker configuration with the credentials of registries')
    .addHelpText(
      'after',
      `\nBefore an installation, check the cluster and the registry from any machine, with the rights of your KUBECONFIG. The\nsettings of Redis and of the files are those of the environment (ADWRIGHT_REDIS_URL, ADWRIGHT_STORAGE, ...), so check them\nin the pod of the controller. The check writes and deletes one small file, and changes nothing else.\n\nExamples:\n  $ adwright -n ads check cluster\n  $ adwright check registry --image registry.example.com/adwright:1.2.0 --docker-config ~/.docker/config.json\n  $ kubectl -n ads exec deploy/adwright-controller -- adwright check redis files\n${exitCodeHelp}`,
    )
    .action((parts: CheckedPart[], options: Options) => check(context, parts, options));
}

function collected(value: string, before: string[]): string[] {
  return [...before, value];
}

async function check(context: CommandContext, parts: readonly CheckedPart[], options: Options): Promise<void> {
  const checks = context.checks?.();
  if (checks === undefined) throw new Error('The checks are not wired.');
  const chosen = parts.length === 0 ? checkedParts : checkedParts.filter((part) => parts.includes(part));
  let failures = 0;
  for (const part of chosen) {
    context.out(`${titles[part]}\n`);
    for (const { verdict, sentence } of await checks[part]({
      images: options.image,
      dockerConfig: options.dockerConfig,
    })) {
      if (verdict === 'failed') failures += 1;
      context.out(`  ${verdicts[verdict].padEnd(8)} ${sentence}\n`);
    }
  }
  if (failures === 0) return;
  throw new CommandError(failures === 1 ? '1 check failed.' : `${failures} checks failed.`, exitCodes.failed);
}
