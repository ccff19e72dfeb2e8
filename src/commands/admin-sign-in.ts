import { randomBytes } from 'node:crypto';
import { Command, Option } from 'commander';
import { record } from '../admin/sign-in/recorded.ts';
import { createSignInLink } from '../admin/sign-in/sign-in-link.ts';
import { AuditLogUnavailable } from '../audit-log/port.ts';
import { roles, type Actor, type Role } from '../operations/actor.ts';
import { showAccount } from '../operations/accounts/read-accounts.ts';
import type { ObjectKey } from '../objects/object-key.ts';
import { CommandError, exitCodes, type AdminStores, type CommandContext } from './context.ts';
import { notFound, perform } from './operation.ts';

interface Options {
  role?: Role;
  account?: string[];
  name?: string;
}

type LinkActor = Extract<Actor, { kind: 'role' | 'owner' }>;

/** Subcommand of `adwright admin` that prints a sign-in link, also while no identity provider can be used. */
export function adminSignInCommand(context: CommandContext): Command {
  return new Command('sign-in')
    .description('Print a link that signs one person in to the dashboard')
    .addOption(new Option('--role <role>', 'role of the person (default: admin)').choices(roles))
    .option('--account <name...>', 'accounts that the person owns, instead of a role')
    .option('--name <who>', 'name of the person, for the audit log')
    .addHelpText(
      'after',
      `\nThe link works once, within ten minutes. Settings come from the environment:\n  ADWRIGHT_ADMIN_URL   address of the dashboard (http://127.0.0.1:8081)\n  ADWRIGHT_REDIS_URL   Redis of the dashboard, on a cluster\n\nExamples:\n  $ adwright admin sign-in --role viewer --name Ada\n  $ kubectl exec deploy/adwright-admin -- adwright admin sign-in\n`,
    )
    .action((options: Options) => printLink(context, options));
}

async function printLink(context: CommandContext, { role, account = [], name }: Options): Promise<void> {
  if (role !== undefined && account.length > 0)
    throw new CommandError('Give either --role or --account: a role sees all accounts.', exitCodes.usage);
  const actor = account.length > 0 ? await ownerOf(context, account) : { kind: 'role' as const, role: role ?? 'admin' };
  const stores = await context.adminStores();
  await recordLink(context, stores, actor, name);
  const deps = { state: stores.state, publicUrl: stores.publicUrl, random: (bytes: number) => randomBytes(bytes) };
  context.out(`${await createSignInLink(deps, { actor, ...(name !== undefined && { name }) })}\n`);
}

async function ownerOf(context: CommandContext, names: readonly string[]): Promise<LinkActor> {
  const accounts: ObjectKey[] = [];
  for (const name of names) {
    const inputOf = (namespace: string) => ({ namespace, name });
    const { object } = await perform(context, showAccount, inputOf, () => notFound('AdAccount', name));
    accounts.push({ namespace: object.metadata.namespace, name });
  }
  return { kind: 'owner', accounts };
}

/** Records the link before it is made. If the row cannot be written, no link is made. */
async function recordLink(
  { clock }: CommandContext,
  { auditLog, user }: AdminStores,
  actor: LinkActor,
  name: string | undefined,
): Promise<void> {
  const rights =
    actor.kind === 'role' ? { role: actor.role } : { accounts: actor.accounts.map(({ name: one }) => one) };
  const after = { ...rights, ...(name !== undefined && { name }) };
  const by = { kind: 'command' as const, subject: user };
  try {
    await record({ auditLog, clock }, { action: 'sign_in.create_link', actor: by, source: {}, after }, 'done');
  } catch (error) {
    if (!(error instanceof AuditLogUnavailable)) throw error;
    throw new CommandError(`The audit log cannot be written (${error.message}), so no link was made.`);
  }
}
