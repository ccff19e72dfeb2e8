import { spawn, type ChildProcess } from 'node:child_process';
import { open } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { Clock } from '../../clock/port.ts';
import { hasErrorCode, isMissing } from '../../files/error-code.ts';
import { exitDone, exitPermanent, terminationMessageBytesMax } from '../../schema/stage-contract.ts';
import { forwardLines, logStageLine } from './forward-lines.ts';
import type { EndReason } from '../port.ts';
import { memoryExceeded } from './process-memory.ts';

export interface StageCommand {
  file: string;
  args: readonly string[];
  folder: string;
  environment: Record<string, string>;
  messagePath: string;
}

export interface StageLimits {
  deadlineMs: number;
  memoryBytesMax: number;
  killGraceMs: number;
}

export interface StageSurroundings {
  clock: Clock;
  logger: Logger;
  stop: AbortSignal;
  /** Gets each line of the output of the process. */
  onLine?: (line: string) => void;
}

export interface ProcessEnd {
  reason: EndReason;
  exitCode: number | null;
  message: string;
}

interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/**
 * Time limit in milliseconds for reading the remaining output of a process that has ended. Needed because a descendant
 * that has left the process group may keep the pipes open.
 */
const drainMs = 500;
const heapExhausted = /JavaScript heap out of memory|process out of memory/;

/**
 * Runs the process of a stage until it ends. Never rejects: if the process cannot start, the result has the reason
 * `disrupted`. Guarantee: when the promise resolves, the process and its process group have ended.
 *
 * The process leads its own group, so its children end with it. The standard input of the process is a pipe without
 * data. The pipe closes when the service ends, even by a crash, and the process then ends too.
 */
export async function runStageProcess(
  command: StageCommand,
  limits: StageLimits,
  surroundings: StageSurroundings,
): Promise<ProcessEnd> {
  try {
    return await new StageProcess(command, limits, surroundings).end();
  } catch (error) {
    surroundings.logger.error({ err: error }, 'failed to start a stage process; the attempt will be repeated');
    return { reason: 'disrupted', exitCode: null, message: '' };
  }
}

class StageProcess {
  readonly #command: StageCommand;
  readonly #limits: StageLimits;
  readonly #surroundings: StageSurroundings;
  readonly #child: ChildProcess;
  readonly #over = new AbortController();
  #reason: EndReason | undefined;
  #heapExhausted = false;

  constructor(command: StageCommand, limits: StageLimits, surroundings: StageSurroundings) {
    this.#command = command;
    this.#limits = limits;
    this.#surroundings = surroundings;
    const { file, args, folder, environment } = command;
    this.#child = spawn(file, args, { cwd: folder, env: environment, detached: true, stdio: 'pipe' });
  }

  async end(): Promise<ProcessEnd> {
    const exited = this.#exited();
    const closed = new AbortController();
    this.#child.once('close', () => {
      closed.abort();
    });
    this.#forwardOutput();
    this.#guard();
    const { code, signal } = await exited;
    this.#over.abort();
    this.#signal('SIGKILL');
    await this.#surroundings.clock.sleep(drainMs, closed.signal);
    this.#closePipes();
    const message = await readMessage(this.#command.messagePath);
    return { reason: this.#reasonFor(code, signal), exitCode: code, message };
  }

  #exited(): Promise<Exit> {
    return new Promise((resolve, reject) => {
      this.#child.once('error', reject);
      this.#child.once('exit', (code, signal) => {
        resolve({ code, signal });
      });
    });
  }

  #forwardOutput(): void {
    const { logger, onLine } = this.#surroundings;
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      if (stream === null) continue;
      forwardLines(stream, (line) => {
        this.#heapExhausted ||= heapExhausted.test(line);
        logStageLine(logger, line);
        onLine?.(line);
      });
    }
    this.#child.stdin?.on('error', () => undefined);
  }

  #guard(): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    const { clock, stop, logger } = this.#surroundings;
    const complain = (error: unknown): void => {
      logger.error(
        { err: error },
        'failed to enforce the limits of a stage; stopping the stage, which will be repeated',
      );
      this.#endFor('disrupted');
    };
    this.#guardDeadline().catch(complain);
    this.#guardMemory(pid, clock).catch(complain);
    const end = (): void => {
      this.#endFor('disrupted');
    };
    if (stop.aborted) end();
    else stop.addEventListener('abort', end, { once: true, signal: this.#over.signal });
  }

  async #guardDeadline(): Promise<void> {
    await this.#surroundings.clock.sleep(this.#limits.deadlineMs, this.#over.signal);
    this.#endFor('deadline-exceeded');
  }

  /**
   * Kills the process as soon as it exceeds its memory limit. Gives it no time to end by itself, because it would
   * allocate more memory in that time.
   */
  async #guardMemory(pid: number, clock: Clock): Promise<void> {
    const bytes = await memoryExceeded({ pid, bytesMax: this.#limits.memoryBytesMax, clock }, this.#over.signal);
    if (bytes === undefined || this.#over.signal.aborted) return;
    this.#reason ??= 'out-of-memory';
    this.#surroundings.logger.warn(
      { bytes, bytesMax: this.#limits.memoryBytesMax },
      'a stage exceeded its memory limit; killed it',
    );
    this.#signal('SIGKILL');
  }

  #endFor(reason: EndReason): void {
    if (this.#over.signal.aborted || this.#reason !== undefined) return;
    this.#reason = reason;
    this.#signal('SIGTERM');
    void this.#killAfterGrace();
  }

  async #killAfterGrace(): Promise<void> {
    await this.#surroundings.clock.sleep(this.#limits.killGraceMs, this.#over.signal);
    if (!this.#over.signal.aborted) this.#signal('SIGKILL');
  }

  /**
   * Sends a signal to the whole process group. A group that no longer exists is not an error; on macOS, it can lead to
   * EPERM.
   */
  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      process.kill(-pid, signal);
    } catch (error) {
      if (!hasErrorCode(error, 'ESRCH', 'EPERM')) throw error;
    }
  }

  #closePipes(): void {
    for (const pipe of [this.#child.stdin, this.#child.stdout, this.#child.stderr]) pipe?.destroy();
  }

  /**
   * Returns the reason why the process ended. An exit code for success or permanent failure takes precedence, even if
   * the launcher stopped the process at the same moment.
   */
  #reasonFor(code: number | null, signal: NodeJS.Signals | null): EndReason {
    if (code === exitDone || code === exitPermanent) return 'exited';
    if (this.#reason !== undefined) return this.#reason;
    return signal !== null && this.#heapExhausted ? 'out-of-memory' : 'exited';
  }
}

/**
 * Returns the first 4,096 bytes of the stage's termination message, without an incomplete character at the end. Returns
 * an empty text if the file does not exist.
 */
async function readMessage(path: string): Promise<string> {
  try {
    const file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(terminationMessageBytesMax)).finally(() => file.close());
    return new TextDecoder().decode(buffer.subarray(0, bytesRead), { stream: true });
  } catch (error) {
    if (isMissing(error)) return '';
    throw error;
  }
}
