import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const restartMs = 1_000;

/** A process of the compiled program in one role, such as `api`. It is restarted whenever it ends, as on Kubernetes. */
export class RoleProcess {
  readonly name: string;
  readonly #start: () => ChildProcess;
  #child: ChildProcess;
  #isWanted = true;

  constructor(role: string, options: { name: string; env: NodeJS.ProcessEnv; logFile: string }) {
    this.name = options.name;
    this.#start = () => {
      const log = openSync(options.logFile, 'a');
      const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'dist/main.js', role], {
        env: { ...process.env, ...options.env },
        stdio: ['ignore', log, log],
      });
      closeSync(log);
      return child;
    };
    this.#child = this.#start();
    void this.#keep();
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  async end(): Promise<void> {
    this.#isWanted = false;
    const child = this.#child;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  async #keep(): Promise<void> {
    for (;;) {
      await once(this.#child, 'exit');
      await pause(restartMs);
      if (!this.#isWanted) return;
      this.#child = this.#start();
    }
  }
}
