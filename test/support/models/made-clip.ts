import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Size } from '../../../src/studio/box.ts';

interface ClipOptions {
  size: Size;
  seconds: number;
  /** Enlargement with each of the 24 frames a second. 0: the clip stands still. */
  zoom?: number;
  /** Further filters of ffmpeg. */
  filters?: string;
}

/** Returns an MP4 film of a slow push into a picture. */
export function madeClip(
  picture: Buffer,
  { size: { width, height }, seconds, zoom = 0.0012, filters = '' }: ClipOptions,
): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'made-clip-'));
  try {
    const [from, to] = [join(folder, 'picture'), join(folder, 'clip.mp4')];
    writeFileSync(from, picture);
    const cover = `scale=${width}:${height}:force_original_aspect_ratio=increase,crop=${width}:${height}`;
    const middle = "x='iw/2-iw/zoom/2':y='ih/2-ih/zoom/2'";
    const push = `zoompan=z='1+${zoom}*on':${middle}:d=1:s=${width}x${height}:fps=24`;
    const codec = ['-t', String(seconds), '-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-preset', 'ultrafast'];
    const input = ['-v', 'error', '-y', '-loop', '1', '-i', from, '-vf', `${cover},${push}${filters}`];
    execFileSync('ffmpeg', [...input, ...codec, to]);
    return readFileSync(to);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
