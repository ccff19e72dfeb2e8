import { Command } from 'commander';
import { rateWindows } from '../ads/known-types.ts';
import { optionOf } from '../ads/rate-window.ts';
import { createKey, later, listKeys, revokeKey, rotateKey, updateKey } from '../operations/keys/manage-keys.ts';
import type { ApiKey, KeyLimits } from '../schema/apikey.ts';
import { duration, objectName, whole } from './arguments.ts';
import { CommandError, exitCodes, outputOption, reasonOption, type CommandContext } from './context.ts';
import { nameTaken, notFound, perform } from './operation.ts';
import { age, print, type Column, type OutputFormat } from './output.ts';

/** The rate limits, and the time from now until the API key expires, in milliseconds. */
interface Settings {
  [limit: string]: number | undefined;
  expiresIn?: number;
}

const dayMs = 86_400_000;

export function keysCommand(context: CommandContext): Command {
  const group = new Command('keys').alias('key').description('Manage API keys: their secrets, rate limits and expiry');
  for (const make of [create, list, update, revoke, rotate]) group.addCommand(make(context));
  return group;
}

function settings(command: Command): Command {
  for (const window of rateWindows) {
    const { requests, max, isStrict } = window;
    const text = `limit of ${requests}${isStrict ? `, at most ${max}` : ''} (default: the installation's limit)`;
    command.option(`${optionOf(window)} <n>`, text, whole(1, max));
  }
  return command.option('--expires-in <duration>', 'time until the key expires: 30m, 24h, 90d', duration);
}

function create(context: CommandContext): Command {
  return settings(
    new Command('create').description('Create a key. Prints only the secret to standard output; it is not shown again'),
  )
    .requiredOption('--account <name>', 'account that owns the key')
    .option('--name <name>', 'name of the ApiKey object', objectName)
    .addOption(reasonOption())
    .addHelpText(
      'after',
      '\nExamples:\n  $ KEY=$(adwright keys create --account acme)\n  $ adwright keys create --account acme --name shop --expires-in 90d',
    )
    .action(async ({ account, name, ...given }: Settings & { account: string; name?: string }) => {
      const settings = { ...(name !== undefined && { name }), ...chosen(context, given) };
      const input = (namespace: string) => ({ namespace, account, ...settings });
      const { object, secret } = await perform(context, createKey, input, (refused) =>
        refused.kind === 'name-taken' ? nameTaken('ApiKey', refused.name) : notFound('AdAccount', account),
      );
      context.err(
        `Created key "${object.metadata.name}" for account "${account}". Copy the secret now: it is not shown again.\n`,
      );
      context.out(`${secret}\n`);
    });
}

function list(context: CommandContext): Command {
  return new Command('list')
    .alias('ls')
    .description('List keys. Secrets are not stored, so they are not shown')
    .option('--account <name>', 'only keys of this account')
    .addOption(outputOption())
    .addHelpText('after', '\nExamples:\n  $ adwright keys list\n  $ adwright keys list --account acme -o yaml')
    .action(async ({ account, output }: { account?: string; output: OutputFormat }) => {
      const filter = account === undefined ? {} : { account };
      const { keys } = await perform(context, listKeys, (namespace) => ({ namespace, ...filter }));
      print(context, output, keys, columns(context));
    });
}

function update(context: CommandContext): Command {
  return settings(
    new Command('update').description('Change the limits or the expiry of a key. Takes effect within a second'),
  )
    .argument('<name>', 'key name')
    .option('--no-expiry', 'remove the expiry: the key is valid until it is revoked')
    .addOption(outputOption())
    .addOption(reasonOption())
    .addHelpText(
      'after',
      '\nExamples:\n  $ adwright keys update shop --image-creates-per-minute 60\n  $ adwright keys update shop --no-expiry',
    )
    .action(
      async (name: string, { output, expiry, ...given }: Settings & { output: OutputFormat; expiry: boolean }) => {
        const spec = { ...chosen(context, given), ...(expiry ? {} : { expiresAt: null }) };
        if (Object.keys(spec).length === 0)
          throw new CommandError(
            'No change was given. Set at least one option of `adwright keys update --help`.',
            exitCodes.usage,
          );
        const input = (namespace: string) => ({ namespace, name, ...spec });
        const { object } = await perform(context, updateKey, input, () => notFound('ApiKey', name));
        print(context, output, object, columns(context));
      },
    );
}

