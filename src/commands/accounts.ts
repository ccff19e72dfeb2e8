import { Command, Option } from 'commander';
import { v7 as uuidv7 } from 'uuid';
import type { AdAccount } from '../schema/adaccount.ts';
import { findCondition } from '../domain/conditions.ts';
import { adAccountKind } from '../domain/kinds.ts';
import { isStoreError } from '../store/port.ts';
import { objectName, whole } from './arguments.ts';
import { CommandError, outputOption, type CommandContext } from './context.ts';
import { createNamed, modify, mustGet } from './objects.ts';
import { age, print, type Column, type OutputFormat } from './output.ts';

interface Settings {
  displayName?: string;
  maxRunningJobs?: number;
  weight?: number;
  requireReadableBrand?: 'true' | 'false' | 'default';
}

const creditsMax = 1_000_000_000;
/** Twice as long as the controller may wait before it writes a balance again. */
const bookedWithinMs = 10_000;
const bookedHelp = `\nThe controller books the credits: the command waits ${bookedWithinMs / 1_000} seconds at most to see it.\n`;
const lookAgainMs = 200;

export function accountsCommand(context: CommandContext): Command {
  const group = new Command('accounts')
    .alias('account')
    .description('Accounts: who pays. Keys and jobs belong to one.');
  group.addCommand(create(context));
  group.addCommand(list(context));
  group.addCommand(update(context));
  group.addCommand(grant(context));
  group.addCommand(
    activate(context, 'deactivate', false, 'Refuse new requests with 403; running jobs go on and are delivered'),
  );
  group.addCommand(activate(context, 'activate', true, 'Accept requests again'));
  return group;
}

function settings(command: Command): Command {
  return command
    .option('--display-name <text>', 'a name for people')
    .option('--max-running-jobs <n>', 'how many of its jobs may run at once', whole(1, 100_000))
    .option('--weight <n>', 'its share when jobs of several accounts wait', whole(1, 1_000))
    .addOption(
      new Option(
        '--require-readable-brand <choice>',
        "true: a job none of whose pages can be read ends FAILED [brand_unreadable] and is not charged; false: the job continues without them; default: the installation's setting applies",
      ).choices(['true', 'false', 'default']),
    )
    .addOption(outputOption());
}

/** Null removes the field: then the installation's setting applies. */
function requirementOf(choice: NonNullable<Settings['requireReadableBrand']>): boolean | null {
  return choice === 'default' ? null : choice === 'true';
}

function create(context: CommandContext): Command {
  return settings(new Command('create').description('Make an account'))
    .argument('<name>', 'how keys and jobs refer to it', objectName)
    .option('--credits <n>', 'grant this many credits at once', whole(1, creditsMax))
    .addHelpText(
      'after',
      bookedHelp +
        '\nExamples:\n  $ adwright accounts create acme\n  $ adwright accounts create acme --display-name "ACME Ltd" --credits 500',
    )
    .action(async (name: string, given: Settings & { credits?: number; output: OutputFormat }) => {
      const { credits, output, requireReadableBrand, ...spec } = given;
      const isRequired = requirementOf(requireReadableBrand ?? 'default');
      // The ledger counts an id once, also where it knows an account of that name that was deleted.
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
      const after =
        credits === undefined ? undefined : await balanceAfter(context, made, `Granted ${credits} credits.`);
      print(context, output, after ?? made, columns(context));
    });
}

function list(context: CommandContext): Command {
  return new Command('list')
    .alias('ls')
    .description('List accounts, with their credits of a few seconds ago')
    .addOption(outputOption())
    .addHelpText('after', '\nExamples:\n  $ adwright accounts list\n  $ adwright accounts list -o json')
    .action(async ({ output }: { output: OutputFormat }) => {
      const store = await context.store();
      const { items } = await store.list(adAccountKind, { namespace: context.namespace });
      print(context, output, items, columns(context));
    });
}

