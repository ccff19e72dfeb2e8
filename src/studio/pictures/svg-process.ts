import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';

/**
 * This program runs as a separate process. It reads an SVG on stdin and the longer side in pixels as argument, and
 * writes a PNG to stdout.
 */
const pixelsMax = 50_000_000;
/**
 * Memory limit of this process. A few filters make a kilobyte of SVG use gigabytes. At this size the process ends
 * itself with SIGTERM, before the stage with all its children is killed at 512 MB. An ordinary logo for a 4K ad takes
 * 175 MB, as measured.
 */
const residentBytesMax = 300_000_000;
const watchMs = 5;
const sidePx = Number(process.argv[2]);

// libvips renders on other threads, so this thread can watch the memory.
setInterval(() => {
  if (process.memoryUsage.rss() > residentBytesMax) process.kill(process.pid, 'SIGTERM');
}, watchMs).unref();

const svg = await buffer(process.stdin);
const open = (density: number) => sharp(svg, { limitInputPixels: pixelsMax, failOn: 'error', density });

const { width, height } = await open(72).metadata();
const density = Math.min(7_200, Math.max(1, (72 * sidePx) / Math.max(width, height, 1)));
const drawn = open(density).resize({ width: sidePx, height: sidePx, fit: 'inside', withoutEnlargement: true });
process.stdout.write(await drawn.png({ compressionLevel: 2 }).toBuffer());
