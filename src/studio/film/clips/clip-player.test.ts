import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { temporaryFolder } from '../../../../test/support/process/temporary-folder.ts';
import { rgb } from '../../color.ts';
import { spriteOf, type Sprite } from '../sprite.ts';
import { clipColors } from './clip-colors.ts';
import { ClipError } from './clip-error.ts';
import { ClipPlayer, type ClipView } from './clip-player.ts';

const size = { width: 320, height: 180 };
const whole: ClipView = { crop: { x: 0, y: 0, ...size }, size, seconds: 3, rate: 1 };

let folder: ReturnType<typeof temporaryFolder>;
let player: ClipPlayer | undefined;
beforeAll(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  await player?.close();
});
afterAll(() => {
  folder.remove();
});

/** Encodes a source of ffmpeg's filters as a clip of 3 s, and returns its path. */
function clipOf(source: string, { name = 'clip.mp4', options = [] as string[] } = {}): string {
  const path = join(folder.path, name);
  const output = ['-t', '3', '-c:v', 'libx264', '-qp', '4', ...options];
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', source, ...output, path]);
  return path;
}

/** Clip whose brightness rises by 2 with each of its 24 frames a second. */
const brighter = () => clipOf(`color=black:s=320x180:r=24,format=yuv420p,geq=lum='16+2*N':cb=128:cr=128`);

async function framesAt(path: string, times: readonly number[], view: Partial<ClipView> = {}): Promise<number[]> {
  player = new ClipPlayer({ path, colors: { matrix: 'bt709', range: 'tv' } }, {});
  const shown = player.viewed({ ...whole, ...view });
  const lights: number[] = [];
  for (const time of times) {
    await shown.load(time);
    lights.push(lightOf(shown.now));
  }
  return lights;
}

const lightOf = ({ y, width, height }: Sprite): number => y[width * (height >> 1) + (width >> 1)] ?? 0;

test('the frame at a time is that of the clip, forwards and backwards', async () => {
  const lights = await framesAt(brighter(), [0, 0.5, 1, 2, 0.5]);
  expect(lights).toEqual([16, 40, 64, 112, 40]);
});

test('a slowed clip shows each frame later, and its end at the end of the view', async () => {
  const lights = await framesAt(brighter(), [0, 1.2, 3.5], { seconds: 3.6, rate: 1 / 1.2 });
  expect(lights[0]).toBe(16);
  expect(Math.abs((lights[1] ?? 0) - 64)).toBeLessThanOrEqual(2);
  expect(lights[2]).toBeGreaterThan(150);
});

test('a view shows its part of the clip in its size, also with odd numbers', async () => {
  const path = clipOf(`color=black:s=320x180,drawbox=x=160:w=160:h=180:color=white:t=fill`);
  player = new ClipPlayer({ path, colors: { matrix: 'bt709', range: 'tv' } }, {});
  const right = player.viewed({ ...whole, crop: { x: 160, y: 0, width: 160, height: 180 }, size: odd });
  await right.load(1);
  const { y, u, width, height } = right.now;
  expect([width, height, y.length, u.length]).toEqual([201, 225, 201 * 225, 101 * 113]);
  expect(Math.min(...y.subarray(width * 100, width * 101))).toBeGreaterThan(225);
});
const odd = { width: 201, height: 225 };

test('a clip that is cut off is an error, and not a frame that stands', async () => {
  const path = clipOf('testsrc2=s=320x180:r=24', { options: ['-movflags', '+faststart'] });
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.subarray(0, bytes.length >> 1));
  await expect(framesAt(path, [0, 2.9])).rejects.toThrow(ClipError);
});

test('a missing ffmpeg is an error', async () => {
  player = new ClipPlayer(
    { path: brighter(), colors: { matrix: 'bt709', range: 'tv' } },
    { program: '/nowhere/ffmpeg' },
  );
  await expect(player.viewed(whole).load(0)).rejects.toThrow(ClipError);
});

test('two views of a clip take turns', async () => {
  const path = brighter();
  player = new ClipPlayer({ path, colors: { matrix: 'bt709', range: 'tv' } }, {});
  const [one, other] = [player.viewed(whole), player.viewed(whole)];
  await one.load(1);
  await other.load(2);
  await one.load(1.5);
  expect([lightOf(one.now), lightOf(other.now)]).toEqual([88, 112]);
});

test('frames that are closed end their process, and can be loaded again', async () => {
  player = new ClipPlayer({ path: brighter(), colors: { matrix: 'bt709', range: 'tv' } }, {});
  const shown = player.viewed(whole);
  await shown.load(1);
  await shown.close();
  expect(decoders()).toEqual([]);
  await shown.load(1.5);
  expect([lightOf(shown.now), decoders().length]).toEqual([88, 1]);
});

/** Returns the ids of the child processes of this process. */
const decoders = (): string[] =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean);

const tagged = (matrix: string, range: string) => [
  ...['-vf', `scale=out_color_matrix=${matrix}:out_range=${range},format=yuv420p`],
  ...['-colorspace', matrix === 'bt709' ? 'bt709' : 'smpte170m', '-color_range', range],
  ...['-color_primaries', 'bt709', '-color_trc', 'bt709'],
];

test.each([
  ['bt709', 'tv'],
  ['bt601', 'tv'],
  ['bt709', 'pc'],
] as const)('a colour of a clip in %s, %s, is that of the film', async (matrix, range) => {
  const source = 'color=0x2456a6:s=320x180:r=24,format=gbrp';
  const path = clipOf(source, { name: `${matrix}-${range}.mp4`, options: tagged(matrix, range) });
  const colors = await clipColors(path, size, { folder: folder.path });
  expect(colors).toEqual({ matrix, range });
  player = new ClipPlayer({ path, colors }, {});
  const shown = player.viewed(whole);
  await shown.load(1);
  const wanted = spriteOf({ pixels: Uint8Array.from(rgb('#2456a6')), width: 1, height: 1, channels: 3 });
  const middle = { y: lightOf(shown.now), u: shown.now.u[1_000] ?? 0, v: shown.now.v[1_000] ?? 0 };
  for (const plane of ['y', 'u', 'v'] as const)
    expect(Math.abs(middle[plane] - (wanted[plane][0] ?? 0))).toBeLessThanOrEqual(2);
});

test('a small clip that states no colours has those of BT.601, a large one those of BT.709', async () => {
  const path = clipOf('color=0x2456a6:s=320x180:r=24');
  expect(await clipColors(path, size, { folder: folder.path })).toEqual({ matrix: 'bt601', range: 'tv' });
  const large = { width: 1280, height: 720 };
  expect(await clipColors(path, large, { folder: folder.path })).toEqual({ matrix: 'bt709', range: 'tv' });
});
