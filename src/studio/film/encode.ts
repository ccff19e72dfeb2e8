import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ffmpegArguments, type FfmpegJob } from './ffmpeg-arguments.ts';
import { type FfmpegOptions, inTemporaryFolder, runFfmpeg, storageFailure, type WriteBytes } from './run-ffmpeg.ts';

export interface EncodeOptions extends Omit<FfmpegJob, 'sound' | 'target'>, FfmpegOptions {
  /**
   * MP4 file with the encoded sound of the film, or null for a silent film. The film gets the packets of this file, so
   * that its sound is the sound that was measured. The sound has the length of the film.
   */
  sound: Buffer | null;
}

/**
 * Encodes a film as MP4 (H.264 High, with the packets of the sound) with ffmpeg, a child process that reads the frames
 * from its standard input. `produce` writes all frames in order. The same frames and sound give the same bytes with the
 * same version of ffmpeg.
 *
 * Guarantee: when the promise settles, the child process has ended and its temporary directory is removed. If this
 * process dies, the child process ends too, because its standard input is closed.
 *
 * Throws `EncoderError` if ffmpeg is missing, fails or is killed, and the reason of the signal if the signal aborts.
 */
export function encode(options: EncodeOptions, produce: (write: WriteBytes) => Promise<void>): Promise<Buffer> {
  return inTemporaryFolder(options, async (folder) => {
    const sound = options.sound === null ? null : await stored(options.sound, join(folder, 'sound.mp4'));
    const target = join(folder, 'film.mp4');
    await runFfmpeg(ffmpegArguments({ ...options, sound, target }), { ...options, folder }, produce);
    return await readFile(target).catch(storageFailure);
  });
}

async function stored(bytes: Buffer, path: string): Promise<string> {
  await writeFile(path, bytes).catch(storageFailure);
  return path;
}