function update(context: CommandContext): Command {
  return settings(new Command('update').description('Change an account'))
    .argument('<name>', 'the account')
    .addHelpText('after', '\nExample:\n  $ adwright accounts update acme --max-running-jobs 5')
    .action(async (name: string, { output, ...given }: Settings & { output: OutputFormat }) => {
      if (Object.keys(given).length === 0)
        throw new CommandError('Say what to change: see `adwright accounts update --help`.', 2);
      const { requireReadableBrand: choice, ...others } = given;
      const spec = { ...others, ...(choice && { requireReadableBrand: requirementOf(choice) }) };
      print(context, output, await modify(context, adAccountKind, name, () => spec), columns(context));
    });
}

function grant(context: CommandContext): Command {
  return new Command('grant')
    .description(
      'Add credits, and show the balance with them. An --id counts once, so a repeated command grants nothing more',
    )
    .argument('<name>', 'the account')
    .argument('<credits>', 'how many', whole(1, creditsMax))
    .option('--id <id>', "the grant's own id, such as an invoice number", objectName)
    .option('--note <text>', 'why')
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
      const said = written.isNew ? `Granted ${credits} credits` : 'Nothing changed: the grant was made before,';
      const after = await balanceAfter(context, account, `${said} as "${entry.id}".`);
      print(context, given.output, after ?? account, columns(context));
    });
}

/**
 * Prints what was written, waits until the controller has booked it, and prints the balance. Returns the booked account,
 * undefined after the wait.
 */
async function balanceAfter(context: CommandContext, written: AdAccount, said: string): Promise<AdAccount | undefined> {
  context.err(said); // before the wait: who interrupts it must not grant again
  const after = await booked(context, written);
  context.err(` ${availableIn(after)}\n`);
  return after;
}

type Grant = AdAccount['spec']['creditGrants'][number];

function withGrant(grants: Grant[], entry: Grant): { creditGrants: Grant[] } | undefined {
  const known = grants.find(({ id }) => id === entry.id);
  if (known === undefined) return { creditGrants: [...grants, entry] };
  if (known.amount !== entry.amount)
    throw new CommandError(`Grant "${entry.id}" exists already with ${known.amount} credits; choose another --id.`);
  return undefined;
}

function availableIn(booked: AdAccount | undefined): string {
  const available = booked?.status?.credits?.available;
  if (available !== undefined) return `${complaint(booked)}Available now: ${available}.`;
  return 'The controller has not booked it yet, so the balance is that of before. It does as soon as it runs and reaches the ledger: see `adwright accounts list`.';
}

/** The account once its controller has looked at what was written; undefined where that is not seen in time. */
async function booked(context: CommandContext, written: AdAccount): Promise<AdAccount | undefined> {
  const { clock } = context;
  const endMs = clock.monotonicMs() + bookedWithinMs;
  for (;;) {
    const account = await mustGet(context, adAccountKind, written.metadata.name).catch(unlessAway);
    if (account !== undefined && isBooked(account, written.metadata.generation)) return account;
    if (clock.monotonicMs() >= endMs) return undefined;
    await clock.sleep(lookAgainMs);
  }
}

function unlessAway(error: unknown): undefined {
  if (!isStoreError(error, 'Unavailable')) throw error;
}

function isBooked(account: AdAccount, generation: number): boolean {
  return (grantsApplied(account)?.observedGeneration ?? 0) >= generation;
}

/** Of grants that do not count: the ledger knows another one of that id, which may have left the spec. */
function complaint(account: AdAccount | undefined): string {
  const said = account && grantsApplied(account);
  return said?.status === 'False' ? `${said.message} ` : '';
}

function grantsApplied({ status }: AdAccount) {
  return findCondition(status?.conditions, 'GrantsApplied');
}

function activate(context: CommandContext, verb: string, active: boolean, text: string): Command {
  return new Command(verb)
    .description(text)
    .argument('<name>', 'the account')
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
