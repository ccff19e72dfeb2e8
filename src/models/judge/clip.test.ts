import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { temporaryFolder } from '../../../test/support/process/temporary-folder.ts';
import type { Cutout } from '../../cutout/port.ts';
import { judgeClip, type ClipWanted } from './clip.ts';
import { portraitOf } from './likeness.ts';

const picture = fileURLToPath(new URL('../../../examples/pictures/mountain-lake.jpg', import.meta.url));
const wanted: ClipWanted = { seconds: 3, size: { width: 320, height: 180 }, reference: null };

let folder: ReturnType<typeof temporaryFolder>;
let moving: Buffer;
beforeAll(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder.path, 'temporary'));
  moving = clip();
});
afterEach(() => {
  expect(readdirSync(join(folder.path, 'temporary'))).toEqual([]);
});
afterAll(() => {
  folder.remove();
});

/** Runs ffmpeg with a photo that loops, and returns the clip. */
function clip(filters = '', { seconds = 3, name = 'clip.mp4', zoom = 0.001 } = {}): Buffer {
  const path = join(folder.path, name);
  const move = `scale=640:360,zoompan=z='1+${zoom}*on':d=1:s=320x180:fps=24${filters}`;
  const codec = name.endsWith('.webm')
    ? ['-c:v', 'libvpx', '-deadline', 'realtime']
    : ['-c:v', 'libx264', '-preset', 'ultrafast'];
  const output = ['-t', String(seconds), '-pix_fmt', 'yuv420p', '-g', '24', ...codec];
  execFileSync('ffmpeg', ['-loglevel', 'error', '-y', '-loop', '1', '-i', picture, '-vf', move, ...output, path]);
  return readFileSync(path);
}

async function refusalOf(bytes: Buffer, options: Partial<ClipWanted> = {}, cutout: Cutout | null = null) {
  const deps = { cutout, temporaryFolder: join(folder.path, 'temporary') };
  const verdict = await judgeClip(bytes, { ...wanted, ...options }, deps);
  return verdict.kind === 'refused' ? verdict.reasons.join('; ') : 'fit';
}

test('a clip of a slow movement is fit', async () => {
  const verdict = await judgeClip(moving, wanted, { cutout: null, temporaryFolder: join(folder.path, 'temporary') });
  expect(verdict).toEqual({ kind: 'fit', result: { bytes: moving, width: 320, height: 180, seconds: 3 } });
});

test('a WebM clip is fit', async () => {
  expect(await refusalOf(clip('', { name: 'clip.webm' }))).toBe('fit');
});

test.each<[fault: string, bytes: () => Buffer, reason: RegExp]>([
  ['an empty file', () => Buffer.alloc(0), /empty/],
  ['a text', () => Buffer.from('{"error":"overloaded"}'), /not a film/],
  ['a playlist', () => Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/hostname\n'), /not a film/],
  ['half of a file', () => moving.subarray(0, moving.length >> 1), /not a film, or it is damaged/],
  ['a clip with overwritten bytes', torn, /damaged/],
  ['a short clip', () => clip('', { seconds: 1.5 }), /1\.5 s of the wanted 3 s/],
  ['a still clip', () => clip('', { zoom: 0 }), /stands still/],
  ['a clip that begins black', () => clip(',fade=in:0:6'), /black frames/],
  ['flicker', () => clip(",eq=brightness='0.06*mod(n,2)':eval=frame"), /flickers/],
  ['a grey band', () => clip(",drawbox=y=130:h=50:color=0x808080:t=fill:enable='gt(t,1)'"), /band/],
])('%s is refused', async (_, bytes, reason) => {
  expect(await refusalOf(bytes())).toMatch(reason);
});

test('a clip of another size or shape is refused', async () => {
  expect(await refusalOf(moving, { size: { width: 1920, height: 1080 } })).toMatch(/only 320 by 180/);
  expect(await refusalOf(moving, { size: { width: 180, height: 320 } })).toMatch(/aspect ratio/);
});

test('a product that changes in the clip is refused', async () => {
  const cutout: Cutout = { maskOf: () => Promise.resolve(mask), close: () => Promise.resolve() };
  const values = new Uint8Array(32 * 32).map((_, at) =>
    at % 32 > 8 && at % 32 < 24 && at > 256 && at < 768 ? 255 : 0,
  );
  const mask = { values, width: 32, height: 32 };
  const reference = await portraitOf(await sharp(picture).resize(320, 180).png().toBuffer(), mask);
  expect(reference).not.toBeNull();
  expect(await refusalOf(clip('', { zoom: 0.0004 }), { reference }, cutout)).toBe('fit');
  const changed = clip(",hue=h=120:s=3:enable='gt(t,1)',negate=enable='gt(t,1)'", { zoom: 0.0004 });
  expect(await refusalOf(changed, { reference }, cutout)).toBe('in the clip, the product does not keep its looks');
});

test('a missing ffmpeg is an error and no refusal', async () => {
  const deps = { cutout: null, temporaryFolder: join(folder.path, 'temporary'), program: '/nowhere/ffmpeg' };
  await expect(judgeClip(moving, wanted, deps)).rejects.toThrow('ffmpeg is not installed');
});

function torn(): Buffer {
  const bytes = Buffer.from(moving);
  for (let at = Math.round(bytes.length * 0.4); at < bytes.length * 0.5; at++) bytes[at] = (at * 97) % 256;
  return bytes;
}
