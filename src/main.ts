import process from 'node:process';

/** Returns a signal that the first SIGTERM or SIGINT aborts. A second signal ends the process at once. */
function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT'] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(1);
      controller.abort();
    });
  }
  return controller.signal;
}

const roles = {
  local: async () => (await import('./roles/local.ts')).runLocal(stopSignal()),
  api: async () => (await import('./roles/api.ts')).runApi(stopSignal()),
  admin: async () => (await import('./roles/admin.ts')).runAdmin(stopSignal()),
  controller: async () => (await import('./roles/controller.ts')).runController(stopSignal()),
};

async function main(args: readonly string[]): Promise<number> {
  // Imports the code of no other command, because stages are started often and must start fast.
  if (args[0] === 'stage') {
    const { runStage } = await import('./roles/stage.ts');
    // Exits even if the stage was stopped and its work is unfinished.
    process.exit(await runStage({ stop: stopSignal() }));
  }
  const { commandLine } = await import('./roles/command-line.ts');
  return commandLine(args, roles);
}

/**
 * Resolves when standard output is flushed. A pipe takes 64 KiB at a time, so if the process exited before, long output
 * would be cut off.
 */
function written(): Promise<void> {
  return new Promise((resolve) =>
    process.stdout.write('', () => {
      resolve();
    }),
  );
}

// A program that stops reading the output early, such as `head`, is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

try {
  const code = await main(process.argv.slice(2));
  await written();
  // Exits instead of setting an exit code: open handles must not keep the process alive.
  process.exit(code);
} catch (error) {
  const isConfig = error instanceof Error && error.name === 'ConfigError';
  process.stderr.write(
    isConfig
      ? `${error.message}\n`
      : `adwright: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exit(isConfig ? 2 : 1);
}
