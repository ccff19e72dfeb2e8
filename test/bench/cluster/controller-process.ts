/** `adwright controller` as a process of its own, watched from outside. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

export class ControllerProcess {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static start(entry: readonly string[], env: NodeJS.ProcessEnv, logFile: string): ControllerProcess {
    const log = openSync(logFile, 'a');
    const child = spawn(process.execPath, [...entry, 'controller'], {
      env: { ...process.env, ...env },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    return new ControllerProcess(child);
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
    const read = (field: string): number => Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1_000;
    return { now: read('VmRSS'), peak: read('VmHWM') };
  }

  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = once(this.#child, 'exit');
    this.#child.kill(signal);
    await gone;
  }

  #proc(file: string): string {
    return readFileSync(`/proc/${this.#child.pid ?? 0}/${file}`, 'utf8');
  }
}
