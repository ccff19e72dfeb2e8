import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import type { Picture } from '../brief.ts';
import { cutOut } from './cut-out.ts';
import { openPicture, type OpenPicture } from './open.ts';

const side = 600;

/** Returns a picture of 600 by 600 pixels on white that is drawn as SVG. */
async function drawn(svg: string): Promise<OpenPicture> {
  const whole = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><defs>
    <linearGradient id="fades" x2="0" y2="1"><stop offset="0.3" stop-color="#3a4a55"/><stop offset="0.5" stop-color="#f2f2f2"/><stop offset="1" stop-color="#fff"/></linearGradient>
    <linearGradient id="shines" x2="0" y2="1"><stop offset="0.1" stop-color="#fff"/><stop offset="0.3" stop-color="#e4e4e0"/></linearGradient>
    </defs><rect width="100%" height="100%" fill="#fff"/>${svg}</svg>`;
  const bytes = await sharp(Buffer.from(whole)).png().toBuffer();
  const picture: Picture = { bytes, width: side, height: side, role: 'product', hasAlpha: false, alt: null };
  const open = await openPicture(picture, side);
  if (open === undefined) throw new Error('the picture could not be opened');
  return open;
}

const solidShare = ({ pixels }: { pixels: Buffer }): number => {
  const solid = pixels.filter((value, at) => at % 4 === 3 && value > 127).length;
  return solid / (pixels.length / 4);
};

test('a dark product on white is cut out', async () => {
  expect(cutOut(await drawn('<rect x="200" y="100" width="200" height="400" rx="20" fill="#3a4a55"/>'))).not.toBeNull();
});

test('a product that fades into its white background is not cut out', async () => {
  expect(cutOut(await drawn('<rect x="150" y="100" width="300" height="400" rx="40" fill="url(#fades)"/>'))).toBeNull();
});

test('the hole of a handle is cut out', async () => {
  const cut = cutOut(
    await drawn('<circle cx="300" cy="300" r="180" fill="#3a4a55"/><circle cx="300" cy="300" r="60" fill="#fff"/>'),
  );
  expect(cut === null ? 1 : solidShare(cut)).toBeLessThan(0.74);
});

test('a highlight that is as white as the background is no hole', async () => {
  const body =
    '<rect x="200" y="100" width="200" height="400" rx="20" fill="url(#shines)" stroke="#777" stroke-width="6"/>';
  const cut = cutOut(await drawn(body));
  expect(cut === null ? 0 : solidShare(cut)).toBeGreaterThan(0.95);
});
