import { expect, test } from '@jest/globals';
import { briefOf, can } from '../../../scripts/gallery/briefs.ts';
import { sage } from '../../../scripts/gallery/palettes.ts';
import { noCopy } from '../../studio/copy/ad-copy.ts';
import { missingParts } from './draw.ts';

test('each part that an ad omits has a note with the aspect ratios', () => {
  const copy = { headline: 'Cold water', cta: 'Get it' };
  const brief = briefOf({ name: 'Verdane', tone: 'natural', ...sage, logo: can(), copy });
  const whole = { ...noCopy, ...copy };
  const ads = [
    { aspectRatio: '1:1', copy: whole, hasLogo: true },
    { aspectRatio: '1:4', copy: { ...whole, cta: '' }, hasLogo: false },
    { aspectRatio: '8:1', copy: { ...whole, cta: '' }, hasLogo: true },
  ];
  expect(missingParts(brief, ads)).toEqual([
    'The logo was left out in 1:4: no layout could place the logo.',
    'The cta was left out in 1:4, 8:1: there was not enough room.',
  ]);
});
