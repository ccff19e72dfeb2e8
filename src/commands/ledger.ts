import { Command } from 'commander';
import { v7 as uuidV7 } from 'uuid';
import { adAccountKind, adJobKind } from '../domain/kinds.ts';
import { retiredAtAnnotation } from '../domain/labels.ts';
import { writeRetirement } from '../domain/retirement.ts';
import { timestamp } from '../domain/timestamp.ts';
import { expectedTotals, isRetired, type AccountResources } from '../domain/account-resources.ts';
import type { Hold, LedgerPosition, RebuiltAccount, WholeLedger } from '../ledger/port.ts';
import { pagesById } from '../runtime/pages.ts';
import type { AdAccount } from '../schema/adaccount.ts';
import type { ObjectStore } from '../store/port.ts';
import { isStoreError } from '../objects/store-error.ts';
import type { ObjectKey } from '../objects/object-key.ts';
import { CommandError, exitCodeHelp, exitCodes, outputOption, type CommandContext } from './context.ts';
import { everyObject } from './every-object.ts';
import { archivedText, sortOutArchived, unknownText, type JobsWithoutStatus } from './jobs-without-status.ts';
import { findingsOf, type Compared } from './ledger-comparison.ts';
import { claimedTwice, readResources, rebuiltLedgerOf } from './ledger-resources.ts';
import { print, type Column, type OutputFormat } from './output.ts';

interface Scope {
  allNamespaces?: boolean;
}

/**
 * Maximum number of comparisons of the ledger with the AdJobs. If a job ends during a comparison, the ledger and its
 * AdJob may differ for a moment. A difference is therefore checked again.
 */
const looksMax = 3;
const betweenLooksMs = 2_000;
const holdsPerPage = 1_000;
const intentsPerPage = 1_000;
const reportEvery = 100;

const allNamespacesText = 'include every namespace; for an installation that watches all namespaces';

export function ledgerCommand(context: CommandContext): Command {
  const group = new Command('ledger').description('Verify or rebuild the ledger of credits');
  group.addCommand(verifyCommand(context));
  group.addCommand(rebuildCommand(context));
  return group;
}

function verifyCommand(context: CommandContext): Command {
  return new Command('verify')
    .description('Compare the ledger with the AdAccounts and AdJobs. Changes nothing')
    .option('--all-namespaces', allNamespacesText)
    .addOption(outputOption())
    .addHelpText(
      'after',
      `\nA difference is checked ${looksMax} times before it is reported. The exit code is 1 if there is a difference.\n\nExamples:\n  $ adwright ledger verify\n  $ adwright ledger verify --all-namespaces -o json\n${exitCodeHelp}`,
    )
    .action(async ({ output, ...scope }: Scope & { output: OutputFormat }) => {
      const compared = await verified(context, scope);
      print(context, output, compared, columns);
      const findings = compared.flatMap(({ namespace, name, findings: all }) =>
        all.map((sentence) => `${namespace}/${name}: ${sentence}`),
      );
      if (findings.length > 0) throw new CommandError(findings.join('\n'));
    });
}

const columns: Column<Compared>[] = [
  ['account', ({ namespace, name }) => `${namespace}/${name}`],
  ['granted', ({ ledger, resources }) => both(ledger.granted, resources.granted)],
  ['reserved', ({ ledger, resources }) => both(ledger.reserved, resources.reserved)],
  ['spent', ({ ledger, resources }) => both(ledger.spent, resources.spent)],
  ['available', ({ ledger }) => ledger.available],
  ['result', ({ findings }) => (findings.length === 0 ? 'ok' : 'differs')],
];

function both(ledger: number, resources: number): string {
  return ledger === resources ? String(ledger) : `${ledger} (resources: ${resources})`;
}

async function verified(context: CommandContext, scope: Scope): Promise<Compared[]> {
  for (let look = 1; ; look += 1) {
    const compared = await compare(context, scope);
    if (look === looksMax || compared.every(({ findings }) => findings.length === 0)) return compared;
    await context.clock.sleep(betweenLooksMs);
  }
}

