import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import type { Picture } from '../brief.ts';
import { cutOut } from './cut-out.ts';
import { encodeMask } from './mask.ts';
import { openPicture, type OpenPicture } from './open.ts';

const side = 600;
const white = '<rect width="100%" height="100%" fill="#fff"/>';

/** Draws the mask of a network for a picture of 600 by 600 pixels. */
async function maskDrawn(svg: string): Promise<Buffer> {
  const whole = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><g fill="#fff">${svg}</g></svg>`;
  const grey = sharp(Buffer.from(whole)).flatten({ background: '#000' }).greyscale().resize(320, 320).raw();
  return encodeMask({ values: await grey.toBuffer(), width: 320, height: 320 });
}

interface Drawn {
  /** Background as SVG. */
  ground?: string;
  /** Object that a network sees, as SVG. */
  seen?: string;
}

/** Returns a picture of 600 by 600 pixels, usually on white, that is drawn as SVG. */
async function drawn(svg: string, { ground = white, seen }: Drawn = {}): Promise<OpenPicture> {
  const whole = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><defs>
    <linearGradient id="fades" x2="0" y2="1"><stop offset="0.3" stop-color="#3a4a55"/><stop offset="0.5" stop-color="#f2f2f2"/><stop offset="1" stop-color="#fff"/></linearGradient>
    <linearGradient id="shines" x2="0" y2="1"><stop offset="0.1" stop-color="#fff"/><stop offset="0.3" stop-color="#e4e4e0"/></linearGradient>
    <linearGradient id="lit" x2="0" y2="1"><stop stop-color="#eee"/><stop offset="1" stop-color="#bbb"/></linearGradient>
    </defs>${ground}${svg}</svg>`;
  const bytes = await sharp(Buffer.from(whole)).png().toBuffer();
  const facts = { bytes, width: side, height: side, role: 'product', hasAlpha: false, alt: null } as const;
  const picture: Picture = seen === undefined ? facts : { ...facts, mask: await maskDrawn(seen) };
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

const ring = '<circle cx="300" cy="300" r="180" fill="#3a4a55"/><circle cx="300" cy="300" r="60" fill="#fff"/>';

test('a white part of a product on white may be a label, so the product is not cut out', async () => {
  expect(cutOut(await drawn(ring))).toBeNull();
});

test('a product on a dark ground is not cut out', async () => {
  const product = '<rect x="200" y="100" width="200" height="400" fill="#e8c060"/>';
  expect(cutOut(await drawn(product, { ground: '<rect width="100%" height="100%" fill="#111"/>' }))).toBeNull();
});

test('a product of which slivers would remain is not cut out', async () => {
  const slivers = [0, 1, 2].map((i) => `<path d="M${150 + i * 90},520 l60,24 l-60,-20 z" fill="#3a4a55"/>`).join('');
  expect(cutOut(await drawn(`<rect x="200" y="100" width="200" height="380" fill="#3a4a55"/>${slivers}`))).toBeNull();
});

test('a highlight that is as white as the background is no hole', async () => {
  const body =
    '<rect x="200" y="100" width="200" height="400" rx="20" fill="url(#shines)" stroke="#777" stroke-width="6"/>';
  const cut = cutOut(await drawn(body));
  expect(cut === null ? 0 : solidShare(cut)).toBeGreaterThan(0.95);
});

describe('with the mask of a network', () => {
  const bottle = '<rect x="230" y="200" width="140" height="320" rx="20" fill="#3a4a55"/>';
  const cap = '<rect x="270" y="150" width="60" height="52" fill="#fafafa"/>';
  const seenBottle = '<rect x="230" y="200" width="140" height="320" rx="20"/>';
  const seenCap = '<rect x="270" y="150" width="60" height="52"/>';

  test('a white cap on white stays on its bottle', async () => {
    const alone = cutOut(await drawn(bottle + cap));
    const guided = cutOut(await drawn(bottle + cap, { seen: seenBottle + seenCap }));
    expect(alone?.height ?? 0).toBeLessThan(340);
    expect(guided?.height ?? 0).toBeGreaterThan(360);
  });

  test('holes are cut out, also the small ones between the links of a bracelet', async () => {
    const small = '<rect x="400" y="290" width="14" height="14" fill="#fff"/>';
    const seen = '<circle cx="300" cy="300" r="180"/><circle cx="300" cy="300" r="60" fill="#000"/>';
    const gap = '<rect x="394" y="284" width="26" height="26" fill="#000"/>';
    const cut = cutOut(await drawn(ring + small, { seen: seen + gap }));
    const opacityAt = (x: number, y: number) => cut?.pixels[((y - 120) * cut.width + x - 120) * 4 + 3];
    expect([opacityAt(300, 300), opacityAt(407, 297), opacityAt(200, 300)]).toEqual([0, 0, 255]);
  });

  test('a hole of any size is cut out where the network sees ground, also in shade', async () => {
    const large =
      '<circle cx="300" cy="300" r="180" fill="#3a4a55"/><circle cx="300" cy="300" r="100" fill="#f8f8f8"/>';
    const seen = '<circle cx="300" cy="300" r="180"/><circle cx="300" cy="300" r="100" fill="#000"/>';
    const cut = cutOut(await drawn(large, { seen }));
    expect(cut?.pixels[(180 * cut.width + 180) * 4 + 3]).toBe(0);
  });

  test('a wheel with white between its spokes is not cut out if the network sees a disc', async () => {
    const spokes = [0, 45, 90, 135].map((turn) => `<path d="M120,300 h360" transform="rotate(${turn} 300 300)"/>`);
    const wheel = `<g fill="none" stroke="#333" stroke-width="20"><circle cx="300" cy="300" r="180"/>${spokes.join('')}</g>`;
    expect(cutOut(await drawn(wheel, { seen: '<circle cx="300" cy="300" r="190"/>' }))).toBeNull();
  });

  test('the light that an object reflects on the ground is no part of the object', async () => {
    const glow =
      '<defs><radialGradient id="g"><stop offset="0.3" stop-color="#e8b090"/><stop offset="1" stop-color="#fff"/></radialGradient></defs><ellipse cx="300" cy="515" rx="170" ry="60" fill="url(#g)"/>';
    const cut = cutOut(await drawn(glow + bottle, { seen: seenBottle }));
    expect([cut?.width, cut?.height].map((length) => Math.round((length ?? 0) / 10))).toEqual([14, 32]);
  });

  test('a thin object that lies across its picture is cut out', async () => {
    const band = '<path d="M100,100 L500,500" stroke="#3a4a55" stroke-width="30" fill="none"/>';
    const seen = band.replace('#3a4a55', '#fff');
    expect(cutOut(await drawn(band, { seen }))).not.toBeNull();
  });

  test('an object is cut from a ground whose light changes', async () => {
    const ground = '<rect width="100%" height="100%" fill="url(#lit)"/>';
    expect(cutOut(await drawn(bottle, { ground }))).toBeNull();
    const cut = cutOut(await drawn(bottle, { ground, seen: seenBottle }));
    expect([cut?.width, cut?.height].map((length) => Math.round((length ?? 0) / 10))).toEqual([14, 32]);
  });

  test('what the network does not see is no part of the object', async () => {
    const mark = '<rect x="480" y="480" width="30" height="30" fill="#c33"/>';
    const cut = cutOut(await drawn(bottle + mark, { seen: seenBottle }));
    expect(Math.round((cut?.width ?? 0) / 10)).toBe(14);
  });

  test.each([
    ['a dark ground', '<rect width="100%" height="100%" fill="#111"/>'],
    [
      'a busy ground',
      Array.from({ length: 30 }, (_, i) => `<rect y="${i * 20}" width="600" height="10" fill="#9b7"/>`).join(''),
    ],
  ])('nothing is cut from %s', async (_, ground) => {
    const light = bottle.replace('#3a4a55', '#e8c060');
    expect(cutOut(await drawn(light, { ground: white + ground, seen: seenBottle }))).toBeNull();
  });

  test('nothing is cut if the network does not see what the subject is', async () => {
    const vague =
      '<defs><radialGradient id="v"><stop stop-color="#fff"/><stop offset="1" stop-color="#000"/></radialGradient></defs>';
    const seen = `${vague}<circle cx="300" cy="300" r="300" fill="url(#v)"/>`;
    expect(cutOut(await drawn(bottle, { seen }))).toBeNull();
  });
});
