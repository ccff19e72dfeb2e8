import process from 'node:process';

/** Aborted by the first SIGTERM or SIGINT; a second one ends the process at once. */
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
  controller: async () => (await import('./roles/controller.ts')).runController(stopSignal()),
};

async function main(args: readonly string[]): Promise<number> {
  // A stage starts often and must start fast: nothing else is loaded for it.
  if (args[0] === 'stage') {
    const { runStage } = await import('./stages/runner.ts');
    // Whatever a stage that was told to end has left open must not hold the process.
    process.exit(await runStage({ stop: stopSignal() }));
  }
  const { commandLine } = await import('./roles/command-line.ts');
  return commandLine(args, roles);
}

/** A pipe takes 64 KiB at a time: to leave before the rest has gone would cut a long list short. */
function written(): Promise<void> {
  return new Promise((resolve) =>
    process.stdout.write('', () => {
      resolve();
    }),
  );
}

// A reader that has seen enough, as `head` has, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

try {
  const code = await main(process.argv.slice(2));
  await written();
  // Not only an exit code: a stage that was told to end may leave work behind.
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
