import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { showsDetail } from './close-up.ts';
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

const half = (y: number) => ({ x: 0, y, width: 1, height: 0.5 });

describe('a close-up of a product', () => {
  test('shows its label', async () => {
    const labelled = await product(body + stripes);
    expect(showsDetail(labelled, half(0.5))).toBeGreaterThan(0.9);
    expect(showsDetail(labelled, half(0))).toBeNull();
  });

  test('shows a part of it, and enough to recognise it', async () => {
    const labelled = await product(body + stripes);
    expect(showsDetail(labelled, { x: 0, y: 0.1, width: 1, height: 0.9 })).toBeNull();
    expect(showsDetail(labelled, { x: 0, y: 0.6, width: 1, height: 0.3 })).toBeNull();
  });

  test('is not made of a product without detail', async () => {
    expect(showsDetail(await product(body), half(0.5))).toBeNull();
  });

  test('is not made of a product with a hole in the middle', async () => {
    const ring =
      '<circle cx="100" cy="200" r="80" fill="none" stroke="#678" stroke-width="30" stroke-dasharray="6 6"/>';
    expect(showsDetail(await product(ring), { x: 0.1, y: 0.3, width: 0.8, height: 0.3 })).toBeNull();
  });
});
