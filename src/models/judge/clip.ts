import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Cutout } from '../../cutout/port.ts';
import type { Size } from '../../studio/box.ts';
import { EncoderError } from '../../studio/film/encoder-error.ts';
import { files, quietly } from '../../studio/film/ffmpeg-arguments.ts';
import { type FfmpegOptions, inTemporaryFolder, runFfmpeg, storageFailure } from '../../studio/film/run-ffmpeg.ts';
import type { Verdict } from '../calls/model-chain.ts';
import { brokenAreas } from './broken-areas.ts';
import { frameSide, framesPerSecond, motionFaults } from './clip-motion.ts';
import type { Portrait } from './likeness.ts';
import { productFaults } from './product.ts';
import { sizeFaults } from './size-faults.ts';

export interface ClipWanted {
  seconds: number;
  size: Size;
  /** Product that the clip must show unchanged from start to end. Null if it shows none. */
  reference: Portrait | null;
}

export interface ClipDeps extends FfmpegOptions {
  /** Finds the product in frames. Without it, the likeness of the product is not judged. */
  cutout: Cutout | null;
}

/** A clip that can be played to its end. */
export interface Clip extends Size {
  bytes: Buffer;
  seconds: number;
}

const bytesMax = 100 * 1_048_576;
/** Maximum length, in seconds, that is decoded. More is not used. */
const secondsMax = 15;
/** Minimum length as a share of the wanted length. */
const lengthShareMin = 0.8;
/** Maximum time for decoding, in milliseconds. A clip of 8 s in Full HD takes 2 s on two busy cores. */
const decodeMsMax = 60_000;

/**
 * Judges a film clip of a model. Throws `EncoderError` if ffmpeg is missing or killed, and the reason of the signal if it
 * aborts.
 */
export async function judgeClip(bytes: Buffer, wanted: ClipWanted, deps: ClipDeps): Promise<Verdict<Clip>> {
  const decoded = await decode(bytes, deps);
  if (typeof decoded === 'string') return { kind: 'refused', reasons: [decoded] };
  const { size, frames, stills } = decoded;
  const seconds = frames.length / framesPerSecond;
  const reasons = [
    ...(seconds < lengthShareMin * wanted.seconds
      ? [`the clip has ${seconds.toFixed(1)} s of the wanted ${wanted.seconds} s`]
      : []),
    ...sizeFaults(size, wanted.size),
    ...motionFaults(frames),
    ...(await areaFaults(stills)),
    ...(await subjectFaults(stills, wanted, deps)),
  ];
  return reasons.length === 0
    ? { kind: 'fit', result: { bytes, ...size, seconds } }
    : { kind: 'refused', reasons: [...new Set(reasons)] };
}

interface Decoded {
  size: Size;
  /** Frames of `frameSide` by `frameSide` RGB pixels, at `framesPerSecond`. */
  frames: Uint8Array[];
  /** A frame for each second and the last frame, as PNG files. */
  stills: Buffer[];
}

async function decode(bytes: Buffer, deps: ClipDeps): Promise<Decoded | string> {
  if (bytes.length === 0) return 'the file is empty';
  if (bytes.length > bytesMax) return `the file is over ${bytesMax / 1_048_576} MiB`;
  const timeout = AbortSignal.timeout(decodeMsMax);
  const signal = deps.signal === undefined ? timeout : AbortSignal.any([deps.signal, timeout]);
  try {
    return await inTemporaryFolder({ ...deps, signal }, async (folder) => {
      const file = join(folder, 'clip');
      await writeFile(file, bytes).catch(storageFailure);
      const raw = await runFfmpeg(argumentsFor(file), { ...deps, signal, folder });
      return await decodedFiles(raw, folder);
    });
  } catch (error) {
    deps.signal?.throwIfAborted();
    if (timeout.aborted) return `decoding the clip takes over ${decodeMsMax / 1_000} seconds`;
    if (error instanceof EncoderError && error.reason === 'failed') return 'the file is not a film, or it is damaged';
    throw error;
  }
}

async function decodedFiles(raw: Buffer, folder: string): Promise<Decoded | string> {
  const frameBytes = frameSide * frameSide * 3;
  const count = Math.floor(raw.length / frameBytes);
  if (count < 2) return 'the film has fewer than two frames';
  const frames = Array.from({ length: count }, (_, at) => raw.subarray(at * frameBytes, (at + 1) * frameBytes));
  const names = (await readdir(folder)).filter((name) => name.startsWith('still-')).toSorted();
  const stills = await Promise.all(names.map((name) => readFile(join(folder, name))));
  const { width, height } = await sharp(join(folder, 'first.png')).metadata();
  return { size: { width, height }, frames, stills };
}

/** Formats that ffmpeg may recognise. Others, such as playlists, could refer to other files. */
const formats = ['-format_whitelist', 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm'];
const stillSide = 512;

const argumentsFor = (file: string): string[] => [
  ...[
    ...quietly,
    ...files,
    ...formats,
    '-xerror',
    '-err_detect',
    'explode',
    '-threads',
    '2',
    '-t',
    String(secondsMax),
    '-i',
    file,
  ],
  ...['-map', '0:v:0', '-vf', `fps=${framesPerSecond},scale=${frameSide}:${frameSide}:flags=area,format=rgb24`],
  ...['-f', 'rawvideo', 'pipe:1'],
  ...['-map', '0:v:0', '-vf', `fps=1,scale=${stillSide}:${stillSide}:force_original_aspect_ratio=decrease`],
  ...['-f', 'image2', 'still-%03d.png', '-map', '0:v:0', '-frames:v', '1', 'first.png'],
];

async function areaFaults(stills: readonly Buffer[]): Promise<string[]> {
  const faults: string[] = [];
  for (const still of stills) {
    const { data, info } = await sharp(still).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    faults.push(...brokenAreas(data, { width: info.width, height: info.height }));
  }
  return faults.map((fault) => `in a frame, ${fault}`);
}

/** Judges the product in the first frame, in the middle, and in the last frame. */
async function subjectFaults(
  stills: readonly Buffer[],
  { reference }: ClipWanted,
  { cutout, signal = new AbortController().signal }: ClipDeps,
): Promise<string[]> {
  if (reference === null || cutout === null) return [];
  for (const at of new Set([0, stills.length >> 1, stills.length - 1])) {
    const still = stills[at];
    if (still === undefined) continue;
    const faults = await productFaults(still, await cutout.maskOf(still, signal), reference);
    if (faults.length > 0) return faults.map((fault) => `in the clip, ${fault}`);
  }
  return [];
}
