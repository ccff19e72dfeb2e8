import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { madePackshot } from '../../../test/support/studio/made-pictures.ts';
import {
  madeFactCard,
  madeList,
  madePoster,
  madeScene,
  madeScreenshot,
} from '../../../test/support/studio/made-scenes.ts';
import type { Picture } from '../brief.ts';
import type { Box } from '../box.ts';
import { clearCrop } from './clear-crop.ts';
import { coverCrop, cutsLettering } from './crop.ts';
import { encodeMask } from './mask.ts';
import { openPicture, type OpenPicture } from './open.ts';

const lake: Picture = {
  bytes: readFileSync(new URL('../../../examples/pictures/mountain-lake.jpg', import.meta.url)),
  width: 1800,
  height: 1200,
  role: 'lifestyle',
  hasAlpha: false,
  alt: null,
};

async function opened(picture: Picture): Promise<OpenPicture> {
  const open = await openPicture(picture, 600);
  if (open === undefined) throw new Error('the picture could not be opened');
  return open;
}

/** Returns the part of the subject that lies in a box. The box is in fractions of the picture. */
function partIn({ analysis: { subject } }: OpenPicture, box: Box): number {
  return subject.in(box) / subject.total;
}

describe('the subject of a photo', () => {
  test.each([
    ['in the middle', { x: 0.42, y: 0.2, width: 0.16, height: 0.6 }],
    ['at one side', { x: 0.68, y: 0.25, width: 0.16, height: 0.55 }],
    ['cut off by the lower edge, as in a portrait', { x: 0.35, y: 0.3, width: 0.3, height: 0.8 }],
  ])('openPicture finds a subject %s', async (_, thing) => {
    const photo = await opened(await madeScene(thing));
    const around = { x: thing.x - 0.07, y: thing.y - 0.1, width: thing.width + 0.14, height: thing.height + 0.2 };
    expect(partIn(photo, around)).toBeGreaterThan(0.9);
    expect(photo.analysis.subject.share(thing)).toBeGreaterThan(0.6);
    expect(Math.abs(photo.analysis.focus[0] - (thing.x + thing.width / 2))).toBeLessThan(0.06);
  });

  test('a landscape has no subject, because what touches two edges is ground', async () => {
    const { analysis } = await opened(await madeScene(null));
    expect(analysis.subject.total).toBe(0);
  });

  test('a mountain range spans the picture', async () => {
    const { analysis } = await opened(lake);
    expect(analysis.subject.total).toBeGreaterThan(0);
    expect(analysis.spans).toBe(true);
  });

  test('the subject includes lettering in the picture', async () => {
    const poster = await opened(await madePoster());
    const [line] = poster.analysis.lettering;
    expect(line === undefined ? 'no lettering' : poster.analysis.subject.share(line)).toBeGreaterThan(0.9);
  });
});

describe('the subject by the mask of a network', () => {
  const [left, right] = [
    { x: 0.1, y: 0.3, width: 0.2, height: 0.5 },
    { x: 0.7, y: 0.4, width: 0.2, height: 0.3 },
  ];

  test('every object that the network sees is subject', async () => {
    const mask = await maskOf((x, y) => [left, right].some((box) => isIn(box, x, y)));
    const { analysis } = await opened({ ...(await madeScene(left)), mask });
    expect(analysis.subject.share(left)).toBeGreaterThan(0.9);
    expect(analysis.subject.share(right)).toBeGreaterThan(0.9);
    expect(analysis.subjects.map(({ x }) => Math.round(x * 10))).toEqual([1, 7]);
  });

  test('a mask that is not sure of anything is not used', async () => {
    const scene = await madeScene(left);
    const { analysis } = await opened({ ...scene, mask: await maskOf((x) => x) });
    expect(analysis.subject.total).toBe((await opened(scene)).analysis.subject.total);
  });
});

const isIn = (box: Box, x: number, y: number): boolean =>
  x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;

/** Draws a mask of 320 by 320 cells. `value` returns how much a place, in fractions of the picture, is object. */
function maskOf(value: (x: number, y: number) => number | boolean): Promise<Buffer> {
  const [width, height] = [320, 320];
  const values = Uint8Array.from(
    { length: width * height },
    (_, at) => 255 * Number(value((at % width) / width, Math.floor(at / width) / height)),
  );
  return encodeMask({ values, width, height });
}

describe('the kind of a picture', () => {
  const thing = { x: 0.4, y: 0.2, width: 0.2, height: 0.6 };
  test.each<[string, () => Promise<Picture>, string]>([
    ['a photo', () => madeScene(thing), 'photo'],
    ['a photo without a subject', () => madeScene(null), 'photo'],
    ['a desktop screenshot', () => madeScreenshot(), 'screenshot'],
    ['a phone screenshot', () => madeScreenshot({ width: 720, height: 1480 }), 'screenshot'],
    ['a phone list on white', () => madeList(), 'screenshot'],
    ['a banner with text', () => madePoster(), 'lettered'],
    ['a card of short lines', () => madeFactCard(), 'lettered'],
    ['a cut-out product', () => packshot(), 'photo'],
  ])('openPicture classifies %s', async (_, made, want) => {
    expect((await opened(await made())).analysis.kind).toBe(want);
  });

  test('a screenshot is recognized at an eighth of its size', async () => {
    const screen = await openPicture(await madeScreenshot({ width: 3200, height: 2000 }), 200);
    expect(screen?.analysis.kind).toBe('screenshot');
  });
});

async function packshot(): Promise<Picture> {
  const bytes = await madePackshot(600, 600);
  return { bytes, width: 600, height: 600, role: 'packshot', hasAlpha: true, alt: null };
}

describe('crops of a photo', () => {
  const wide = { width: 1600, height: 900 };
  test('coverCrop contains the subject if possible', async () => {
    const photo = await opened(await madeScene({ x: 0.74, y: 0.2, width: 0.16, height: 0.6 }));
    const crop = coverCrop(photo, { width: 500, height: 1000 }, [0.5, 0.5]);
    expect((crop.x + crop.width) / photo.width).toBeGreaterThan(0.9);
  });

  test('clearCrop moves the subject away from the words', async () => {
    const photo = await opened(await madeScene({ x: 0.42, y: 0.3, width: 0.14, height: 0.5 }));
    const left = { x: 0.05, y: 0.3, width: 0.36, height: 0.5 };
    const found = clearCrop(photo, wide, { clear: [left], spot: [0.73, 0.5] });
    expect(found.covered).toBeLessThan(0.02);
    expect(found.kept).toBeGreaterThan(0.8);
  });

  test('clearCrop reports the covered part if no crop clears the words', async () => {
    const photo = await opened(await madeScene({ x: 0.1, y: 0.1, width: 0.8, height: 0.8 }));
    const found = clearCrop(photo, wide, { clear: [{ x: 0.05, y: 0.5, width: 0.9, height: 0.4 }], spot: [0.5, 0.3] });
    expect(found.covered).toBeGreaterThan(0.2);
  });

  test('a crop that cuts lettering is detected', async () => {
    const poster = await opened(await madePoster());
    const whole = { x: 0, y: 0, width: poster.width, height: poster.height };
    expect(cutsLettering(poster, whole)).toBe(false);
    expect(cutsLettering(poster, { ...whole, width: whole.width * 0.3 })).toBe(true);
  });
});
