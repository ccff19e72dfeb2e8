import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../clock/system-clock.ts';
import { CommandError, type CommandContext } from '../commands/context.ts';
import { runProgram, type RoleCommand } from '../commands/program.ts';
import { readServiceConfig } from '../config/service-config.ts';
import type { SqliteStore } from '../store/sqlite-store.ts';
import { programVersion } from '../version.ts';
import { databaseFile } from './data-folder.ts';

interface Role {
  name: 'local';
  run(): Promise<void>;
}

const roleTexts = {
  local: {
    description: 'Run the whole service on this machine: API, controller and stages',
    help: `
Settings come from the environment:
  ADWRIGHT_DATA_DIR           where jobs and files are kept (data)
  ADWRIGHT_LISTEN             address of the API (127.0.0.1:8080)
  ADWRIGHT_METRICS_LISTEN     address of /metrics (127.0.0.1:9090)
  ADWRIGHT_PUBLIC_URL         how clients reach the API, for links
  ADWRIGHT_EGRESS_ALLOW       private addresses that may be fetched: 10.1.0.0/16,127.0.0.0/8:8081
  ADWRIGHT_ALLOW_HTTP_CALLBACKS, ADWRIGHT_CORS_ORIGINS, ADWRIGHT_MAX_RUNNING_JOBS, ADWRIGHT_STAGE_CONCURRENCY,
  ADWRIGHT_STAGE_MEMORY_MIB, ADWRIGHT_STAGE_DEADLINES, ADWRIGHT_LOG_LEVEL: see the configuration page

Example:
  $ ADWRIGHT_DATA_DIR=/var/lib/adwright adwright local`,
  },
};

/** Wire the operator commands to the data folder and run one command line. */
export async function commandLine(args: readonly string[], roles: readonly Role[]): Promise<number> {
  const config = readServiceConfig();
  let opened: SqliteStore | undefined;
  const context: CommandContext = {
    namespace: config.namespace,
    clock: systemClock,
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    store: async () => (opened ??= await openExisting(config.dataDir)),
  };
  const commands: RoleCommand[] = roles.map((role) => ({ ...roleTexts[role.name], ...role }));
  try {
    return await runProgram(args, context, commands, programVersion());
  } finally {
    opened?.close();
  }
}

/** A command never makes a data folder: a mistyped one would look like an empty service. */
async function openExisting(dataDir: string): Promise<SqliteStore> {
  const file = join(dataDir, databaseFile);
  if (!existsSync(file)) {
    throw new CommandError(
      `There is no Adwright data in ${dataDir}. Start \`adwright local\` once, or set ADWRIGHT_DATA_DIR to where it runs.`,
    );
  }
  const { openSqliteStore } = await import('../store/sqlite-store.ts');
  return openSqliteStore({ file, clock: systemClock });
}
