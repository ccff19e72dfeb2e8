import { Command } from 'commander';
import { rotateSigningSecret, showSigningSecret } from '../operations/accounts/signing-secret.ts';
import type { OutcomeOf } from '../operations/operation.ts';
import type { AccountSecret } from '../secrets/port.ts';
import { overlap } from './arguments.ts';
import { CommandError, exitCodes, reasonOption, type CommandContext } from './context.ts';
import { notFound, perform, type Refused } from './operation.ts';

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
    .addOption(reasonOption())
    .addHelpText(
      'after',
      '\nExamples:\n  $ SECRET=$(adwright accounts webhook-secret acme)\n  $ adwright accounts webhook-secret acme --rotate --overlap 7d',
    )
    .action(async (name: string, { rotate = false, overlap: overlapMs }: { rotate?: boolean; overlap?: number }) => {
      if (!rotate && overlapMs !== undefined) throw new CommandError('--overlap requires --rotate.', exitCodes.usage);
      const explain = (refused: Refused<OutcomeOf<typeof showSigningSecret>>): CommandError => errorOf(refused, name);
      if (rotate) {
        const input = (namespace: string) => ({ namespace, name, overlapMs: overlapMs ?? overlap(defaultOverlap) });
        const { secret } = await perform(context, rotateSigningSecret, input, explain);
        context.err(`Replaced the signing secret of account "${name}". ${noteOf(secret)}\n`);
        context.out(`${secret.current}\n`);
        return;
      }
      const { secret } = await perform(context, showSigningSecret, (namespace) => ({ namespace, name }), explain);
      context.err(`Callbacks of account "${name}" are signed with this secret. ${noteOf(secret)}\n`);
      context.out(`${secret.current}\n`);
    });
}

function errorOf(refused: Refused<OutcomeOf<typeof showSigningSecret>>, name: string): CommandError {
  switch (refused.kind) {
    case 'not-found':
      return notFound('AdAccount', name);
    case 'damaged':
      return new CommandError(
        `The signing secret of account "${name}" is missing or damaged. Restore it from a backup, or create a new one with --rotate.`,
      );
    case 'own-secret':
      return new CommandError(
        `Account "${name}" signs with the Secret "${refused.secret.name}" in the namespace "${refused.secret.namespace}" (spec.webhookSecretRef). Read or change that Secret.`,
      );
  }
}

function noteOf({ previous }: AccountSecret): string {
  if (previous === undefined) return 'Keep it secret, because it proves that a callback comes from this installation.';
  return `Until ${previous.until} the previous secret also signs. Keep both secret, because each proves that a callback comes from this installation.`;
}
