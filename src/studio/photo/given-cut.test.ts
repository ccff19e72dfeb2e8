import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { type CutOut, cutOut } from './cut-out.ts';
import { openPicture } from './open.ts';

const side = 500;

/** Returns the cut-out of a file of 500 by 500 pixels with a transparent ground. */
async function cutFrom(svg: string): Promise<CutOut | null> {
  const whole = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><defs>
    <radialGradient id="glow"><stop offset="0.5" stop-color="#fff"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>
    </defs>${svg}</svg>`;
  const bytes = await sharp(Buffer.from(whole)).png().toBuffer();
  const facts = { bytes, width: side, height: side, role: 'product', hasAlpha: true, alt: null } as const;
  const open = await openPicture(facts, side);
  return open === undefined ? null : cutOut(open);
}

const bottle = '<rect x="200" y="100" width="100" height="300" fill="#3a4a55"/>';

test('a clean cut-out stays as it is', async () => {
  const cut = await cutFrom(bottle.replace('/>', ' rx="40"/>'));
  expect([cut?.width, cut?.height]).toEqual([100, 300]);
});

test('letters beside a product stay', async () => {
  const cut = await cutFrom(`${bottle}<rect x="320" y="380" width="3" height="14" fill="#000"/>`);
  expect(cut?.width).toBe(123);
});

test('a hairline around a product is removed', async () => {
  const cut = await cutFrom(`${bottle}<rect x="20.5" y="20.5" width="460" height="460" fill="none" stroke="#000"/>`);
  expect(cut?.width).toBeLessThanOrEqual(100);
});

test('a pale fringe gets the colours of the product', async () => {
  const cut = await cutFrom(bottle.replace('/>', ' stroke="#fff" stroke-width="2" rx="40"/>'));
  const palest = Math.max(...(cut?.pixels.filter((_, at) => at % 4 === 0 && (cut.pixels[at + 3] ?? 0) > 60) ?? [255]));
  expect(palest).toBeLessThan(0x60);
});

test('a product in a pale glow is not cut out', async () => {
  expect(await cutFrom(`<circle cx="250" cy="250" r="240" fill="url(#glow)"/>${bottle}`)).toBeNull();
});

test('a product on a white box with a transparent margin is cut from the box', async () => {
  const cut = await cutFrom(`<rect x="50" y="20" width="400" height="460" fill="#fff"/>${bottle}`);
  expect(cut?.width).toBeLessThan(104);
});
