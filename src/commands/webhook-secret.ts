import { Command } from 'commander';
import { adAccountKind } from '../domain/kinds.ts';
import type { AccountSecret } from '../secrets/port.ts';
import { overlap } from './arguments.ts';
import { CommandError, exitCodes, type CommandContext } from './context.ts';
import { mustGet } from './objects.ts';

const defaultOverlap = '24h';

export function webhookSecret(context: CommandContext): Command {
  return new Command('webhook-secret')
    .description('Print the secret that signs the callbacks of an account, and only the secret, to standard output')
    .argument('<name>', 'account name')
    .option('--rotate', 'replace the secret first. Both secrets sign until the overlap ends')
    .option(
      '--overlap <duration>',
      `with --rotate: time for which the old secret also signs: 1h, 7d; 0s revokes it at once (default: ${defaultOverlap})`,
      overlap,
    )
    .addHelpText(
      'after',
      '\nExamples:\n  $ SECRET=$(adwright accounts webhook-secret acme)\n  $ adwright accounts webhook-secret acme --rotate --overlap 7d',
    )
    .action(async (name: string, { rotate = false, overlap: overlapMs }: { rotate?: boolean; overlap?: number }) => {
      if (!rotate && overlapMs !== undefined) throw new CommandError('--overlap requires --rotate.', exitCodes.usage);
      const key = await signingAccount(context, name);
      const secrets = await context.accountSecrets();
      if (rotate) {
        const made = await secrets.rotate(key, overlapMs ?? overlap(defaultOverlap));
        context.err(`Replaced the signing secret of account "${name}". ${noteOf(made)}\n`);
        context.out(`${made.current}\n`);
        return;
      }
      await secrets.ensure([key]);
      const known = await secrets.read(key);
      if (known === undefined)
        throw new CommandError(`The signing secret of account "${name}" is damaged. Create a new one with --rotate.`);
      context.err(`Callbacks of account "${name}" are signed with this secret. ${noteOf(known)}\n`);
      context.out(`${known.current}\n`);
    });
}

/**
 * Returns the namespace and name of the AdAccount. Throws a `CommandError` if the callbacks of the account are signed with a
 * Secret of the user's own (`spec.webhookSecretRef`).
 */
async function signingAccount(context: CommandContext, name: string) {
  const { metadata, spec } = await mustGet(context, adAccountKind, name);
  const { namespace } = metadata;
  if (spec.webhookSecretRef === undefined) return { namespace, name };
  throw new CommandError(
    `Account "${name}" signs with the Secret "${spec.webhookSecretRef.name}" in the namespace "${namespace}" (spec.webhookSecretRef). Read or change that Secret.`,
  );
}

function noteOf({ previous }: AccountSecret): string {
  if (previous === undefined) return 'Keep it secret, because it proves that a callback comes from this installation.';
  return `Until ${previous.until} the previous secret also signs. Keep both secret, because each proves that a callback comes from this installation.`;
}
