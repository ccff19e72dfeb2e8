import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Clock } from '../../clock/port.ts';
import { memoryMebibytesOf } from '../../domain/pipelines.ts';
import { encodeStageInput } from '../../schema/stage-input-text.ts';
import { isAmong } from '../port.ts';
import type {
  AttemptNumber,
  AttemptObservation,
  AttemptOwner,
  StageAttempt,
  StageLauncher,
  StageListener,
} from '../port.ts';
import { stageEnvironment, terminationMessagePath, type StageSettings } from '../stage-environment.ts';
import { heapMebibytes, youngSpace } from '../stage-memory.ts';
import { AttemptLog } from './attempt-log.ts';
import { runStageProcess, type ProcessEnd } from './stage-process.ts';

export interface ChildProcessLauncherOptions {
  entry: readonly string[];
  /**
   * Folder for temporary files of stages. Only one launcher may use it at a time; a new launcher deletes the files that
   * an earlier one left.
   */
  scratchFolder: string;
  compileCacheFolder?: string;
  path: string;
  /** Returns the settings of a stage when it starts. */
  settings: () => StageSettings;
  clock: Clock;
  logger: Logger;
  /**
   * Maximum number of stages that run at once. Further stages wait in the order of their launch. Default: the number of
   * cores.
   */
  concurrency?: number;
  /** Returns the memory limit of a stage, with its child processes, in MiB. Default: the limit in its definition. */
  memoryMebibytes?: (stage: string) => number;
  killGraceMs?: number;
  node?: string;
  /** Stores the log of an attempt when it ends. */
  storeLog?: (attempt: AttemptFiles, text: string) => Promise<void>;
}

/** Attempt whose log is read or stored. */
export type AttemptFiles = Pick<StageAttempt['input'], 'jobId' | 'stage' | 'attempt'>;

interface Held {
  launched: StageAttempt;
  observed: AttemptObservation;
  stop: AbortController;
  done: Promise<void>;
  /** Undefined after the log was stored. */
  log: AttemptLog | undefined;
}

const defaultKillGraceMs = 2_000;
const scratchPrefix = 'attempt-';

/**
 * Runs stages as child processes of the service. The state of the stages is known only while the launcher exists, and
 * no child process outlives the launcher.
 */
export class ChildProcessLauncher implements StageLauncher {
  readonly #options: ChildProcessLauncherOptions;
  readonly #concurrency: number;
  readonly #held = new Map<string, Map<string, Held>>();
  readonly #waiting: Held[] = [];
  readonly #running = new Set<Held>();
  readonly #listeners = new Set<StageListener>();
  #cleared: Promise<void> | undefined;
  #closed = false;

  constructor(options: ChildProcessLauncherOptions) {
    this.#options = options;
    this.#concurrency = options.concurrency ?? availableParallelism();
  }

