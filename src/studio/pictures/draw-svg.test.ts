import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { drawSvg } from './draw-svg.ts';

/** Time limit that a drawing in these tests never reaches, so that only the limit of memory applies. */
const neverMs = 300_000;
const fullPx = 3_277;

const svg = (inside: string, attributes = 'width="3000" height="3000"'): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`,
  );

async function widthOf(png: Buffer | undefined): Promise<number | undefined> {
  return png && (await sharp(png).metadata()).width;
}

test('an ordinary SVG is drawn at its full size', async () => {
  expect(await widthOf(await drawSvg(svg('<rect width="50" height="30"/>'), fullPx, neverMs))).toBe(fullPx);
});

test('an SVG whose shadow takes too much memory at full size is drawn at half of it', async () => {
  const shadow = '<filter id="f"><feGaussianBlur stdDeviation="20"/></filter>';
  const soft = svg(`${shadow}<rect filter="url(#f)" width="2000" height="2000"/>`);
  expect(await widthOf(await drawSvg(soft, fullPx, neverMs))).toBe(1_639);
});

test('an SVG whose filters need gigabytes at half of the size too is not drawn', async () => {
  const layers = Array.from({ length: 200 }, (_, at) => `<feOffset in="SourceGraphic" dx="${at}" result="l${at}"/>`);
  const merged = layers.map((_, at) => `<feMergeNode in="l${at}"/>`);
  const filter = `<filter id="f">${layers.join('')}<feMerge>${merged.join('')}</feMerge></filter>`;
  const bomb = svg(`${filter}<rect filter="url(#f)" width="3000" height="3000"/>`);
  expect(await drawSvg(bomb, fullPx, neverMs)).toBeUndefined();
});

test('a drawing that would never end is killed at its time limit', async () => {
  const box = (fill: string) => `<rect width="9" height="9" fill="${fill}"/>`;
  const patterns = Array.from({ length: 12 }, (_, at) => {
    const inside = box(at === 0 ? 'red' : `url(#p${at})`).repeat(10);
    return `<pattern id="p${at + 1}" width="9" height="9" patternUnits="userSpaceOnUse">${inside}</pattern>`;
  });
  const endless = svg(`${patterns.join('')}${box('url(#p12)')}`, 'width="100" height="100"');
  expect(await drawSvg(endless, 100, 500)).toBeUndefined();
});

test('an SVG that cannot be parsed is not drawn', async () => {
  expect(await drawSvg(svg('<rect').subarray(0, 120), 100, neverMs)).toBeUndefined();
});
