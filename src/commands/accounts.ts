import { Command, Option } from 'commander';
import { v7 as uuidv7 } from 'uuid';
import type { AdAccount } from '../schema/adaccount.ts';
import { findCondition } from '../domain/conditions.ts';
import { adAccountKind } from '../domain/kinds.ts';
import { isStoreError } from '../objects/store-error.ts';
import { objectName, whole } from './arguments.ts';
import { CommandError, outputOption, type CommandContext } from './context.ts';
import { createNamed, modify, mustGet } from './objects.ts';
import { webhookSecret } from './webhook-secret.ts';
import { age, print, type Column, type OutputFormat } from './output.ts';

interface Settings {
  displayName?: string;
  maxRunningJobs?: number;
  weight?: number;
  requireReadableBrand?: 'true' | 'false' | 'default';
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
  group.addCommand(create(context));
  group.addCommand(list(context));
  group.addCommand(update(context));
  group.addCommand(grant(context));
  group.addCommand(webhookSecret(context));
  group.addCommand(
    activate(context, 'deactivate', false, 'Refuse new requests with 403; running jobs continue and are delivered'),
  );
  group.addCommand(activate(context, 'activate', true, 'Accept requests again'));
  return group;
}

function settings(command: Command): Command {
  return command
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
    .addHelpText(
      'after',
      bookedHelp +
        '\nExamples:\n  $ adwright accounts create acme\n  $ adwright accounts create acme --display-name "ACME Ltd" --credits 500',
    )
    .action(async (name: string, given: Settings & { credits?: number; output: OutputFormat }) => {
      const { credits, output, requireReadableBrand, ...spec } = given;
      const isRequired = requirementOf(requireReadableBrand ?? 'default');
      // Each grant of credits has a new id. The ledger counts an id only once, even after the account was deleted and
      // created again, so a reused id would have no effect.
      const creditGrants = credits === undefined ? [] : [{ id: `initial-${uuidv7()}`, amount: credits }];
      const made = await createNamed(await context.store(), adAccountKind, {
        metadata: { namespace: context.namespace, name },
        spec: {
          weight: 1,
          ...spec,
          ...(isRequired !== null && { requireReadableBrand: isRequired }),
          active: true,
          creditGrants,
        },
      });
      await ensureSecret(context, made.metadata);
      const after =
        credits === undefined ? undefined : await balanceAfter(context, made, `Granted ${credits} credits.`);
      print(context, output, after ?? made, columns(context));
    });
}

/**
 * Creates the signing secret of a new account. A failure is printed but does not fail the command: the account already
 * exists, and the controller creates a missing secret later.
 */
async function ensureSecret(context: CommandContext, account: AdAccount['metadata']): Promise<void> {
  try {
    const secrets = await context.accountSecrets();
    await secrets.ensure([account]);
  } catch (error) {
    if (!isStoreError(error)) throw error;
    context.err(
      `The controller creates the signing secret of the account, since this command could not: ${error.message}\n`,
    );
  }
}

function list(context: CommandContext): Command {
  return new Command('list')
    .alias('ls')
    .description('List accounts with their credits, which may be a few seconds old')
    .addOption(outputOption())
    .addHelpText('after', '\nExamples:\n  $ adwright accounts list\n  $ adwright accounts list -o json')
    .action(async ({ output }: { output: OutputFormat }) => {
      const store = await context.store();
      const { items } = await store.list(adAccountKind, { namespace: context.namespace });
      print(context, output, items, columns(context));
    });
}

function update(context: CommandContext): Command {
  return settings(new Command('update').description('Change the settings of an account'))
    .argument('<name>', 'account name')
    .addHelpText('after', '\nExample:\n  $ adwright accounts update acme --max-running-jobs 5')
    .action(async (name: string, { output, ...given }: Settings & { output: OutputFormat }) => {
      if (Object.keys(given).length === 0)
        throw new CommandError('No change was given. Set at least one option of `adwright accounts update --help`.', 2);
      const { requireReadableBrand: choice, ...others } = given;
      const spec = { ...others, ...(choice && { requireReadableBrand: requirementOf(choice) }) };
      print(context, output, await modify(context, adAccountKind, name, () => spec), columns(context));
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
    .addHelpText(
      'after',
      bookedHelp +
        '\nExamples:\n  $ adwright accounts grant acme 500\n  $ adwright accounts grant acme 500 --id invoice-2041 --note "paid"',
    )
    .action(async (name: string, credits: number, given: { id?: string; note?: string; output: OutputFormat }) => {
      const entry = {
        id: given.id ?? `grant-${uuidv7()}`,
        amount: credits,
        ...(given.note === undefined ? {} : { note: given.note }),
      };
      const written = { isNew: false };
      const account = await modify(context, adAccountKind, name, ({ spec }) => {
        const change = withGrant(spec.creditGrants, entry);
        written.isNew = change !== undefined;
        return change;
      });
      const message = written.isNew
        ? `Granted ${credits} credits as "${entry.id}".`
        : `Nothing changed: grant "${entry.id}" already exists.`;
      const after = await balanceAfter(context, account, message);
      print(context, given.output, after ?? account, columns(context));
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

type Grant = AdAccount['spec']['creditGrants'][number];

function withGrant(grants: Grant[], entry: Grant): { creditGrants: Grant[] } | undefined {
  const known = grants.find(({ id }) => id === entry.id);
  if (known === undefined) return { creditGrants: [...grants, entry] };
  if (known.amount !== entry.amount)
    throw new CommandError(`Grant "${entry.id}" already exists with ${known.amount} credits. Choose another --id.`);
  return undefined;
}

function availableIn(booked: AdAccount | undefined): string {
  const available = booked?.status?.credits?.available;
  if (available !== undefined) return `${grantProblem(booked)}Available now: ${available}.`;
  return 'The controller has not applied the grant yet. It does so once it runs and can reach the ledger; check the balance with `adwright accounts list`.';
}

async function booked(context: CommandContext, written: AdAccount): Promise<AdAccount | undefined> {
  const { clock } = context;
  const endMs = clock.monotonicMs() + bookedWithinMs;
  for (;;) {
    const account = await mustGet(context, adAccountKind, written.metadata.name).catch(ignoreUnavailable);
    if (account !== undefined && isBooked(account, written.metadata.generation)) return account;
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

function activate(context: CommandContext, verb: string, active: boolean, text: string): Command {
  return new Command(verb)
    .description(text)
    .argument('<name>', 'account name')
    .addOption(outputOption())
    .addHelpText('after', `\nExample:\n  $ adwright accounts ${verb} acme`)
    .action(async (name: string, { output }: { output: OutputFormat }) => {
      print(context, output, await modify(context, adAccountKind, name, () => ({ active })), columns(context));
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
