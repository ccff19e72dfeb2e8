import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';

/** A process of its own: an SVG on stdin, the wished longer side in pixels as argument, a PNG on stdout. */
const pixelsMax = 50_000_000;
const sidePx = Number(process.argv[2]);
const svg = await buffer(process.stdin);
const open = (density: number) => sharp(svg, { limitInputPixels: pixelsMax, failOn: 'error', density });

const { width, height } = await open(72).metadata();
const density = Math.min(7_200, Math.max(1, (72 * sidePx) / Math.max(width, height, 1)));
const drawn = open(density).resize({ width: sidePx, height: sidePx, fit: 'inside', withoutEnlargement: true });
process.stdout.write(await drawn.png({ compressionLevel: 2 }).toBuffer());
