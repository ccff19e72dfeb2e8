import { Option, type Command } from 'commander';
import { rateWindows } from '../ads/known-types.ts';
import { optionOf } from '../ads/rate-window.ts';
import type { AdAccountSpec } from '../schema/adaccount.ts';
import { whole } from './arguments.ts';

type OwnerKeys = NonNullable<AdAccountSpec['ownerKeys']>;

/** An option whose value becomes a part of `ownerKeys`, the setting that limits the API keys that owners create. */
class OwnerKeyOption extends Option {
  override attributeName(): string {
    return 'ownerKeys';
  }
}

function option(flags: string, text: string, read: (text: string, before: OwnerKeys) => OwnerKeys): Option {
  return new OwnerKeyOption(flags, text).argParser((given: string, before: OwnerKeys | undefined) =>
    read(given, before ?? {}),
  );
}

/** Adds the options for `spec.ownerKeys`. Their values are in the property `ownerKeys` of the parsed options. */
export function ownerKeyOptions(command: Command): Command {
  const max = whole(0, 1_000);
  command.addOption(
    option(
      '--owner-keys-max <n>',
      'number of valid keys up to which owners of the account may create keys (default: 5)',
      (text, before) => ({ ...before, max: max(text) }),
    ),
  );
  for (const window of rateWindows) {
    const limit = whole(1, window.max);
    command.addOption(
      option(
        `--owner-${optionOf(window).slice(2)} <n>`,
        `limit of ${window.requests} for keys that owners create (default: the installation's limit)`,
        (text, before) => ({ ...before, limits: { ...before.limits, [window.limit]: limit(text) } }),
      ),
    );
  }
  return command;
}
