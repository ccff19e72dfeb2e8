import { beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { deskOf } from '../../../test/support/models/desk-of.ts';
import { madePackshot } from '../../../test/support/studio/made-pictures.ts';
import { madeScene } from '../../../test/support/studio/made-scenes.ts';
import type { Brief, Picture } from '../../studio/brief.ts';
import { decodeMask } from '../../studio/photo/mask.ts';
import { withPaintedScene } from './painted-background.ts';

const roles = { surface: '#ffffff', ink: '#111111', primary: '#225533', onPrimary: '#ffffff' };
const kitRoles = { ...roles, accent: '#aa3300', muted: '#888888' };
const bare: Brief = {
  ...{ seed: 'job', language: 'en', concept: null, tone: 'natural' },
  kit: { name: 'Ovenly', light: kitRoles, dark: kitRoles, prefers: 'light', fonts: [], logo: null },
  copy: { headline: 'Bread', subheadline: '', cta: '', offer: '', price: '' },
  ...{ pictures: [], facts: [], noText: false, direction: {} },
};
const signal = new AbortController().signal;

describe('a painted scene', () => {
  let [background, product, photo]: [Buffer?, Picture?, Picture?] = [];

  beforeAll(async () => {
    photo = { ...(await madeScene({ x: 0.3, y: 0.3, width: 0.3, height: 0.4 })), role: 'lifestyle' };
    background = await sharp(photo.bytes).resize(1536, 1536, { fit: 'cover' }).png().toBuffer();
    const bytes = await madePackshot(600, 600);
    product = { bytes, width: 600, height: 600, role: 'packshot', hasAlpha: true, alt: 'A loaf' };
  }, 60_000);

  const given = () => {
    if (background === undefined || product === undefined || photo === undefined) throw new Error('no pictures');
    return { background, product, photo };
  };

  test('stands behind the product, whose place is its mask', async () => {
    const { desk } = deskOf('image', () => given().background);
    const { pictures } = await withPaintedScene({ ...bare, pictures: [given().product] }, desk, {
      signal,
      isDirected: true,
    });
    const [scene] = pictures;
    expect(scene).toMatchObject({ role: 'product', width: 1536, height: 1536, alt: 'A loaf', hasAlpha: false });
    const { values, width } = await decodeMask(scene?.mask ?? Buffer.alloc(0));
    expect([values[0], values[Math.round(0.6 * 320) * width + width / 2]]).toEqual([0, 255]);
  }, 60_000);

  test('is asked for without the product, which no model redraws', async () => {
    const { desk, tasks } = deskOf('image', () => given().background);
    await withPaintedScene({ ...bare, pictures: [given().product] }, desk, { signal, isDirected: true });
    const refusing = expect.stringContaining('no product');
    expect(tasks).toEqual([expect.objectContaining({ port: 'image', references: [], prompt: refusing })]);
  }, 60_000);

  test('is the picture of an ad without one', async () => {
    const { desk } = deskOf('image', () => given().background);
    const { pictures } = await withPaintedScene(bare, desk, { signal, isDirected: true });
    expect(pictures.map(({ role }) => role)).toEqual(['lifestyle']);
  }, 60_000);

  test('is the picture of an ad whose idea is type alone only for want of a picture', async () => {
    const { desk, tasks } = deskOf('image', () => given().background);
    const idea: Brief = {
      ...{ ...bare, concept: 'Type alone, large and calm.' },
      direction: { picture: 'none', moods: ['typographic', 'calm'] },
    };
    const painted = await withPaintedScene(idea, desk, { signal, isDirected: false });
    expect(painted.pictures.map(({ role }) => role)).toEqual(['lifestyle']);
    expect([painted.concept, painted.direction]).toEqual([idea.concept, { moods: ['calm'] }]);
    expect(tasks).toEqual([expect.not.objectContaining({ prompt: expect.stringContaining('Type alone') })]);
  }, 60_000);

  test.each<[string, (brief: Brief) => Brief]>([
    ['has a photo', (brief) => ({ ...brief, pictures: [given().photo] })],
    ['is asked to have no picture', (brief) => ({ ...brief, direction: { picture: 'none' } })],
    ['is asked to be minimal', (brief) => ({ ...brief, direction: { moods: ['minimal'] } })],
    ['shows two products', (brief) => ({ ...brief, pictures: [given().product, given().product] })],
  ])('is not paid for by an ad that %s', async (_, change) => {
    const { desk, tasks } = deskOf('image', () => given().background);
    const brief = change(bare);
    expect(await withPaintedScene(brief, desk, { signal, isDirected: true })).toBe(brief);
    expect(tasks).toEqual([]);
  });

  test('that is flat leaves the ad as the studio makes it', async () => {
    const flat = await sharp({ create: { width: 1536, height: 1536, channels: 3, background: '#c0ffee' } })
      .png()
      .toBuffer();
    const { desk } = deskOf('image', () => flat);
    expect(await withPaintedScene(bare, desk, { signal, isDirected: true })).toBe(bare);
    expect([desk.report.degraded, desk.report.refusals.length]).toEqual([true, 2]);
  }, 60_000);
});
