/** A process of the program in one role, such as `api`. CPU time and memory are read from `/proc`. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';

const ticksPerSecond = 100;
const logCharacters = 2_000;

/** Returns the CPU time of a process so far, user and system, in milliseconds. */
export function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.replace(/^.*\) /, '').split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticksPerSecond;
}

export interface MemoryMb {
  now: number;
  peak: number;
}

/** Returns the resident memory of a process. */
export function memoryMbOf(pid: number): MemoryMb {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (field: string): number => Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) * 0.001_024;
  return { now: read('VmRSS'), peak: read('VmHWM') };
}

export interface RoleStart {
  /** Program that is run. Default: node. */
  program?: string;
  /** Arguments of the program. The last one is the role. */
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  logFile: string;
}

export class RoleProcess {
  readonly #child: ChildProcess;
  /** Rejects if the process ends before `end` is called. */
  readonly #death: Promise<never>;
  #isAsked = false;

  protected constructor({ program = process.execPath, args, env, logFile }: RoleStart) {
    const log = openSync(logFile, 'a');
    this.#child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', log, log] });
    closeSync(log);
    const role = args.at(-1) ?? '';
    this.#death = new Promise((_, reject) => {
      this.#child.once('exit', (code, signal) => {
        const end = readFileSync(logFile, 'utf8').slice(-logCharacters);
        if (!this.#isAsked) reject(new Error(`process ${role} ended with ${signal ?? String(code)}:\n${end}`));
      });
    });
    this.#death.catch(() => undefined); // `whileAlive` reports the error
  }

  static run(start: RoleStart): RoleProcess {
    return new RoleProcess(start);
  }

  /** Resolves when a process that ends by itself has ended, with its peak memory as far as it was seen. */
  async ended(): Promise<{ code: number | null; peakMb: number }> {
    this.#isAsked = true;
    let peakMb = 0;
    const looking = setInterval(() => {
      if (this.#child.exitCode === null) peakMb = Math.max(peakMb, this.memoryMb().peak || 0);
    }, 50);
    await once(this.#child, 'exit');
    clearInterval(looking);
    return { code: this.#child.exitCode, peakMb };
  }

  /** Resolves with the work. Rejects if the process ends before the work is done. */
  whileAlive<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#death]);
  }

  /** Returns the CPU time so far, user and system, in milliseconds. */
  cpuMs(): number {
    return cpuMsOf(this.#child.pid ?? 0);
  }

  /** Returns the time for which the main thread was ready to run and had no core, in milliseconds. */
  coreWaitMs(): number {
    return Number(this.#proc('schedstat').split(' ')[1]) / 1e6;
  }

  memoryMb(): MemoryMb {
    return memoryMbOf(this.#child.pid ?? 0);
  }

  /** Makes the peak memory start again at the current memory. */
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
