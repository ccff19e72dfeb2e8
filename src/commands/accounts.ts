import { Command, Option } from 'commander';
import { findCondition } from '../domain/conditions.ts';
import { isStoreError } from '../objects/store-error.ts';
import {
  activateAccount,
  createAccount,
  deactivateAccount,
  grantCredits,
  updateAccount,
} from '../operations/accounts/manage-accounts.ts';
import { listAccounts, showAccount } from '../operations/accounts/read-accounts.ts';
import type { AdAccount, AdAccountSpec } from '../schema/adaccount.ts';
import { objectName, whole } from './arguments.ts';
import { CommandError, outputOption, reasonOption, type CommandContext } from './context.ts';
import { nameTaken, notFound, perform } from './operation.ts';
import { ownerKeyOptions } from './owner-key-options.ts';
import { age, print, type Column, type OutputFormat } from './output.ts';
import { webhookSecret } from './webhook-secret.ts';

interface Settings {
  displayName?: string;
  maxRunningJobs?: number;
  weight?: number;
  requireReadableBrand?: 'true' | 'false' | 'default';
  ownerKeys?: NonNullable<AdAccountSpec['ownerKeys']>;
}

const creditsMax = 1_000_000_000;
/**
 * Time that the command waits for the controller to apply a change of an account: twice the interval at which the
 * controller writes balances.
 */
const bookedWithinMs = 10_000;
const bookedHelp = `\nThe controller applies the credits. The command waits at most ${bookedWithinMs / 1_000} seconds for the new balance.\n`;
const lookAgainMs = 200;

export function accountsCommand(context: CommandContext): Command {
  const group = new Command('accounts')
    .alias('account')
    .description('Manage accounts. An account owns API keys and pays for its jobs');
  for (const make of [create, list, update, grant, webhookSecret, deactivate, activate])
    group.addCommand(make(context));
  return group;
}

function settings(command: Command): Command {
  return ownerKeyOptions(command)
    .option('--display-name <text>', 'human-readable name')
    .option('--max-running-jobs <n>', 'maximum number of jobs that run at once', whole(1, 100_000))
    .option('--weight <n>', 'relative share of capacity while jobs of several accounts are queued', whole(1, 1_000))
    .addOption(
      new Option(
        '--require-readable-brand <choice>',
        "true: a job without any readable brand page ends FAILED [brand_unreadable] and is not charged; false: the job continues without the pages; default: use the installation's setting",
      ).choices(['true', 'false', 'default']),
    )
    .addOption(outputOption());
}

function requirementOf(choice: NonNullable<Settings['requireReadableBrand']>): boolean | null {
  return choice === 'default' ? null : choice === 'true';
}

function create(context: CommandContext): Command {
  return settings(new Command('create').description('Create an account'))
    .argument('<name>', 'name by which keys and jobs refer to the account', objectName)
    .option('--credits <n>', 'credits to grant at creation', whole(1, creditsMax))
    .addOption(reasonOption())
    .addHelpText(
      'after',
      bookedHelp +
        '\nExamples:\n  $ adwright accounts create acme\n  $ adwright accounts create acme --display-name "ACME Ltd" --credits 500',
    )
    .action(async (name: string, options: Settings & { credits?: number; output: OutputFormat }) => {
      const { output, requireReadableBrand: choice, ...others } = options;
      const isRequired = requirementOf(choice ?? 'default');
      const given = { ...others, ...(isRequired !== null && { requireReadableBrand: isRequired }) };
      const { object, secretProblem } = await perform(
        context,
        createAccount,
        (namespace) => ({ namespace, name, ...given }),
        () => nameTaken('AdAccount', name),
      );
      if (secretProblem !== undefined)
        context.err(
          `The controller creates the signing secret of the account, since this command could not: ${secretProblem}\n`,
        );
      const { credits } = options;
      const after =
        credits === undefined ? undefined : await balanceAfter(context, object, `Granted ${credits} credits.`);
      print(context, output, after ?? object, columns(context));
    });
}

function list(context: CommandContext): Command {
  return new Command('list')
    .alias('ls')
    .description('List accounts with their credits, which may be a few seconds old')
    .addOption(outputOption())
    .addHelpText('after', '\nExamples:\n  $ adwright accounts list\n  $ adwright accounts list -o json')
    .action(async ({ output }: { output: OutputFormat }) => {
      const { accounts } = await perform(context, listAccounts, (namespace) => ({ namespace }));
      print(context, output, accounts, columns(context));
    });
}

function update(context: CommandContext): Command {
  return settings(new Command('update').description('Change the settings of an account'))
    .argument('<name>', 'account name')
    .addOption(reasonOption())
    .addHelpText('after', '\nExample:\n  $ adwright accounts update acme --max-running-jobs 5')
    .action(async (name: string, { output, ...given }: Settings & { output: OutputFormat }) => {
      if (Object.keys(given).length === 0)
        throw new CommandError('No change was given. Set at least one option of `adwright accounts update --help`.', 2);
      const { requireReadableBrand: choice, ...others } = given;
      const settings = { ...others, ...(choice && { requireReadableBrand: requirementOf(choice) }) };
      const input = (namespace: string) => ({ namespace, name, ...settings });
      const { object } = await perform(context, updateAccount, input, () => notFound('AdAccount', name));
      print(context, output, object, columns(context));
    });
}

