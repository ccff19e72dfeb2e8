import sharp from 'sharp';
import { expect, test } from '@jest/globals';
import { judgeMask } from './mask.ts';

const picture = { width: 900, height: 600 };

const drawn = (shape: string, size = picture): Promise<Buffer> =>
  sharp(Buffer.from(`<svg width="${size.width}" height="${size.height}" viewBox="0 0 900 600">${shape}</svg>`))
    .png()
    .toBuffer();
const ground = '<rect width="900" height="600" fill="black"/>';
const subject = '<ellipse cx="450" cy="300" rx="200" ry="180" fill="white"/>';

test.each<[kind: string, bytes: Promise<Buffer>]>([
  ['a white subject on black', drawn(ground + subject)],
  ['a cut-out with a transparent ground', drawn(subject.replace('white', '#a33'))],
  ['a smaller mask', drawn(ground + subject, { width: 450, height: 300 })],
])('%s is a mask', async (_, bytes) => {
  const verdict = await judgeMask(await bytes, picture);
  expect(verdict.kind).toBe('fit');
  if (verdict.kind !== 'fit') return;
  const { values, width, height } = verdict.result;
  expect([width, height, values.length]).toEqual([320, 320, 320 * 320]);
  expect([values[160 * 320 + 160], values[0]]).toEqual([255, 0]);
});

const soft = `<defs><radialGradient id="g"><stop offset="0" stop-color="white"/><stop offset="1"/></radialGradient></defs>
<rect width="900" height="600" fill="url(#g)"/>`;

test.each<[fault: string, bytes: Promise<Buffer> | Buffer, reason: RegExp]>([
  ['a black mask', drawn(ground), /no subject/],
  ['a white mask', drawn(ground.replace('black', 'white')), /whole picture/],
  ['a mask without an outline', drawn(soft), /outline/],
  ['a mask of another shape', drawn(ground + subject, { width: 600, height: 600 }), /aspect ratio/],
  ['a tiny mask', drawn(ground + subject, { width: 90, height: 60 }), /only 90 by 60/],
  ['a web page', Buffer.from('<!doctype html><p>Not found'), /web page/],
])('%s is refused', async (_, bytes, reason) => {
  const verdict = await judgeMask(await bytes, picture);
  expect(verdict.kind === 'refused' ? verdict.reasons.join() : verdict.kind).toMatch(reason);
});
