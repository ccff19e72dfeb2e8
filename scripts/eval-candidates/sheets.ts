import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import { seededUnit } from '../../src/studio/seeded.ts';
import { type Order, orderFile, pairNames, readOrder } from './pair-file.ts';

/** Width and height of a pair on a sheet, in pixels, without its number. */
const cell = { width: 900, height: 450 };
const numberHeight = 40;
const gap = 20;
const columns = 2;
const perSheet = 4;

/**
 * Draws sheets of four numbered pairs each for people who judge them, and a file with the numbers. Pairs that have a
 * number keep it; the others follow in an order that depends on the seed. Returns the number of pairs.
 */
export async function writeSheets(pairs: string, sheets: string, seed: string): Promise<number> {
  mkdirSync(sheets, { recursive: true });
  const known = readOrder(sheets);
  const names = new Set(known.map(({ name }) => name));
  const place = (name: string): number => seededUnit(seed, name);
  const added = pairNames(pairs)
    .filter((name) => !names.has(name))
    .toSorted((a, b) => place(a) - place(b))
    .map((name, at) => ({ pair: known.length + at + 1, name }));
  const order = [...known, ...added];
  writeFileSync(orderFile(sheets), `${JSON.stringify(order, null, 1)}\n`);
  for (let at = 0; at < order.length; at += perSheet) {
    const shown = order.slice(at, at + perSheet);
    const file = join(sheets, `sheet-${String(at / perSheet + 1).padStart(3, '0')}.png`);
    if (shown.some(({ name }) => !names.has(name))) writeFileSync(file, await sheetOf(pairs, shown));
  }
  return order.length;
}

async function sheetOf(folder: string, shown: Order): Promise<Buffer> {
  const layers = await Promise.all(shown.map(({ pair, name }, at) => cellOf(join(folder, `${name}.png`), pair, at)));
  const size = {
    width: columns * (cell.width + gap) + gap,
    height: Math.ceil(perSheet / columns) * (cell.height + numberHeight + gap) + gap,
  };
  return sharp({ create: { ...size, channels: 3, background: '#808080' } })
    .composite(layers.flat())
    .png()
    .toBuffer();
}

async function cellOf(file: string, pair: number, at: number): Promise<OverlayOptions[]> {
  const left = gap + (at % columns) * (cell.width + gap);
  const top = gap + Math.floor(at / columns) * (cell.height + numberHeight + gap);
  const { data, info } = await sharp(file)
    .resize({ ...cell, fit: 'inside' })
    .toBuffer({ resolveWithObject: true });
  const text = `<span foreground="white" size="20pt">${pair}      A = left, B = right</span>`;
  return [
    { input: { text: { text, rgba: true, dpi: 72 } }, left, top: top + 8 },
    { input: data, left: left + Math.round((cell.width - info.width) / 2), top: top + numberHeight },
  ];
}
