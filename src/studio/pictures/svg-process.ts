import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';

/** A process of its own: an SVG on stdin, the wished longer side in pixels as argument, a PNG on stdout. */
const pixelsMax = 50_000_000;
/**
 * A few filters make a kilobyte hold gigabytes. This process ends itself, by SIGTERM, before the whole format is stopped,
 * which is at 512 MB with all that it started. An honest logo for 4K was measured at 175 MB.
 */
const residentBytesMax = 300_000_000;
const watchMs = 5;
const sidePx = Number(process.argv[2]);

// libvips draws on other threads, so this one is free to look.
setInterval(() => {
  if (process.memoryUsage.rss() > residentBytesMax) process.kill(process.pid, 'SIGTERM');
}, watchMs).unref();

const svg = await buffer(process.stdin);
const open = (density: number) => sharp(svg, { limitInputPixels: pixelsMax, failOn: 'error', density });

const { width, height } = await open(72).metadata();
const density = Math.min(7_200, Math.max(1, (72 * sidePx) / Math.max(width, height, 1)));
const drawn = open(density).resize({ width: sidePx, height: sidePx, fit: 'inside', withoutEnlargement: true });
process.stdout.write(await drawn.png({ compressionLevel: 2 }).toBuffer());
