import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { VoiceAnswer, VoiceRequest } from './voice-messages.ts';

const program = fileURLToPath(import.meta.url).replace(/voice-runner(\.\w+)$/, 'voice-process$1');

/** Process that runs the speech model. It starts with the first request, and again after it died or was stopped. */
export class VoiceRunner {
  readonly #folder: string;
  #child: ChildProcess | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Runs the model once. Requests must follow one another. Rejects if the model fails or its process dies. */
  async run(request: VoiceRequest, signal: AbortSignal): Promise<Float32Array> {
    signal.throwIfAborted();
    const child = this.#running();
    const stop = (): boolean => child.kill('SIGKILL');
    signal.addEventListener('abort', stop, { once: true });
    try {
      const answered = answerOf(child);
      child.send(request, () => undefined); // A process that died before is noticed through its exit.
      const answer = await answered;
      if (answer.kind === 'failed') throw new Error(answer.reason);
      return answer.samples;
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
    this.#child = fork(program, [this.#folder], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: {},
    });
    return this.#child;
  }
}

function answerOf(child: ChildProcess): Promise<VoiceAnswer> {
  return new Promise((resolve, reject) => {
    const answered = (answer: VoiceAnswer): void => {
      settle();
      resolve(answer);
    };
    const died = (): void => {
      settle();
      reject(new Error('the process of the speech model died'));
    };
    const settle = (): void => {
      child.off('message', answered).off('exit', died).off('error', died);
    };
    child.once('message', answered).once('exit', died).once('error', died);
  });
}
