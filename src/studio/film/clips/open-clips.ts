import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FilmedClip } from '../../brief.ts';
import type { Size } from '../../box.ts';
import { openPicture, type OpenPicture } from '../../photo/open.ts';
import { type FfmpegOptions, inTemporaryFolder, storageFailure } from '../run-ffmpeg.ts';
import { clipColors } from './clip-colors.ts';
import { ClipPlayer } from './clip-player.ts';

/** A clip that can be played. `width` and `height` are those of its frames. */
export interface OpenClip extends Size {
  /** Position of the scene in the script. */
  scene: number;
  seconds: number;
  /** Frame from the middle of the clip, which stands for the clip while a shot is laid out. */
  still: OpenPicture;
  player: ClipPlayer;
}

/**
 * Calls `work` with the clips of a brief. Guarantee: when the promise settles, no process decodes a clip, and the
 * temporary files are removed. Throws `EncoderError` if ffmpeg is missing or a clip is no film.
 */
export function withClips<T>(
  clips: readonly FilmedClip[],
  options: FfmpegOptions,
  work: (clips: readonly OpenClip[]) => Promise<T>,
): Promise<T> {
  if (clips.length === 0) return work([]);
  return inTemporaryFolder(options, async (folder) => {
    const opened: OpenClip[] = [];
    for (const clip of clips) opened.push(await openClip(clip, { ...options, folder }));
    try {
      return await work(opened);
    } finally {
      await Promise.all(opened.map(({ player }) => player.close()));
    }
  });
}

async function openClip(
  { scene, bytes, width, height, seconds, still }: FilmedClip,
  options: FfmpegOptions & { folder: string },
): Promise<OpenClip> {
  const path = join(options.folder, `clip-${scene}`);
  await writeFile(path, bytes).catch(storageFailure);
  const opened = await openPicture(still, Math.min(width, height));
  if (opened === undefined) throw new Error('The frame of a clip cannot be read.');
  const player = new ClipPlayer({ path, colors: await clipColors(path, { width, height }, options) }, options);
  return { scene, seconds, width, height, still: opened, player };
}