function grant(context: CommandContext): Command {
  return new Command('grant')
    .description(
      'Grant credits and show the new balance. An --id counts once, so a repeated command grants nothing more',
    )
    .argument('<name>', 'account name')
    .argument('<credits>', 'number of credits', whole(1, creditsMax))
    .option('--id <id>', 'unique id of the grant, such as an invoice number', objectName)
    .option('--note <text>', 'reason for the grant')
    .addOption(outputOption())
    .addOption(reasonOption())
    .addHelpText(
      'after',
      bookedHelp +
        '\nExamples:\n  $ adwright accounts grant acme 500\n  $ adwright accounts grant acme 500 --id invoice-2041 --note "paid"',
    )
    .action(async (name: string, amount: number, given: { id?: string; note?: string; output: OutputFormat }) => {
      const { output, ...named } = given;
      const input = (namespace: string) => ({ namespace, name, amount, ...named });
      const { object, change, id } = await perform(context, grantCredits, input, (refused) =>
        refused.kind === 'not-found'
          ? notFound('AdAccount', name)
          : new CommandError(
              `Grant "${refused.id}" already exists with ${refused.known.amount} credits. Choose another --id.`,
            ),
      );
      const isNew = change !== undefined;
      const message = isNew
        ? `Granted ${amount} credits as "${id}".`
        : `Nothing changed: grant "${id}" already exists.`;
      const after = await balanceAfter(context, object, message);
      print(context, output, after ?? object, columns(context));
    });
}

async function balanceAfter(
  context: CommandContext,
  written: AdAccount,
  message: string,
): Promise<AdAccount | undefined> {
  // Printed before the command waits for the ledger, so that a user who interrupts the wait does not grant the credits
  // a second time.
  context.err(message);
  const after = await booked(context, written);
  context.err(` ${availableIn(after)}\n`);
  return after;
}

function availableIn(booked: AdAccount | undefined): string {
  const available = booked?.status?.credits?.available;
  if (available !== undefined) return `${grantProblem(booked)}Available now: ${available}.`;
  return 'The controller has not applied the grant yet. It does so once it runs and can reach the ledger; check the balance with `adwright accounts list`.';
}

async function booked(context: CommandContext, written: AdAccount): Promise<AdAccount | undefined> {
  const { clock } = context;
  const { namespace, name, generation } = written.metadata;
  const endMs = clock.monotonicMs() + bookedWithinMs;
  const read = () =>
    perform(
      context,
      showAccount,
      () => ({ namespace, name }),
      () => notFound('AdAccount', name),
    );
  for (;;) {
    const account = (await read().catch(ignoreUnavailable))?.object;
    if (account !== undefined && isBooked(account, generation)) return account;
    if (clock.monotonicMs() >= endMs) return undefined;
    await clock.sleep(lookAgainMs);
  }
}

function ignoreUnavailable(error: unknown): undefined {
  if (!isStoreError(error, 'Unavailable')) throw error;
}

function isBooked(account: AdAccount, generation: number): boolean {
  return (grantsApplied(account)?.observedGeneration ?? 0) >= generation;
}

/**
 * Returns a message if the account's condition GrantsApplied is False: the spec of the account and the ledger disagree
 * about a grant of credits. The grant may have been removed from the spec since.
 */
function grantProblem(account: AdAccount | undefined): string {
  const condition = account && grantsApplied(account);
  return condition?.status === 'False' ? `${condition.message} ` : '';
}

function grantsApplied({ status }: AdAccount) {
  return findCondition(status?.conditions, 'GrantsApplied');
}

const activate = switching(activateAccount, 'activate', 'Accept requests again');
const deactivate = switching(
  deactivateAccount,
  'deactivate',
  'Refuse new requests with 403; running jobs continue and are delivered',
);

function switching(
  operation: typeof activateAccount,
  verb: string,
  text: string,
): (context: CommandContext) => Command {
  return (context) =>
    new Command(verb)
      .description(text)
      .argument('<name>', 'account name')
      .addOption(outputOption())
      .addOption(reasonOption())
      .addHelpText('after', `\nExample:\n  $ adwright accounts ${verb} acme`)
      .action(async (name: string, { output }: { output: OutputFormat }) => {
        const input = (namespace: string) => ({ namespace, name });
        const { object } = await perform(context, operation, input, () => notFound('AdAccount', name));
        print(context, output, object, columns(context));
      });
}

function columns(context: CommandContext): Column<AdAccount>[] {
  return [
    ['name', ({ metadata }) => metadata.name],
    ['display name', ({ spec }) => spec.displayName],
    ['active', ({ spec }) => (spec.active ? 'yes' : 'no')],
    ['granted', ({ spec }) => spec.creditGrants.reduce((sum, { amount }) => sum + amount, 0)],
    ['available', ({ status }) => status?.credits?.available],
    ['reserved', ({ status }) => status?.credits?.reserved],
    ['spent', ({ status }) => status?.credits?.spent],
    ['max running', ({ spec }) => spec.maxRunningJobs],
    ['age', ({ metadata }) => age(metadata.creationTimestamp, context.clock.now())],
  ];
}
