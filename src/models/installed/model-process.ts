import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Answer of a process that runs a model. */
export type ModelAnswer<Result> = { kind: 'done'; result: Result } | { kind: 'failed'; reason: string };

interface ModelProgram {
  /** Path of the program. */
  file: string;
  /** Folder of the files of the model, the only argument of the program. */
  folder: string;
  /** Name of the model in error messages. */
  name: string;
  /** Complete environment of the process. Default: empty. */
  environment?: Readonly<Record<string, string>>;
}

/**
 * Process that runs a model, so that the memory of the model is freed with the process. The process starts with the
 * first request, and again after it died or was stopped.
 */
export class ModelProcess<Request extends object, Result> {
  readonly #program: ModelProgram;
  #child: ChildProcess | undefined;

  constructor(program: ModelProgram) {
    this.#program = program;
  }

  /** Runs the model once. Requests must follow one another. Rejects if the model fails or its process dies. */
  async run(request: Request, signal: AbortSignal): Promise<Result> {
    signal.throwIfAborted();
    const child = this.#running();
    const stop = (): boolean => child.kill('SIGKILL');
    signal.addEventListener('abort', stop, { once: true });
    try {
      const answered = answerOf<Result>(child, this.#program.name);
      child.send(request, () => undefined); // A process that died before is noticed through its exit.
      const answer = await answered;
      if (answer.kind === 'failed') throw new Error(answer.reason);
      return answer.result;
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  #running(): ChildProcess {
    if (this.#child !== undefined && this.#child.connected) return this.#child;
    const { file, folder, environment = {} } = this.#program;
    this.#child = fork(file, [folder], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { ...environment },
    });
    return this.#child;
  }
}

function answerOf<Result>(child: ChildProcess, name: string): Promise<ModelAnswer<Result>> {
  return new Promise((resolve, reject) => {
    const answered = (answer: ModelAnswer<Result>): void => {
      settle();
      resolve(answer);
    };
    const died = (): void => {
      settle();
      reject(new Error(`the process of the ${name} died`));
    };
    const settle = (): void => {
      child.off('message', answered).off('exit', died).off('error', died);
    };
    child.once('message', answered).once('exit', died).once('error', died);
  });
}
