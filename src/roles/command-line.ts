import { systemClock } from '../clock/system-clock.ts';
import type { CommandContext } from '../commands/context.ts';
import { runProgram, type RoleCommand } from '../commands/program.ts';
import { readProxySettings } from '../config/proxy-config.ts';
import { readModelsSettings, readPrices } from '../config/command-config.ts';
import { readEgressConfig } from '../config/egress-config.ts';
import { priceList } from '../domain/pricing.ts';
import { lazyEgress } from '../stages/lazy-egress.ts';
import { programVersion } from '../version.ts';
import { openChecks } from './checks.ts';
import { LazyInstallation } from './lazy-installation.ts';
import { openFile } from './open-file.ts';
import { roleTexts, type RoleName } from './role-texts.ts';
import { trustConfiguredAuthorities } from './trusted-ca.ts';

export async function commandLine(
  args: readonly string[],
  roles: Readonly<Record<RoleName, () => Promise<void>>>,
): Promise<number> {
  const installation = new LazyInstallation();
  const context: CommandContext = {
    get namespace() {
      return installation.namespace;
    },
    chooseLocation: installation.choose.bind(installation),
    store: installation.store.bind(installation),
    ledger: installation.ledger.bind(installation),
    files: installation.files.bind(installation),
    archive: installation.archive.bind(installation),
    accountSecrets: installation.accountSecrets.bind(installation),
    newSecrets: installation.newSecrets.bind(installation),
    changeRecords: installation.changeRecords.bind(installation),
    adminStores: installation.adminStores.bind(installation),
    redraw: installation.redraw.bind(installation),
    prices: () => priceList(readPrices()),
    proxies: () => readProxySettings(),
    models,
    checks: () => openChecks(installation.location),
    openFile,
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
    await installation.close();
  }
}

function models(): ReturnType<NonNullable<CommandContext['models']>> {
  const [settings, { none: noProxy }] = [readEgressConfig(), readProxySettings()];
  const { modelsFile: file, trustedCaFile } = readModelsSettings();
  trustConfiguredAuthorities(trustedCaFile);
  return { file, access: { settings, noProxy, egress: lazyEgress(settings, noProxy) } };
}
