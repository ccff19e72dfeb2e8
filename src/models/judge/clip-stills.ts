import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Size } from '../../studio/box.ts';
import { clipColors, clipFormats } from '../../studio/film/clips/clip-colors.ts';
import { files, quietly } from '../../studio/film/ffmpeg-arguments.ts';
import { type FfmpegOptions, inTemporaryFolder, runFfmpeg, storageFailure } from '../../studio/film/run-ffmpeg.ts';

/** Frames of a clip as PNG files in its own size, in sRGB. */
export interface ClipStills {
  start: Buffer;
  middle: Buffer;
  end: Buffer;
}

/** Time before the end of a clip at which its last still is, in seconds. */
const beforeEndSeconds = 0.15;

/** Returns three frames of a clip that has been judged. Throws `EncoderError`. */
export function clipStills(
  { bytes, seconds, ...size }: Size & { bytes: Buffer; seconds: number },
  options: FfmpegOptions,
): Promise<ClipStills> {
  return inTemporaryFolder(options, async (folder) => {
    const clip = join(folder, 'clip');
    await writeFile(clip, bytes).catch(storageFailure);
    const { matrix, range } = await clipColors(clip, size, { ...options, folder });
    const filter = `scale=in_color_matrix=${matrix}:in_range=${range}:flags=accurate_rnd+full_chroma_int,format=rgb24`;
    const stillAt = async (at: number): Promise<Buffer> => {
      const input = [...quietly, ...files, ...clipFormats, '-ss', Math.max(0, at).toFixed(3), '-i', clip];
      await runFfmpeg([...input, '-map', '0:v:0', '-vf', filter, '-frames:v', '1', 'still.png'], {
        ...options,
        folder,
      });
      return readFile(join(folder, 'still.png'));
    };
    return {
      start: await stillAt(0),
      middle: await stillAt(seconds / 2),
      end: await stillAt(seconds - beforeEndSeconds),
    };
  });
}
