import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { hasErrorCode, messageOf } from '../../files/error-code.ts';
import { EncoderError } from './encoder-error.ts';

/** How ffmpeg is run. */
export interface FfmpegOptions {
  signal?: AbortSignal;
  /** Name or path of the ffmpeg program. */
  program?: string;
  /** Directory in which temporary directories are created. */
  temporaryFolder?: string;
}

/**
 * Sends bytes to the standard input of ffmpeg. The buffer must not change until the promise resolves. The promise rejects
 * if ffmpeg has ended.
 */
export type WriteBytes = (bytes: Uint8Array) => Promise<void>;

/**
 * Calls `work` with the path of a new temporary directory. Guarantee: when the promise settles, the directory is removed.
 * Throws the reason of the signal if the signal aborts.
 */
export async function inTemporaryFolder<T>(
  { signal, temporaryFolder = tmpdir() }: Pick<FfmpegOptions, 'signal' | 'temporaryFolder'>,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const folder = await mkdtemp(join(temporaryFolder, 'film-')).catch(storageFailure);
  try {
    return await work(folder);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Runs ffmpeg in a directory and returns the bytes of its standard output. `produce` writes the standard input.
 *
 * Guarantee: when the promise settles, the child process has ended. If this process dies, the child process ends too,
 * because its standard input is closed.
 *
 * Throws `EncoderError` if ffmpeg is missing, fails or is killed.
 */
export async function runFfmpeg(
  args: readonly string[],
  { folder, signal, program = 'ffmpeg' }: Omit<FfmpegOptions, 'temporaryFolder'> & { folder: string },
  produce: (write: WriteBytes) => Promise<void> = () => Promise.resolve(),
): Promise<Buffer> {
  const child = spawn(program, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    cwd: folder,
    killSignal: 'SIGKILL',
    ...(signal && { signal }),
  });
  const [output, ended] = [bytesOf(child.stdout), endOf(child)];
  try {
    await produceInto(child.stdin, produce);
  } catch (error) {
    // ffmpeg that ends early closes the pipe. How it ended says more than the broken pipe.
    if (!hasErrorCode(error, ...brokenPipe)) child.kill('SIGKILL');
    const end = await ended;
    throw hasErrorCode(error, ...brokenPipe) ? failureOf(end, error) : error;
  }
  const end = await ended;
  if (end.exitCode !== 0) throw failureOf(end);
  return Buffer.concat(output);
}

const brokenPipe = ['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END'];

async function produceInto(stdin: Writable, produce: (write: WriteBytes) => Promise<void>): Promise<void> {
  stdin.on('error', () => undefined); // Each write reports the error too.
  await produce(
    (bytes) =>
      new Promise((resolve, reject) => {
        stdin.write(bytes, (error) => {
          if (error) reject(error);
          else resolve();
        });
      }),
  );
  stdin.end();
}

/** Returns a list to which the chunks of a stream are added until the stream ends. */
function bytesOf(stream: Readable): Buffer[] {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return chunks;
}

interface End {
  exitCode: number | null;
  signal: NodeJS.Signals | null;
  /** Error that prevented the start of the process. */
  error: Error | null;
  stderr: string;
}

/** Number of characters of ffmpeg's error messages that are kept. */
const stderrMax = 2_000;

function endOf(child: ChildProcess): Promise<End> {
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-stderrMax);
  });
  let startError: Error | null = null;
  return new Promise((resolve) => {
    child.on('error', (error) => {
      startError ??= error;
      if (child.pid === undefined) resolve({ exitCode: null, signal: null, error, stderr });
    });
    child.on('close', (exitCode, signal) => {
      resolve({ exitCode, signal, error: startError, stderr });
    });
  });
}

function failureOf({ exitCode, signal, error, stderr }: End, cause: unknown = error): EncoderError {
  if (hasErrorCode(error, 'ENOENT')) return new EncoderError('missing', 'ffmpeg is not installed.', { cause });
  if (error !== null) return new EncoderError('failed', `ffmpeg did not start: ${messageOf(error)}`, { cause });
  if (signal !== null) return new EncoderError('killed', `ffmpeg was ended by ${signal}.`, { cause });
  if (/No space left on device/i.test(stderr)) return new EncoderError('no-space', noSpace, { cause });
  return new EncoderError('failed', `ffmpeg exited with code ${exitCode ?? 'null'}: ${stderr.trim()}`, { cause });
}

const noSpace = 'The temporary directory has no space left for the film.';

/** Throws the failure to write a temporary file; `EncoderError` if the disk is full. */
export function storageFailure(cause: unknown): never {
  if (hasErrorCode(cause, 'ENOSPC', 'EDQUOT')) throw new EncoderError('no-space', noSpace, { cause });
  throw cause;
}
