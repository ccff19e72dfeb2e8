import type { Box, Size } from '../../box.ts';
import { files, quietly } from '../ffmpeg-arguments.ts';
import { framesPerSecond, type MovingPicture } from '../film.ts';
import type { FfmpegOptions } from '../run-ffmpeg.ts';
import type { Sprite } from '../sprite.ts';
import { type ClipColors, clipFormats } from './clip-colors.ts';
import { ClipError } from './clip-error.ts';
import { FrameStream } from './frame-stream.ts';

/** Part of a clip, and how the film shows it. */
export interface ClipView {
  /** Part of the frames, in pixels of the clip. */
  crop: Box;
  /** Size, in pixels, in which the part is shown. */
  size: Size;
  /** Number of seconds that the film shows. */
  seconds: number;
  /** Seconds of the clip for each second of the film. Less than 1 slows the clip down. */
  rate: number;
}

interface ClipFile {
  path: string;
  colors: ClipColors;
}

/** Plays a clip on disk. Guarantee: at most one process decodes the clip at a time. */
export class ClipPlayer {
  readonly #file: ClipFile;
  readonly #options: FfmpegOptions;
  #stream: FrameStream | null = null;

  constructor(file: ClipFile, options: FfmpegOptions) {
    this.#file = file;
    this.#options = options;
  }

  /** Returns the frames of a view. They are decoded only when they are loaded. */
  viewed(view: ClipView): MovingPicture {
    return new ClipFrames(view, {
      restart: async () => {
        await this.close();
        this.#options.signal?.throwIfAborted();
        this.#stream = new FrameStream(argumentsFor(this.#file, view), this.#options);
        return this.#stream;
      },
      isCurrent: (stream) => stream === this.#stream,
      end: () => this.close(),
    });
  }

  /** Ends the process that decodes the clip. Frames that are loaded afterwards start another one. */
  async close(): Promise<void> {
    await this.#stream?.close();
    this.#stream = null;
  }
}

interface Decoder {
  /** Starts the view from its first frame, and ends every other view of the clip. */
  restart: () => Promise<FrameStream>;
  isCurrent: (stream: FrameStream) => boolean;
  /** Ends the process that decodes the clip. */
  end: () => Promise<void>;
}

/** Number of frames that may be missing at the end of a clip, because of rounding. */
const missingMax = 2;

class ClipFrames implements MovingPicture {
  readonly #size: Size;
  readonly #decoder: Decoder;
  readonly #count: number;
  readonly #bytes: Uint8Array;
  #stream: FrameStream | null = null;
  /** Number of the frame in `#bytes`, from 0. */
  #at = -1;
  #now: Sprite;

  constructor({ size, seconds }: ClipView, decoder: Decoder) {
    this.#size = size;
    this.#decoder = decoder;
    this.#count = frameCount(seconds);
    this.#bytes = new Uint8Array(size.width * size.height + 2 * halfOf(size));
    this.#now = spriteIn(this.#bytes, size);
  }

  get now(): Sprite {
    return this.#now;
  }

  async close(): Promise<void> {
    if (this.#stream !== null && this.#decoder.isCurrent(this.#stream)) await this.#decoder.end();
    this.#stream = null;
  }

  /** Throws `ClipError` if the clip cannot be decoded up to the time. */
  async load(seconds: number): Promise<void> {
    const wanted = Math.min(this.#count - 1, Math.max(0, Math.floor(seconds * framesPerSecond + 1e-6)));
    if (wanted === this.#at) return;
    if (this.#stream === null || wanted < this.#at || !this.#decoder.isCurrent(this.#stream)) {
      this.#stream = await this.#decoder.restart();
      this.#at = -1;
    }
    while (this.#at < wanted && (await this.#stream.next(this.#bytes))) this.#at++;
    if (this.#at < 0 || this.#at < wanted - missingMax)
      throw new ClipError(`The clip ends after ${this.#at + 1} frames; ${this.#count} were expected.`);
    // Another object stands for another picture: a painter keeps a copy of each sprite that it has painted.
    this.#now = spriteIn(this.#bytes, this.#size);
  }
}

const frameCount = (seconds: number): number => Math.max(1, Math.round(seconds * framesPerSecond));

const halfOf = ({ width, height }: Size): number => Math.ceil(width / 2) * Math.ceil(height / 2);

function spriteIn(bytes: Uint8Array, { width, height }: Size): Sprite {
  const [full, half] = [width * height, halfOf({ width, height })];
  return {
    ...{ width, height, alpha: null },
    y: bytes.subarray(0, full),
    u: bytes.subarray(full, full + half),
    v: bytes.subarray(full + half, full + 2 * half),
  };
}

/** Returns the arguments with which ffmpeg writes the frames of a view in the colours of a film. */
function argumentsFor({ path, colors }: ClipFile, { crop, size, seconds, rate }: ClipView): string[] {
  const part = [crop.width, crop.height, crop.x, crop.y].map((value) => Math.max(0, Math.round(value))).join(':');
  const filters = [
    `setpts=(PTS-STARTPTS)/${rate.toFixed(6)}`,
    `fps=${framesPerSecond}`,
    `crop=${part}`,
    `scale=${size.width}:${size.height}:${scaling}:${filmColors(colors)}`,
    'format=yuv420p',
  ];
  return [
    ...[...quietly, ...files, ...clipFormats, '-threads', '1', '-i', path, '-map', '0:v:0', '-vf', filters.join(',')],
    ...['-frames:v', String(frameCount(seconds)), '-f', 'rawvideo', 'pipe:1'],
  ];
}

const scaling = 'flags=bicubic+accurate_rnd+full_chroma_int';

/** Options of the filter `scale` that convert the colours of a clip to those of a film: BT.709, limited range. */
export const filmColors = ({ matrix, range }: ClipColors): string =>
  `in_color_matrix=${matrix}:in_range=${range}:out_color_matrix=bt709:out_range=tv`;
