import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../../test/support/process/temporary-folder.ts';
import { until } from '../../../test/support/process/until.ts';
import { silence } from '../sound/stereo.ts';
import { soundEncoder } from '../sound/encode-sound.ts';
import { encode, type EncodeOptions } from './encode.ts';
import { frameOf } from './frame.ts';
import type { WriteBytes } from './run-ffmpeg.ts';

let folder: ReturnType<typeof temporaryFolder>;
let options: EncodeOptions;

beforeEach(() => {
  folder = temporaryFolder();
  const temporary = join(folder.path, 'temporary');
  mkdirSync(temporary);
  options = { width: 64, height: 48, framesPerSecond: 30, frames: 30, sound: null, temporaryFolder: temporary };
});
afterEach(() => {
  expect(readdirSync(join(folder.path, 'temporary'))).toEqual([]);
  folder.remove();
});

/** Frames that get lighter, in one colour. */
async function writeAll(write: WriteBytes): Promise<void> {
  for (let frame = 0; frame < 30; frame++) {
    const { bytes, y, u, v } = frameOf(options);
    y.fill(40 + 6 * frame);
    u.fill(100);
    v.fill(150);
    await write(bytes);
  }
}

/** Writes frames until a write fails. */
async function writeForever(write: WriteBytes): Promise<void> {
  const { bytes } = frameOf(options);
  for (;;) await write(bytes);
}

