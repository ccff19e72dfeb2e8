import { Command, CommanderError } from 'commander';
import { isLedgerError } from '../ledger/port.ts';
import { isStoreError } from '../objects/store-error.ts';
import { accountsCommand } from './accounts.ts';
import { adminSignInCommand } from './admin-sign-in.ts';
import { callbacksCommand } from './callbacks.ts';
import { checkCommand } from './check.ts';
import { CommandError, exitCodeHelp, exitCodes, type CommandContext, type LocationOptions } from './context.ts';
import { createSecretsCommand } from './create-secrets.ts';
import { filesCommand } from './files.ts';
import { jobsCommand } from './jobs.ts';
import { keysCommand } from './keys.ts';
import { ledgerCommand } from './ledger.ts';
import { modelsCommand } from './models/models.ts';
import { prepareUninstallCommand } from './prepare-uninstall.ts';
import { replaceStuckPodsCommand } from './replace-stuck-pods.ts';

export interface RoleCommand {
  name: string;
  description: string;
  help: string;
  run(): Promise<void>;
}

/**
 * Runs one command line, given without `node` and the path of the script. Returns the exit code. Prints mistakes of the
 * user instead of throwing.
 */
export async function runProgram(
  args: readonly string[],
  context: CommandContext,
  roles: readonly RoleCommand[],
  version: string,
): Promise<number> {
  const program = new Command('adwright')
    .description('Brand-aligned image and video ads, made asynchronously')
    .version(version)
    .option('-n, --namespace <name>', 'namespace of accounts, keys and jobs')
    .option(
      '--kubeconfig <file>',
      'kubeconfig of the cluster to use (default: KUBECONFIG, or the service account of the pod)',
    )
    .option(
      '--data-dir <folder>',
      'use the data folder of an `adwright local` service (default: ADWRIGHT_DATA_DIR, or ./data)',
    )
    .hook('preAction', (root, command) => {
      const options = root.opts<LocationOptions>();
      if (roles.some(({ name }) => name === command.name())) refuseOptions(command.name(), options);
      else context.chooseLocation?.(options);
      context.reason = takenReason(command);
    })
    .addHelpText(
      'after',
      `\nExamples:\n  $ adwright local                                  run everything on this machine\n  $ adwright accounts create acme --credits 500\n  $ adwright keys create --account acme\n  $ adwright jobs watch <job-id>\n  $ adwright --kubeconfig prod.yaml -n ads jobs list\n${exitCodeHelp}`,
    );
  for (const role of roles)
    program.addCommand(
      new Command(role.name).description(role.description).addHelpText('after', role.help).action(role.run.bind(role)),
    );
  program.commands.find((command) => command.name() === 'admin')?.addCommand(adminSignInCommand(context));
  for (const make of [
    accountsCommand,
    keysCommand,
    jobsCommand,
    callbacksCommand,
    modelsCommand,
    ledgerCommand,
    filesCommand,
    checkCommand,
    createSecretsCommand,
    prepareUninstallCommand,
    replaceStuckPodsCommand,
  ])
    program.addCommand(make(context));
  configure(program, context);
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    return explain(error, context);
  }
}

/** Takes the reason out of the options of a command, because commands pass the other options on as their change. */
function takenReason(command: Command): string | undefined {
  const options = command.opts<{ reason?: string }>();
  const { reason } = options;
  delete options.reason;
  return reason;
}

function refuseOptions(role: string, options: LocationOptions): void {
  if (Object.keys(options).length === 0) return;
  throw new CommandError(
    `"adwright ${role}" reads its settings from the environment. See "adwright ${role} --help".`,
    exitCodes.usage,
  );
}

function configure(command: Command, context: CommandContext): void {
  command
    .exitOverride()
    .configureOutput({ writeOut: context.out.bind(context), writeErr: context.err.bind(context) })
    .showHelpAfterError('(add --help for usage)');
  for (const child of command.commands) configure(child, context);
}

function explain(error: unknown, context: CommandContext): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  if (error instanceof CommandError) {
    if (error.message !== '') context.err(`${error.message}\n`);
    return error.exitCode;
  }
  if (isStoreError(error) || isLedgerError(error)) {
    context.err(`${error.message}\n`);
    return exitCodes.failed;
  }
  throw error;
}
