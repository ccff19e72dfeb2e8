import type { Size } from '../box.ts';

export interface FfmpegJob extends Size {
  framesPerSecond: number;
  frames: number;
  /** Path of an MP4 file with the encoded sound, or null for a silent film. */
  sound: string | null;
  target: string;
}

/** Options of every run: ffmpeg prints errors only, and never asks. */
export const quietly = ['-hide_banner', '-nostdin', '-loglevel', 'error', '-y'];

/** Output options that leave out the time and the version of ffmpeg, so that the same input gives the same bytes. */
export const alwaysTheSame = ['-map_metadata', '-1', '-fflags', '+bitexact'];

/** ffmpeg may open files and pipes, and nothing on the network. */
export const files = ['-protocol_whitelist', 'file,pipe'];

/**
 * Number of threads of x264. A fixed number keeps the encoded bytes the same on every machine, and the memory small on
 * machines with many cores. The threads share the slices of one frame: threads that encode frames in parallel give other
 * bytes in each run where `kilobitsMax` is reached.
 */
const threads = 2;

/** Constant rate factor (CRF) of x264. A lower number gives better pictures and a larger file. */
const quality = 20;

/**
 * Maximum bit rate of the pictures. Only films of noise or fine texture reach it; usual films stay below a fifth of it.
 */
const kilobitsMax = 12_000;

/** Returns the arguments with which ffmpeg encodes raw frames from its standard input as an MP4 file. */
export function ffmpegArguments({ width, height, framesPerSecond, frames, sound, target }: FfmpegJob): string[] {
  const seconds = (frames / framesPerSecond).toFixed(6);
  const frameInput = [...shortQueue, '-f', 'rawvideo', '-pixel_format', 'yuv420p', '-video_size', `${width}x${height}`];
  const rate = ['-framerate', String(framesPerSecond)];
  const soundInput = sound === null ? [] : [...files, '-f', 'mp4', '-i', sound];
  const soundOutput = sound === null ? [] : ['-map', '1:a:0', '-c:a', 'copy'];
  return [
    ...quietly,
    ...[...files, ...frameInput, ...rate, '-i', 'pipe:0', ...soundInput],
    ...['-map', '0:v:0', '-c:v', 'libx264', '-preset', 'veryfast', '-crf', String(quality), '-profile:v', 'high'],
    ...['-maxrate', `${kilobitsMax}k`, '-bufsize', `${2 * kilobitsMax}k`],
    ...[
      '-threads',
      String(threads),
      '-thread_type',
      'slice',
      '-g',
      String(2 * framesPerSecond),
      '-bsf:v',
      withoutSettings,
    ],
    ...colors,
    ...soundOutput,
    ...['-t', seconds, ...alwaysTheSame, '-flags:v', '+bitexact', '-movflags', '+faststart', '-f', 'mp4', target],
  ];
}

/**
 * Number of raw frames that wait in the input queue of ffmpeg. The default for a film with sound is eight frames of 3
 * MB.
 */
const shortQueue = ['-thread_queue_size', '2'];

/**
 * Filter that removes the text in which x264 stores its version and settings. This text is the only unit of type 6
 * (SEI) in the stream.
 */
const withoutSettings = 'filter_units=remove_types=6';

const colors = [
  ...['-pix_fmt', 'yuv420p', '-color_range', 'tv', '-chroma_sample_location', 'left'],
  ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'],
];
