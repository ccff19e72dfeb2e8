import { systemClock } from '../clock/system-clock.ts';
import type { CommandContext } from '../commands/context.ts';
import { runProgram, type RoleCommand } from '../commands/program.ts';
import { readPrices } from '../config/command-config.ts';
import { priceList } from '../domain/pricing.ts';
import { programVersion } from '../version.ts';
import { CommandHome } from './command-home.ts';
import { roleTexts, type RoleName } from './role-texts.ts';

export async function commandLine(
  args: readonly string[],
  roles: Readonly<Record<RoleName, () => Promise<void>>>,
): Promise<number> {
  const home = new CommandHome();
  const context: CommandContext = {
    get namespace() {
      return home.namespace;
    },
    chooseLocation: home.choose.bind(home),
    store: home.store.bind(home),
    ledger: home.ledger.bind(home),
    accountSecrets: home.accountSecrets.bind(home),
    redraw: home.redraw.bind(home),
    prices: () => priceList(readPrices()),
    clock: systemClock,
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
  };
  const commands: RoleCommand[] = Object.entries(roleTexts).map(([name, texts]) => ({
    name,
    ...texts,
    run: roles[name as RoleName],
  }));
  try {
    return await runProgram(args, context, commands, programVersion());
  } finally {
    await home.close();
  }
}
