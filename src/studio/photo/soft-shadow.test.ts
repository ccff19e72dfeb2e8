import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { withSoftShadow } from './soft-shadow.ts';

const size = { width: 200, height: 200 };

/** Draws a picture on white as RGB pixels, with the mask of its plain background. */
async function drawn(svg: string) {
  const defs = `<radialGradient id="shadow"><stop stop-color="#999"/><stop offset="1" stop-color="#fff"/></radialGradient>
    <linearGradient id="pale" x2="0" y2="1"><stop offset="0.6" stop-color="#444"/><stop offset="1" stop-color="#fff"/></linearGradient>`;
  const whole = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><defs>${defs}</defs><rect width="200" height="200" fill="#fff"/>${svg}</svg>`;
  const pixels = await sharp(Buffer.from(whole)).removeAlpha().raw().toBuffer();
  const outside = Uint8Array.from({ length: 200 * 200 }, (_, at) => ((pixels[at * 3] ?? 0) > 246 ? 1 : 0));
  return { size, pixels, ground: { colorAt: () => 255 }, outside };
}

const shadowAt = 185 * 200 + 30;

test('the soft shadow at the foot of a bottle belongs to the background', async () => {
  const cut = await drawn(
    '<ellipse cx="100" cy="182" rx="95" ry="16" fill="url(#shadow)"/><rect x="70" y="20" width="60" height="162" fill="#234"/>',
  );
  expect(cut.outside[shadowAt]).toBe(0);
  const mask = withSoftShadow(cut);
  expect([mask[shadowAt], mask[100 * 200 + 100]]).toEqual([1, 0]);
});

test('the pale foot of a product stays', async () => {
  const cut = await drawn('<rect x="40" y="20" width="120" height="165" fill="url(#pale)"/>');
  expect(withSoftShadow(cut)).toEqual(cut.outside);
});