  async launch(launched: StageAttempt): Promise<void> {
    encodeStageInput(launched.input); // Throws if the input of the stage is too long for an environment variable.
    await this.#ready();
    if (this.#closed) throw new Error('The launcher is closed.');
    if (!this.#isHeld(launched)) this.#enqueue(launched);
  }

  observe(owner: AttemptOwner): Promise<AttemptObservation[]> {
    return Promise.resolve(this.#of(owner).map(({ observed }) => observed));
  }

  stop(owner: AttemptOwner, only?: readonly AttemptNumber[]): Promise<void> {
    for (const held of this.#of(owner).filter(({ launched }) => isAmong(launched, only))) {
      held.stop.abort();
      if (!this.#running.has(held)) this.#forget(held);
    }
    return Promise.resolve();
  }

  /** Returns the log of an attempt that waits or runs. */
  liveLog({ jobId, stage, attempt }: AttemptFiles): AttemptLog | undefined {
    const held = [...this.#held.values()].map((ofOwner) => ofOwner.get(`${stage}/${attempt}`));
    return held.find((one) => one?.launched.input.jobId === jobId)?.log;
  }

  mayRun(uid: string): boolean {
    return [...(this.#held.get(uid)?.values() ?? [])].some(({ observed }) => observed.state !== 'ended');
  }

  onChange(listener: StageListener): () => void {
    this.#listeners.add(listener);
    for (const { launched, observed } of [...this.#held.values()].flatMap((held) => [...held.values()]))
      if (observed.state !== 'ended') listener(launched.owner.key, launched.owner.uid);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#waiting.length = 0;
    const running = [...this.#running];
    for (const held of running) held.stop.abort();
    await Promise.all(running.map(({ done }) => done));
  }

  #isHeld({ owner, stage, attempt }: StageAttempt): boolean {
    return this.#held.get(owner.uid)?.has(`${stage}/${attempt}`) ?? false;
  }

  #enqueue(launched: StageAttempt): void {
    const { owner, stage, attempt } = launched;
    const observed = { stage, attempt, state: 'waiting' } as const;
    const held: Held = {
      launched,
      observed,
      stop: new AbortController(),
      done: Promise.resolve(),
      log: new AttemptLog(),
    };
    const ofOwner = this.#held.get(owner.uid) ?? new Map<string, Held>();
    this.#held.set(owner.uid, ofOwner.set(`${stage}/${attempt}`, held));
    this.#waiting.push(held);
    this.#startNext();
    if (held.observed.state === 'waiting') this.#changed(held);
  }

  #startNext(): void {
    while (this.#running.size < this.#concurrency) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#running.add(next);
      next.done = this.#run(next);
    }
  }

  async #run(held: Held): Promise<void> {
    const { stage, attempt } = held.launched;
    const startTime = this.#now();
    held.observed = { stage, attempt, state: 'running', startTime };
    this.#changed(held);
    const end = await this.#runInScratch(held);
    await this.#storeLog(held);
    held.observed = { stage, attempt, state: 'ended', ...end, startTime, endTime: this.#now() };
    this.#running.delete(held);
    if (held.stop.signal.aborted) this.#forget(held);
    else this.#changed(held);
    this.#startNext();
  }

  async #runInScratch(held: Held): Promise<ProcessEnd> {
    const scratchFolder = join(this.#options.scratchFolder, `${scratchPrefix}${randomUUID()}`);
    try {
      await mkdir(scratchFolder, { mode: 0o700 });
      return await this.#runProcess(held, scratchFolder);
    } catch (error) {
      this.#options.logger.error(
        { err: error },
        'failed to create the scratch directory of a stage; the attempt will be repeated',
      );
      return { reason: 'disrupted', exitCode: null, message: '' };
    } finally {
      await rm(scratchFolder, { recursive: true, force: true }).catch((error: unknown) => {
        this.#options.logger.warn({ err: error }, "failed to remove the stage's scratch directory");
      });
    }
  }

  /** Stores the log before the attempt counts as ended, because the files of a job may be deleted after that. */
  async #storeLog(held: Held): Promise<void> {
    const { storeLog, logger } = this.#options;
    const { jobId, stage, attempt } = held.launched.input;
    const { log } = held;
    log?.end();
    if (log !== undefined && log.text !== '')
      await storeLog?.({ jobId, stage, attempt }, log.text).catch((error: unknown) => {
        logger.warn({ err: error, jobId, stage, attempt }, 'failed to store the log of a stage');
      });
    held.log = undefined;
  }

  #runProcess({ launched, stop, log }: Held, scratchFolder: string): Promise<ProcessEnd> {
    const { entry, path, settings, clock, node = process.execPath } = this.#options;
    const { memoryMebibytes = memoryMebibytesOf, killGraceMs = defaultKillGraceMs } = this.#options;
    const memoryBytesMax = memoryMebibytes(launched.settingsOf ?? launched.stage) * 1024 * 1024;
    const { compileCacheFolder = join(this.#options.scratchFolder, 'compile-cache') } = this.#options;
    const places = { scratchFolder, compileCacheFolder, path };
    const command = {
      file: node,
      args: [`--max-old-space-size=${heapMebibytes(memoryBytesMax)}`, youngSpace, ...entry],
      folder: scratchFolder,
      environment: stageEnvironment(launched.input, places, settings()),
      messagePath: terminationMessagePath(scratchFolder),
    };
    const { jobId, stage, attempt } = launched.input;
    const logger = this.#options.logger.child({ jobId, stage, attempt });
    const limits = { deadlineMs: launched.deadlineSeconds * 1_000, memoryBytesMax, killGraceMs };
    const onLine = (line: string): void => log?.add(line);
    return runStageProcess(command, limits, { clock, logger, stop: stop.signal, onLine });
  }

  async #ready(): Promise<void> {
    try {
      await (this.#cleared ??= this.#clearScratch());
    } catch (error) {
      this.#cleared = undefined;
      throw error;
    }
  }

  async #clearScratch(): Promise<void> {
    const { scratchFolder } = this.#options;
    await mkdir(scratchFolder, { recursive: true, mode: 0o700 });
    const left = (await readdir(scratchFolder)).filter((name) => name.startsWith(scratchPrefix));
    await Promise.all(left.map((name) => rm(join(scratchFolder, name), { recursive: true, force: true })));
  }

  #of({ uid }: AttemptOwner): Held[] {
    return [...(this.#held.get(uid)?.values() ?? [])];
  }

  #forget(held: Held): void {
    const { owner, stage, attempt } = held.launched;
    const ofOwner = this.#held.get(owner.uid);
    ofOwner?.delete(`${stage}/${attempt}`);
    if (ofOwner?.size === 0) this.#held.delete(owner.uid);
    const place = this.#waiting.indexOf(held);
    if (place !== -1) this.#waiting.splice(place, 1);
    this.#changed(held);
  }

  #changed({ launched }: Held): void {
    for (const listener of this.#listeners) listener(launched.owner.key, launched.owner.uid);
  }

  #now(): string {
    return this.#options.clock.now().toISOString();
  }
}
