import { beforeAll, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import sharp from 'sharp';
import { madePackshot } from '../../../test/support/studio/made-pictures.ts';
import { madeScene, madeScreenshot } from '../../../test/support/studio/made-scenes.ts';
import type { Cutout } from '../../cutout/port.ts';
import type { Brief, Picture } from '../../studio/brief.ts';
import { decodeMask } from '../../studio/photo/mask.ts';
import { packBrief, unpackBrief } from '../drawn/materials.ts';
import { withMasks } from './with-masks.ts';

const context = { cutoutDir: '/nowhere', logger: pino({ level: 'silent' }), signal: new AbortController().signal };

const roles = { surface: '#fff', ink: '#000', primary: '#000', onPrimary: '#fff', accent: '#000', muted: '#888' };
const bare: Brief = {
  seed: '1',
  language: 'en',
  concept: null,
  tone: 'bold',
  kit: { name: null, light: roles, dark: roles, prefers: 'light', fonts: [], logo: null },
  copy: { headline: '', subheadline: '', cta: '', offer: '', price: '' },
  pictures: [],
  facts: [],
  noText: true,
  direction: {},
};

/** Finds a subject in every picture, and fails from the call `failsAt` on. */
class FakeCutout implements Cutout {
  readonly calls: Buffer[] = [];
  isClosed = false;
  readonly #failsAt: number;

  constructor(failsAt = Infinity) {
    this.#failsAt = failsAt;
  }

  maskOf(file: Buffer) {
    this.calls.push(file);
    if (this.calls.length >= this.#failsAt) return Promise.reject(new Error('The process died.'));
    return Promise.resolve({ values: Uint8Array.from([0, 255, 60, 0]), width: 2, height: 2 });
  }

  close(): Promise<void> {
    this.isClosed = true;
    return Promise.resolve();
  }
}

const scene = (role: Picture['role'] = 'lifestyle'): Promise<Picture> =>
  madeScene({ x: 0.4, y: 0.2, width: 0.2, height: 0.6 }).then((picture) => ({ ...picture, role }));

async function packshot(): Promise<Picture> {
  const bytes = await madePackshot(600, 600);
  return { bytes, width: 600, height: 600, role: 'packshot', hasAlpha: true, alt: null };
}

describe('the masks of a brief', () => {
  let [photo, ...others]: Picture[] = [];
  beforeAll(async () => {
    [photo, ...others] = await Promise.all([scene(), madeScreenshot(), scene('reference'), packshot()]);
  }, 60_000);

  test('are made once for each photo, and for no screenshot, reference or picture without ground', async () => {
    if (photo === undefined) throw new Error('The pictures were not made.');
    const cutout = new FakeCutout();
    const pictures = [photo, ...others];
    const masked = await withMasks(pictures, context, () => Promise.resolve(cutout));
    expect(cutout.calls).toEqual([photo.bytes]);
    expect(masked.map(({ mask }) => mask !== undefined)).toEqual([true, false, false, false]);
    expect(cutout.isClosed).toBe(true);
  });

  test('are left out if the network fails, and the network is not used again', async () => {
    const cutout = new FakeCutout(2);
    const pictures = [await scene(), await scene(), await scene()];
    const masked = await withMasks(pictures, context, () => Promise.resolve(cutout));
    expect(masked.map(({ mask }) => mask !== undefined)).toEqual([true, false, false]);
    expect([cutout.calls.length, cutout.isClosed]).toEqual([2, true]);
  });

  test('are left out if no network is installed', async () => {
    const given = [await scene()];
    expect(await withMasks(given, context)).toBe(given);
  });

  test('are stored with the pictures', async () => {
    const pictures = await withMasks([await scene()], context, () => Promise.resolve(new FakeCutout()));
    const [stored] = unpackBrief(packBrief({ ...bare, pictures })).pictures;
    if (stored?.mask === undefined) throw new Error('The mask was not stored.');
    expect((await sharp(stored.bytes).metadata()).width).toBe(stored.width);
    expect([...(await decodeMask(stored.mask)).values]).toEqual([0, 255, 60, 0]);
  });
});
