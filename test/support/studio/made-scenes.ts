import sharp from 'sharp';
import type { Picture } from '../../../src/studio/brief.ts';

interface Look {
  width?: number;
  height?: number;
}

/** Box of the subject in a drawn photo, as fractions of its size. */
interface Subject {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Draws a bottle with a cap on a blurred, grainy table at the given place; no bottle for `null`. */
export async function madeScene(subject: Subject | null, { width = 1050, height = 700 }: Look = {}): Promise<Picture> {
  const thing = subject === null ? '' : bottle(subject, width, height);
  const svg = svgOf(
    width,
    height,
    `<defs><linearGradient id="g" x2="0.3" y2="1"><stop stop-color="#cdbca3"/><stop offset="1" stop-color="#bdab92"/></linearGradient>
    <linearGradient id="b"><stop stop-color="#0d3b33"/><stop offset="0.3" stop-color="#2f8a72"/><stop offset="1" stop-color="#08251f"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#g)"/><rect y="74%" width="100%" height="26%" fill="#5d4a38" opacity="0.12"/>${thing}`,
  );
  return pictureOf(await grained(svg, width, height), { width, height, role: 'lifestyle' });
}

function bottle(part: Subject, across: number, down: number): string {
  const [x, y] = [part.x * across, part.y * down];
  const [width, height] = [part.width * across, part.height * down];
  const [cap, body] = [height * 0.2, height * 0.8];
  return `<rect x="${x + width * 0.32}" y="${y}" width="${width * 0.36}" height="${cap}" fill="#d9a441"/>
    <rect x="${x}" y="${y + cap}" width="${width}" height="${body}" rx="${width * 0.14}" fill="url(#b)"/>
    <rect x="${x + width * 0.2}" y="${y + cap + body * 0.4}" width="${width * 0.6}" height="${body * 0.3}" fill="#e9dcc0"/>`;
}

/** Draws a screen of software with bar, sidebar and lines of text; upright for a phone. */
export async function madeScreenshot({ width = 1280, height = 800 }: Look = {}): Promise<Picture> {
  const unit = Math.min(width, height) / 100;
  const side = width > height ? width * 0.2 : 0;
  const card = (x: number, y: number, w: number, h: number) =>
    `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="#ffffff" stroke="#cfd6e2"/>`;
  const rows = Array.from({ length: 9 }, (_, i) => {
    const y = height * 0.2 + i * height * 0.08;
    return `${letters({ x: side + 5 * unit, y, size: 2.4 * unit, count: 14 }, '#1c2333')}<rect x="${side + 3 * unit}" y="${y + 5 * unit}" width="${width - side - 6 * unit}" height="2" fill="#cfd6e2"/>`;
  });
  const menu = Array.from({ length: side === 0 ? 0 : 7 }, (_, i) =>
    letters({ x: 3 * unit, y: (16 + i * 8) * unit, size: 2.2 * unit, count: 8 }, '#dfe6f5'),
  );
  const svg = svgOf(
    width,
    height,
    `<rect width="100%" height="100%" fill="#f3f5f9"/><rect width="${side}" height="100%" fill="#16213e"/>
    <rect x="${side}" width="${width - side}" height="${10 * unit}" fill="#ffffff"/>${card(side + 3 * unit, 13 * unit, width - side - 6 * unit, height - 17 * unit)}
    ${menu.join('')}${rows.join('')}`,
  );
  return pictureOf(await sharp(svg).removeAlpha().png().toBuffer(), { width, height, role: 'product' });
}

/** Draws a list of a phone on white: pale cards with a coloured disc and two lines of text each. */
export async function madeList({ width = 780, height = 1688 }: Look = {}): Promise<Picture> {
  const colors = ['#f43f5e', '#6366f1', '#22c55e', '#eab308', '#06b6d4', '#a855f7', '#f97316'];
  const rows = colors.map((color, i) => {
    const y = 240 + i * 180;
    return `<rect x="40" y="${y}" width="${width - 80}" height="160" rx="24" fill="#f2f3f9"/>
      <circle cx="120" cy="${y + 80}" r="45" fill="${color}"/>
      ${letters({ x: 200, y: y + 44, size: 26, count: 12 }, '#111111')}${letters({ x: 200, y: y + 98, size: 20, count: 14 }, '#777777')}`;
  });
  const svg = svgOf(width, height, `<rect width="100%" height="100%" fill="#ffffff"/>${rows.join('')}`);
  return pictureOf(await sharp(svg).removeAlpha().png().toBuffer(), { width, height, role: 'product' });
}

/** Draws a photo-like ground with two lines of large words, like a banner of a shop. */
export async function madePoster({ width = 1050, height = 600 }: Look = {}): Promise<Picture> {
  const size = height * 0.1;
  const line = (y: number, count: number) => letters({ x: width * 0.08, y: height * y, size, count }, '#ffffff');
  const svg = svgOf(
    width,
    height,
    `<defs><radialGradient id="g"><stop stop-color="#a23e5c"/><stop offset="1" stop-color="#3a1226"/></radialGradient></defs>
    <rect width="100%" height="100%" fill="url(#g)"/>${line(0.3, 11)}${line(0.5, 13)}`,
  );
  return pictureOf(await grained(svg, width, height), { width, height, role: 'lifestyle' });
}

/** Draws a grainy fact card on a tinted ground: short captions in two columns, each with a coloured bar. */
export async function madeFactCard({ width = 900, height = 900 }: Look = {}): Promise<Picture> {
  const captions = Array.from({ length: 14 }, (_, i) => {
    const [x, y] = [width * (i % 2 === 0 ? 0.08 : 0.56), height * (0.08 + Math.floor(i / 2) * 0.13)];
    return `<rect x="${x}" y="${y + 30}" width="${width * 0.32}" height="22" fill="#c9a24b" opacity="0.${3 + (i % 5)}"/>
      ${letters({ x, y, size: 22, count: 7 }, '#2b2b2b')}`;
  });
  const svg = svgOf(
    width,
    height,
    `<defs><radialGradient id="g"><stop stop-color="#f7efe0"/><stop offset="1" stop-color="#d9c3a5"/></radialGradient></defs>
    <rect width="100%" height="100%" fill="url(#g)"/>${captions.join('')}`,
  );
  return pictureOf(await grained(svg, width, height), { width, height, role: 'product' });
}

interface Line {
  x: number;
  y: number;
  /** Height of a letter. */
  size: number;
  count: number;
}

/** Strokes of E, H, L, T and F as fractions of a letter's box, for letters without a font. */
const strokes = [
  ['0 0 0.24 1', '0 0 1 0.22', '0 0.4 0.8 0.2', '0 0.8 1 0.2'],
  ['0 0 0.24 1', '0.76 0 0.24 1', '0 0.4 1 0.2'],
  ['0 0 0.24 1', '0 0.8 1 0.2'],
  ['0.38 0 0.24 1', '0 0 1 0.22'],
  ['0 0 0.24 1', '0 0 1 0.22', '0 0.4 0.8 0.2'],
];

/** Draws a line of capitals with a gap after every fifth. */
export function letters({ x, y, size, count }: Line, color: string): string {
  const wide = size * 0.62;
  const drawn = Array.from({ length: count }, (_, i) => {
    const left = x + i * wide * 1.32 + Math.floor(i / 5) * wide * 0.5;
    return (strokes[(i * 7 + count) % strokes.length] ?? []).map((stroke) => {
      const [dx = 0, dy = 0, w = 0, h = 0] = stroke.split(' ').map(Number);
      return `<rect x="${left + dx * wide}" y="${y + dy * size}" width="${w * wide}" height="${h * size}"/>`;
    });
  });
  return `<g fill="${color}">${drawn.flat().join('')}</g>`;
}

function svgOf(width: number, height: number, body: string): Buffer {
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body}</svg>`);
}

/** Adds noise and encodes as JPEG. */
async function grained(svg: Buffer, width: number, height: number): Promise<Buffer> {
  const pixels = await sharp(svg).removeAlpha().raw().toBuffer();
  let state = 7;
  for (let at = 0; at < pixels.length; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    pixels[at] = Math.min(255, Math.max(0, (pixels[at] ?? 0) + (state >>> 28) - 8));
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();
}

const pictureOf = (bytes: Buffer, size: Pick<Picture, 'width' | 'height' | 'role'>): Picture => ({
  bytes,
  ...size,
  hasAlpha: false,
  alt: null,
});