async function compare(context: CommandContext, scope: Scope): Promise<Compared[]> {
  const [store, ledger] = [await context.store(), await context.ledger()];
  if ((await ledger.audit.position()) === undefined) {
    throw new CommandError(
      'The ledger is empty: its data was lost, or no controller has initialized it yet. If jobs were created before, run `adwright ledger rebuild`; otherwise start the controller.',
    );
  }
  const all = await readResources(store, selectOf(context, scope), context.err.bind(context));
  const holds = await openHolds(ledger);
  const compared: Compared[] = [];
  for (const resources of sorted(all)) {
    const { account, key } = resources;
    if (account === undefined) continue;
    const { position, ...balance } = await ledger.balance(key);
    const sums = await ledger.audit.sums(key);
    const expected = expectedTotals(resources, holds);
    const findings = findingsOf(account, { balance, sums, position }, expected);
    compared.push({ ...key, ledger: balance, resources: expected, findings });
  }
  return compared;
}

function rebuildCommand(context: CommandContext): Command {
  return new Command('rebuild')
    .description('Delete the ledger and rebuild it from the AdAccounts and AdJobs')
    .option('--all-namespaces', allNamespacesText)
    .option('--yes', 'delete the existing ledger, and run jobs without status; required if there are any')
    .addHelpText(
      'after',
      `\nUse it when the ledger was lost or was restored from an old backup. Requests to create jobs are refused until it finishes. If it is\ninterrupted, run it again. It cannot restore idempotency keys, nor accepted requests without an AdJob.\n\nExamples:\n  $ adwright ledger rebuild\n  $ adwright ledger rebuild --all-namespaces --yes\n${exitCodeHelp}`,
    )
    .action((options: Scope & { yes?: boolean }) => rebuild(context, options));
}

/**
 * Deletes the ledger and rebuilds it from the AdAccounts and AdJobs. Writes the status of the accounts last: until
 * then, the status refers to the previous ledger, so a second run after an interruption gives the same result.
 */
async function rebuild(context: CommandContext, { yes, ...scope }: Scope & { yes?: boolean }): Promise<void> {
  const [store, ledger] = [await context.store(), await context.ledger()];
  const select = selectOf(context, scope);
  const position = await ledger.audit.position();
  if (position !== undefined) await mustHoldNoOthers(ledger, select);
  const all = sorted(await readResources(store, select, context.err.bind(context)));
  const epochs = [position?.epoch, ...all.map(({ account }) => account?.status?.ledger?.epoch)];
  if (select.namespace !== undefined) await mustBeAlone(store, select.namespace, new Set(epochs));
  const jobs = await sortOutArchived(all, () => context.archive());
  if (yes !== true) await mustBeMeant(ledger, position, jobs);
  const epoch = uuidV7();
  await ledger.audit.rebuild(ledgersOfAll(all, context), epoch);
  for (const resources of all) await renewMarks(store, resources);
  for (const { account } of all) {
    if (account !== undefined) await remember(account.metadata, store, ledger, context);
  }
  const rebuilt = all.reduce((sum, { jobs: { size } }) => sum + size, 0);
  context.out(
    `Rebuilt the ledger of ${all.length} accounts and ${rebuilt} jobs. The new ledger has the epoch (id) ${epoch}.\n`,
  );
  if (jobs.archived.length > 0) context.out(archivedText(jobs));
  if (jobs.unknown.length > 0) context.out(`${unknownText(jobs)}\n`);
}

/** Throws if the ledger has reserved credits of other namespaces, which a rebuild would lose. */
async function mustHoldNoOthers(ledger: WholeLedger, { namespace }: { namespace?: string }): Promise<void> {
  const stranger = (await openHolds(ledger)).find(
    ({ account }) => account.namespace !== (namespace ?? account.namespace),
  );
  if (stranger !== undefined) throw tooFew(stranger.account);
}

