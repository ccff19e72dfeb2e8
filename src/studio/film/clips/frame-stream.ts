import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { FfmpegOptions } from '../run-ffmpeg.ts';

/**
 * Raw frames that ffmpeg writes to its standard output. ffmpeg waits while nothing is read, so that few frames are in
 * memory. If this process dies, ffmpeg ends too, because its output is closed.
 */
export class FrameStream {
  readonly #child: ChildProcessByStdio<null, Readable, null>;
  readonly #ended: Promise<unknown>;
  readonly #chunks: AsyncIterator<unknown>;
  #rest: Uint8Array = new Uint8Array();

  constructor(args: readonly string[], { program = 'ffmpeg', signal }: Omit<FfmpegOptions, 'temporaryFolder'>) {
    this.#child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'ignore'],
      killSignal: 'SIGKILL',
      ...(signal && { signal }),
    });
    // A program that is missing or killed ends the stream, which `next` reports.
    this.#child.on('error', () => undefined);
    this.#ended = once(this.#child, 'close').catch(() => undefined);
    this.#chunks = this.#child.stdout[Symbol.asyncIterator]();
  }

  /** Fills `frame` with the next frame. Returns false if the stream ends before. */
  async next(frame: Uint8Array): Promise<boolean> {
    let filled = 0;
    while (filled < frame.length) {
      if (this.#rest.length === 0 && !(await this.#readsMore())) return false;
      const part = this.#rest.subarray(0, frame.length - filled);
      frame.set(part, filled);
      filled += part.length;
      this.#rest = this.#rest.subarray(part.length);
    }
    return true;
  }

  /** Ends ffmpeg. Resolves when the process has ended. */
  async close(): Promise<void> {
    this.#child.kill('SIGKILL');
    this.#child.stdout.destroy();
    if (this.#child.pid !== undefined) await this.#ended;
  }

  async #readsMore(): Promise<boolean> {
    const more = await this.#chunks.next().catch(() => undefined);
    if (!(more?.value instanceof Uint8Array)) return false;
    this.#rest = more.value;
    return true;
  }
}
