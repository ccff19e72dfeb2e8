import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Size } from '../../box.ts';
import { files, quietly } from '../ffmpeg-arguments.ts';
import { type FfmpegOptions, runFfmpeg, storageFailure } from '../run-ffmpeg.ts';

/** How the samples of a clip stand for colours, in the words of ffmpeg's filter `scale`. */
export interface ClipColors {
  matrix: 'bt709' | 'bt601' | 'bt2020';
  range: 'tv' | 'pc';
}

/** Formats that ffmpeg may recognise. Others, such as playlists, could refer to other files. */
export const clipFormats = ['-format_whitelist', 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm'];

/**
 * Reads the colours that a clip states. `path` is its file, `folder` a folder for temporary files. ffmpeg copies one
 * frame into an MP4 file, whose box `colr` has them (ISO 14496-12, section 12.1.5). Throws `EncoderError`.
 */
export async function clipColors(
  path: string,
  size: Size,
  options: FfmpegOptions & { folder: string },
): Promise<ClipColors> {
  const name = 'colors.mp4';
  const input = [...quietly, ...files, ...clipFormats, '-i', path, '-map', '0:v:0', '-c', 'copy', '-frames:v', '1'];
  await runFfmpeg([...input, '-movflags', '+write_colr', '-f', 'mp4', name], options);
  return statedColors(await readFile(join(options.folder, name)).catch(storageFailure), size);
}

/** Numbers of the matrix coefficients in ISO 23001-8. */
const matrices: Readonly<Record<number, ClipColors['matrix']>> = {
  1: 'bt709',
  5: 'bt601',
  6: 'bt601',
  9: 'bt2020',
};

/** Height in pixels from which players take a clip without stated colours for BT.709. */
const highMin = 720;

function statedColors(mp4: Buffer, { width, height }: Size): ClipColors {
  const at = mp4.indexOf('colrnclx');
  const usual = Math.min(width, height) >= highMin ? 'bt709' : 'bt601';
  if (at < 0 || at + 15 > mp4.length) return { matrix: usual, range: 'tv' };
  const isFull = mp4.readUInt8(at + 14) >> 7 === 1;
  return { matrix: matrices[mp4.readUInt16BE(at + 12)] ?? usual, range: isFull ? 'pc' : 'tv' };
}
