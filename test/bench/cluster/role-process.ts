/** One role of the program as a process of its own, watched from outside. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';

const ticksPerSecond = 100;
const logCharacters = 2_000;

export interface RoleStart {
  /** For node: what it runs, and the role last. */
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  logFile: string;
}

export class RoleProcess {
  readonly #child: ChildProcess;
  /** Rejects when the process ends although nobody has asked it to. */
  readonly #death: Promise<never>;
  #isAsked = false;

  protected constructor({ args, env, logFile }: RoleStart) {
    const log = openSync(logFile, 'a');
    this.#child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', log, log] });
    closeSync(log);
    const role = args.at(-1) ?? '';
    this.#death = new Promise((_, reject) => {
      this.#child.once('exit', (code, signal) => {
        const end = readFileSync(logFile, 'utf8').slice(-logCharacters);
        if (!this.#isAsked) reject(new Error(`The process ${role} ended with ${signal ?? String(code)}:\n${end}`));
      });
    });
    this.#death.catch(() => undefined); // told to whoever waits
  }

  static run(start: RoleStart): RoleProcess {
    return new RoleProcess(start);
  }

  /** As the work does; rejects where the process ends before it, for nothing more will come then. */
  whileAlive<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#death]);
  }

  /** User and system time so far, milliseconds. */
  cpuMs(): number {
    const fields = this.#proc('stat')
      .replace(/^.*\) /, '')
      .split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticksPerSecond;
  }

  memoryMb(): { now: number; peak: number } {
    const status = this.#proc('status');
    const read = (field: string): number => Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) * 0.001_024;
    return { now: read('VmRSS'), peak: read('VmHWM') };
  }

  /** The peak is counted from now on. */
  resetPeak(): void {
    writeFileSync(`/proc/${this.#child.pid ?? 0}/clear_refs`, '5');
  }

  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.#isAsked = true;
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = once(this.#child, 'exit');
    this.#child.kill(signal);
    await gone;
  }

  #proc(file: string): string {
    return readFileSync(`/proc/${this.#child.pid ?? 0}/${file}`, 'utf8');
  }
}
