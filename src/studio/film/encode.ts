import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { hasErrorCode, messageOf } from '../../files/error-code.ts';
import { EncoderError } from './encoder-error.ts';
import { ffmpegArguments, type FfmpegJob } from './ffmpeg-arguments.ts';

export interface EncodeOptions extends Omit<FfmpegJob, 'sound' | 'target'> {
  /** Sound track as a WAV file, or null for a silent film. A longer track is cut, a shorter track ends in silence. */
  wav: Buffer | null;
  signal?: AbortSignal;
  /** Name or path of the ffmpeg program. */
  program?: string;
  /** Directory in which the temporary directory of this film is created. */
  temporaryFolder?: string;
}

/**
 * Sends a frame to the encoder. The buffer must not change until the promise resolves. The promise rejects if the
 * encoder has ended.
 */
export type WriteFrame = (frame: Uint8Array) => Promise<void>;

/**
 * Encodes a film as MP4 (H.264 High, AAC) with ffmpeg, a child process that reads the frames from its standard input.
 * `produce` writes all frames in order. The same frames and sound give the same bytes with the same version of ffmpeg.
 *
 * Guarantee: when the promise settles, the child process has ended and its temporary directory is removed. If this
 * process dies, the child process ends too, because its standard input is closed.
 *
 * Throws `EncoderError` if ffmpeg is missing, fails or is killed, and the reason of the signal if the signal aborts.
 */
export async function encode(options: EncodeOptions, produce: (write: WriteFrame) => Promise<void>): Promise<Buffer> {
  const { temporaryFolder = tmpdir() } = options;
  options.signal?.throwIfAborted();
  const folder = await mkdtemp(join(temporaryFolder, 'film-')).catch(storageFailure);
  try {
    return await encodeIn(folder, options, produce);
  } catch (error) {
    options.signal?.throwIfAborted();
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function encodeIn(
  folder: string,
  { wav, signal, program = 'ffmpeg', ...job }: EncodeOptions,
  produce: (write: WriteFrame) => Promise<void>,
): Promise<Buffer> {
  const sound = wav === null ? null : join(folder, 'sound.wav');
  if (sound !== null && wav !== null) await writeFile(sound, wav).catch(storageFailure);
  const target = join(folder, 'film.mp4');
  const child = spawn(program, ffmpegArguments({ ...job, sound, target }), {
    stdio: ['pipe', 'ignore', 'pipe'],
    cwd: folder,
    killSignal: 'SIGKILL',
    ...(signal && { signal }),
  });
  const ended = endOf(child);
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
  return await readFile(target).catch(storageFailure);
}

const brokenPipe = ['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END'];

async function produceInto(stdin: Writable, produce: (write: WriteFrame) => Promise<void>): Promise<void> {
  stdin.on('error', () => undefined); // Each write reports the error too.
  await produce(
    (frame) =>
      new Promise((resolve, reject) => {
        stdin.write(frame, (error) => {
          if (error) reject(error);
          else resolve();
        });
      }),
  );
  stdin.end();
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

function storageFailure(cause: unknown): never {
  if (hasErrorCode(cause, 'ENOSPC', 'EDQUOT')) throw new EncoderError('no-space', noSpace, { cause });
  throw cause;
}