/** Returns the path of a shell script that runs in place of ffmpeg. */
function programOf(lines: string): string {
  const path = join(folder.path, 'program');
  writeFileSync(path, `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
  return path;
}

const noted = () => join(folder.path, 'pid');
/** ffmpeg that writes its process id to a file. */
const notedFfmpeg = () => programOf(`echo $$ > ${noted()}.part && mv ${noted()}.part ${noted()}\nexec ffmpeg "$@"`);

async function startedPid(): Promise<number> {
  await until(() => existsSync(noted()));
  return Number(readFileSync(noted(), 'utf8'));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Returns the output of ffmpeg or ffprobe for a film. */
function inspect(program: 'ffmpeg' | 'ffprobe', args: readonly string[], mp4: Buffer): Buffer {
  const file = join(folder.path, 'film.mp4');
  writeFileSync(file, mp4);
  const { stdout, stderr, status } = spawnSync(program, ['-v', 'error', '-i', file, ...args]);
  if (status !== 0) throw new Error(stderr.toString());
  return stdout;
}

/** Types of the boxes of an MP4 file, in order. */
function boxesOf(mp4: Buffer): string[] {
  const types: string[] = [];
  for (let at = 0; at < mp4.length; at += mp4.readUInt32BE(at)) types.push(mp4.toString('latin1', at + 4, at + 8));
  return types;
}

describe('an encoded film', () => {
  test('an encoded film has all frames in their colours, and its description comes first', async () => {
    const mp4 = await encode(options, writeAll);
    const pixels = inspect('ffmpeg', ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-'], mp4);
    expect(pixels.length).toBe(30 * 64 * 48 * 1.5);
    const last = pixels.subarray(29 * 64 * 48 * 1.5);
    expect(Math.abs((last[100] ?? 0) - (40 + 6 * 29))).toBeLessThanOrEqual(2);
    expect(Math.abs((last[64 * 48 + 5] ?? 0) - 100)).toBeLessThanOrEqual(2);
    expect(boxesOf(mp4)).toEqual(['ftyp', 'moov', 'free', 'mdat']);
  });

  test('an encoded film is H.264 High with BT.709 colours, at 30 frames a second, and silent', async () => {
    const mp4 = await encode(options, writeAll);
    const fields = 'codec_name,profile,pix_fmt,color_range,color_space,color_transfer,color_primaries,avg_frame_rate';
    const streams = inspect('ffprobe', ['-show_entries', `stream=${fields}`, '-of', 'csv=p=0'], mp4);
    expect(streams.toString().trim()).toBe('h264,High,yuv420p,tv,bt709,bt709,bt709,30/1');
  });

  test('a film has the packets of its sound, in the length of the film', async () => {
    const { mp4: sound } = await soundEncoder(options)(silence(48_000));
    const film = await encode({ ...options, sound }, writeAll);
    const shown = ['-show_entries', 'stream=codec_name,duration', '-of', 'csv=p=0'];
    expect(inspect('ffprobe', shown, film).toString().trim().split('\n')).toEqual(['h264,1.000000', 'aac,1.000000']);
    const packets = ['-map', '0:a', '-c', 'copy', '-f', 'framehash', '-'];
    expect(inspect('ffmpeg', packets, film).toString()).toBe(inspect('ffmpeg', packets, sound).toString());
  });

  test('frames of noise, which reach the maximum bit rate, give the same bytes', async () => {
    const large = { ...options, width: 640, height: 360, frames: 45 };
    const noise = async (write: WriteBytes): Promise<void> => {
      let state = 1;
      for (let at = 0; at < large.frames; at++) {
        const { bytes } = frameOf(large);
        for (let i = 0; i < bytes.length; i++) {
          state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
          bytes[i] = 96 + (state >>> 26);
        }
        await write(bytes);
      }
    };
    const first = await encode(large, noise);
    const others = [await encode(large, noise), await encode(large, noise)];
    expect(others.map((other) => other.equals(first))).toEqual([true, true]);
  }, 60_000);

  test('the same frames give the same bytes, without settings or times of the encoder', async () => {
    const [one, other] = [await encode(options, writeAll), await encode(options, writeAll)];
    expect(one.equals(other)).toBe(true);
    expect(one.toString('latin1')).not.toMatch(/x264 - core|threads=|20\d\d-\d\d/);
  });
});

describe('a failure of the encoder', () => {
  test('a missing program is reported', async () => {
    const program = join(folder.path, 'none');
    await expect(encode({ ...options, program }, writeForever)).rejects.toMatchObject({ reason: 'missing' });
  });

  test.each([
    ['a full disk', 'echo "film.mp4: No space left on device" >&2; exit 1', 'no-space', 'no space left'],
    ['an error of ffmpeg', 'echo "Unknown encoder" >&2; exit 187', 'failed', 'code 187: Unknown encoder'],
    ['a signal', 'kill -9 $$', 'killed', 'SIGKILL'],
  ])('%s is reported', async (_, lines, reason, message) => {
    const running = encode({ ...options, program: programOf(lines) }, writeForever);
    await expect(running).rejects.toMatchObject({ reason, message: expect.stringContaining(message) });
  });

  test('ffmpeg killed in the middle of a film is reported', async () => {
    const running = encode({ ...options, program: notedFfmpeg() }, writeForever);
    const failure = expect(running).rejects.toMatchObject({ reason: 'killed' });
    process.kill(await startedPid(), 'SIGKILL');
    await failure;
  });

  test('an error while the frames are made ends ffmpeg and is thrown', async () => {
    const program = notedFfmpeg();
    const broken = async () => {
      await startedPid();
      throw new Error('no picture');
    };
    await expect(encode({ ...options, program }, broken)).rejects.toThrow('no picture');
    expect(isRunning(await startedPid())).toBe(false);
  });
});

describe('the end of ffmpeg', () => {
  test('an abort ends ffmpeg and throws the reason', async () => {
    const controller = new AbortController();
    const running = encode({ ...options, program: notedFfmpeg(), signal: controller.signal }, writeForever);
    const failure = expect(running).rejects.toThrow('stopped');
    const pid = await startedPid();
    controller.abort(new Error('stopped'));
    await failure;
    expect(isRunning(pid)).toBe(false);
  });

  test('ffmpeg ends when the process that started it is killed', async () => {
    const other = join(folder.path, 'other');
    mkdirSync(other);
    const code = `
      import { encode } from ${JSON.stringify(new URL('encode.ts', import.meta.url).href)};
      const options = ${JSON.stringify({ ...options, program: notedFfmpeg(), temporaryFolder: other })};
      const frame = new Uint8Array(64 * 48 * 1.5);
      await encode(options, async (write) => { for (;;) await write(frame); });`;
    const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', code];
    const parent = spawn(process.execPath, args, { stdio: 'ignore' });
    const pid = await startedPid();
    parent.kill('SIGKILL');
    await until(() => !isRunning(pid));
  });
});
