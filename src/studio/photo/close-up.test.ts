import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { cutOutPart, richestPart } from './close-up.ts';
import type { CutOut } from './cut-out.ts';

async function product(svg: string): Promise<CutOut> {
  const whole = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="400">${svg}</svg>`;
  return { pixels: await sharp(Buffer.from(whole)).ensureAlpha().raw().toBuffer(), width: 200, height: 400, scale: 1 };
}

const body = '<rect width="200" height="400" fill="#678"/>';
const stripes = Array.from(
  { length: 8 },
  (_, i) => `<rect x="20" y="${250 + i * 12}" width="160" height="6" fill="#fff"/>`,
).join('');

describe('a close-up of a product', () => {
  test('shows its label', async () => {
    const part = await product(body + stripes).then((each) => richestPart(each, { width: 200, height: 200 }));
    expect(part?.y).toBeGreaterThanOrEqual(140);
  });

  test('is not made of a product without detail', async () => {
    expect(richestPart(await product(body), { width: 200, height: 200 })).toBeNull();
  });

  test('is not made of a product with a hole in the middle', async () => {
    const ring =
      '<circle cx="100" cy="200" r="80" fill="none" stroke="#678" stroke-width="30" stroke-dasharray="6 6"/>';
    expect(richestPart(await product(ring), { width: 180, height: 180 })).toBeNull();
  });
});

test('a part that extends beyond a cut-out is transparent there', async () => {
  const { pixels, width } = cutOutPart(await product(body), { x: -20, y: 300, width: 100, height: 120 });
  const alpha = (x: number, y: number) => pixels[(y * width + x) * 4 + 3];
  expect([alpha(10, 50), alpha(50, 50), alpha(50, 110)]).toEqual([0, 255, 0]);
});