/** Throws if `--yes` is required: the ledger exists, or jobs would run that may have run before. */
async function mustBeMeant(
  ledger: WholeLedger,
  position: LedgerPosition | undefined,
  jobs: JobsWithoutStatus,
): Promise<void> {
  const warnings = jobs.unknown.length > 0 ? [unknownText(jobs)] : [];
  if (position !== undefined)
    warnings.unshift(
      `The ledger exists (epoch ${position.epoch}, sequence ${position.sequence}, ${await countIntents(ledger)} requests without an AdJob). Check it with \`adwright ledger verify\`.`,
    );
  if (warnings.length === 0) return;
  const consequence = position === undefined ? 'To rebuild the ledger' : 'To delete it and rebuild';
  throw new CommandError(`${warnings.join('\n')}\n${consequence}, add --yes.`);
}

/**
 * Throws if accounts of other namespaces use the same ledger, because a rebuild would lose their balances.
 *
 * If the user may not list other namespaces, the check is skipped: the installation then has a single namespace.
 */
async function mustBeAlone(
  store: ObjectStore,
  namespace: string,
  epochs: ReadonlySet<string | undefined>,
): Promise<void> {
  const isStranger = ({ metadata, status }: AdAccount): boolean =>
    metadata.namespace !== namespace && status?.ledger !== undefined && epochs.has(status.ledger.epoch);
  try {
    await everyObject(store, adAccountKind, {}, (account) =>
      isStranger(account) ? Promise.reject(tooFew(account.metadata)) : Promise.resolve(false),
    );
  } catch (error) {
    if (!isStoreError(error, 'Forbidden')) throw error;
  }
}

function tooFew({ namespace }: ObjectKey): CommandError {
  return new CommandError(
    `The ledger also has accounts of the namespace "${namespace}", which would be lost. Add --all-namespaces.`,
    exitCodes.usage,
  );
}

async function* ledgersOfAll(
  all: readonly AccountResources[],
  context: CommandContext,
): AsyncGenerator<RebuiltAccount, void, undefined> {
  const taken = claimedTwice(all);
  const prices = context.prices?.();
  for (const [index, resources] of all.entries()) {
    await Promise.resolve();
    yield rebuiltLedgerOf(resources, taken, prices);
    const done = index + 1;
    if (done % reportEvery === 0) context.err(`Rebuilt ${done} of ${all.length} accounts.\n`);
  }
}

/**
 * Rewrites the annotations that mark jobs as retired, that is, whose charge is part of the
 * account's total of charges of deleted jobs. Such an annotation refers to a position (sequence
 * number of a change) in the deleted ledger, which means nothing in the new ledger. A job whose
 * charge is in the total gets an annotation that is valid in any ledger; for any other job, the
 * annotation is removed, and the controller adds the charge again.
 */
async function renewMarks(store: ObjectStore, resources: AccountResources): Promise<void> {
  for (const job of resources.jobs.values()) {
    const isRemembered = isRetired(job, resources);
    if (job.retiredAt === 'everywhere' || (job.retiredAt === undefined && !isRemembered)) continue;
    const mark = isRemembered ? writeRetirement('everywhere') : null;
    const annotations = { [retiredAtAnnotation]: mark };
    await unlessGone(() => store.patch(adJobKind, job.object, { metadata: { annotations } }));
  }
}

async function remember(key: ObjectKey, store: ObjectStore, ledger: WholeLedger, context: CommandContext) {
  const { position, retired, retiring, ...credits } = await ledger.balance(key);
  const time = timestamp(context.clock.now());
  const status = { credits, ledger: { ...position, retired, retiring, time } };
  await unlessGone(() => store.patchStatus(adAccountKind, key, { status }));
}

async function unlessGone(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isStoreError(error, 'NotFound')) throw error;
  }
}

function selectOf(context: CommandContext, { allNamespaces }: Scope): { namespace?: string } {
  return allNamespaces === true ? {} : { namespace: context.namespace };
}

function sorted(all: Map<string, AccountResources>): AccountResources[] {
  return [...all].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, resources]) => resources);
}

async function openHolds({ audit }: WholeLedger): Promise<Hold[]> {
  const holds: Hold[] = [];
  for await (const page of pagesById((at) => audit.listHolds(at), holdsPerPage)) holds.push(...page);
  return holds;
}

async function countIntents({ intents }: WholeLedger): Promise<number> {
  let count = 0;
  for await (const page of pagesById((at) => intents.list(at), intentsPerPage)) count += page.length;
  return count;
}