function revoke(context: CommandContext): Command {
  return new Command('revoke')
    .description('Revoke a key for good, within a second; accepted jobs continue')
    .argument('<name>', 'key name')
    .addOption(outputOption())
    .addOption(reasonOption())
    .addHelpText('after', '\nExample:\n  $ adwright keys revoke shop')
    .action(async (name: string, { output }: { output: OutputFormat }) => {
      const input = (namespace: string) => ({ namespace, name });
      const { object } = await perform(context, revokeKey, input, () => notFound('ApiKey', name));
      print(context, output, object, columns(context));
    });
}

function rotate(context: CommandContext): Command {
  return new Command('rotate')
    .description(
      'Replace the secret of a key. Its jobs stay visible, and the old secret stays valid for the overlap. Prints only the new secret',
    )
    .argument('<name>', 'key name')
    .option('--overlap <duration>', 'time for which the old secret stays valid: 30m, 24h (default: none)', duration)
    .addOption(reasonOption())
    .addHelpText(
      'after',
      '\nExamples:\n  $ KEY=$(adwright keys rotate shop)\n  $ adwright keys rotate shop --overlap 24h',
    )
    .action(async (name: string, { overlap: overlapMs }: { overlap?: number }) => {
      const input = (namespace: string) => ({ namespace, name, ...(overlapMs !== undefined && { overlapMs }) });
      const { secret } = await perform(context, rotateKey, input, (refused) =>
        refused.kind === 'revoked'
          ? new CommandError(`Key "${name}" is revoked. Create a new key with \`adwright keys create\`.`)
          : notFound('ApiKey', name),
      );
      context.err(`Replaced the secret of key "${name}". Copy the new secret now: it is not shown again.\n`);
      context.out(`${secret}\n`);
    });
}

function chosen(
  context: CommandContext,
  { expiresIn, ...limits }: Settings,
): { limits?: KeyLimits; expiresAt?: string } {
  return {
    ...(Object.keys(limits).length === 0 ? {} : { limits }),
    ...(expiresIn === undefined ? {} : { expiresAt: later(context.clock.now(), expiresIn) }),
  };
}

function state(context: CommandContext, { spec }: ApiKey): string {
  if (spec.revoked) return 'revoked';
  if (spec.expiresAt === undefined) return 'valid';
  const leftMs = Date.parse(spec.expiresAt) - context.clock.now().getTime();
  return leftMs <= 0 ? 'expired' : `valid, ${Math.ceil(leftMs / dayMs)}d left`;
}

/**
 * Returns how long ago an API key was last used. The service writes the last-used time at intervals, so the result may
 * be too long by up to an hour.
 */
function lastUsed(context: CommandContext, { status }: ApiKey): string | undefined {
  return status?.lastUsedTime === undefined ? undefined : `${age(status.lastUsedTime, context.clock.now())} ago`;
}

const ofInstallation = 'default';

function columns(context: CommandContext): Column<ApiKey>[] {
  return [
    ['name', ({ metadata }) => metadata.name],
    ['account', ({ spec }) => spec.accountRef.name],
    ['key', ({ spec }) => spec.hint],
    ['state', (key) => state(context, key)],
    ...rateWindows.map(({ column, limit }): Column<ApiKey> => [
      column,
      ({ spec }) => spec.limits?.[limit] ?? ofInstallation,
    ]),
    ['last used', (key) => lastUsed(context, key)],
    ['age', ({ metadata }) => age(metadata.creationTimestamp, context.clock.now())],
  ];
}
