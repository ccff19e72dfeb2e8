import { fork, type ChildProcess, type ForkOptions } from 'node:child_process';
import { once } from 'node:events';
import { z } from 'zod';

const Call = z.object({ id: z.number(), name: z.string(), argument: z.unknown().optional() });
const Answer = z.object({ id: z.number(), result: z.unknown().optional(), error: z.string().optional() });

/** A child process whose functions the test can call. The child must run `answerCalls`. */
export class CallableChild {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  #calls = 0;

  constructor(module: URL, options: ForkOptions = {}) {
    this.#child = fork(module, options);
    this.#child.on('message', (message) => {
      const { id, result, error } = Answer.parse(message);
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) waiting?.resolve(result);
      else waiting?.reject(new Error(error));
    });
    this.#child.once('exit', (code, signal) => {
      const error = new Error(`the child process ended with ${signal ?? String(code)}`);
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Calls a function that the child passed to `answerCalls`. Rejects if the function rejects or the child ends. */
  call<T>(name: string, schema: z.ZodType<T>, argument?: unknown): Promise<T> {
    const id = (this.#calls += 1);
    const answer = new Promise<unknown>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#child.send({ id, name, argument });
    return answer.then((result) => schema.parse(result));
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = once(this.#child, 'exit');
    this.#child.kill(signal);
    await gone;
  }
}

/** Lets the parent process call these functions by name. The process ends when the parent ends. */
export function answerCalls(handlers: Record<string, (argument: unknown) => unknown>): void {
  const answer = async (message: unknown): Promise<void> => {
    const { id, name, argument } = Call.parse(message);
    try {
      const handler = handlers[name];
      if (handler === undefined) throw new Error(`this child process has no function ${name}`);
      process.send?.({ id, result: await handler(argument) });
    } catch (error) {
      process.send?.({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  };
  process.on('message', (message) => void answer(message));
  process.on('disconnect', () => process.exit());
}
