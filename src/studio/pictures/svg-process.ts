import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';

/**
 * Program that renders an SVG in a separate process. The program reads the SVG from standard input and writes a PNG to
 * standard output. The argument is the length of the PNG's longer side in pixels.
 */
const pixelsMax = 50_000_000;
/**
 * Memory limit of this process, in bytes, because a few filters make a kilobyte of SVG use gigabytes. At this limit,
 * the process ends itself with SIGTERM; the stage with all its processes is killed at 512 MB. An ordinary logo for a 4K
 * ad takes 175 MB, as measured.
 */
const residentBytesMax = 300_000_000;
const watchMs = 5;
const sidePx = Number(process.argv[2]);

// libvips renders in other threads, so this thread is free to watch the memory.
setInterval(() => {
  if (process.memoryUsage.rss() > residentBytesMax) process.kill(process.pid, 'SIGTERM');
}, watchMs).unref();

const svg = await buffer(process.stdin);
const open = (density: number) => sharp(svg, { limitInputPixels: pixelsMax, failOn: 'error', density });

const { width, height } = await open(72).metadata();
const density = Math.min(7_200, Math.max(1, (72 * sidePx) / Math.max(width, height, 1)));
const drawn = open(density).resize({ width: sidePx, height: sidePx, fit: 'inside', withoutEnlargement: true });
process.stdout.write(await drawn.png({ compressionLevel: 2 }).toBuffer());
