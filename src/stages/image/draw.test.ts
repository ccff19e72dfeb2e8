import { expect, test } from '@jest/globals';
import { briefOf, can, samplePicture } from '../../../scripts/gallery/briefs.ts';
import { sage } from '../../../scripts/gallery/palettes.ts';
import { noCopy } from '../../studio/copy/drawn-copy.ts';
import type { TextRole } from '../../studio/scene.ts';
import { missingParts } from './draw.ts';

const copy = { ...noCopy, headline: 'Cold water', cta: 'Get it' };
const brief = briefOf({
  name: 'Verdane',
  tone: 'natural',
  ...sage,
  logo: can(),
  copy,
  pictures: [samplePicture('bottle')],
});
const shown = { role: 'packshot', alt: null } as const;

interface Ad {
  copy?: typeof copy;
  dropped?: TextRole[];
  hasLogo?: boolean;
  shown?: typeof shown | null;
}

const ad = (aspectRatio: string, without: Ad = {}) => ({
  aspectRatio,
  ...{ copy, dropped: [], hasLogo: true, shown, ...without },
});

test('each part that an ad omits has a note with the aspect ratios', () => {
  const withoutCall: Ad = { copy: { ...copy, cta: '' }, dropped: ['cta'] };
  const ads = [ad('1:1'), ad('1:4', { ...withoutCall, hasLogo: false }), ad('8:1', withoutCall)];
  expect(missingParts(brief, ads)).toEqual([
    'The logo was left out in 1:4: no layout could place the logo.',
    'The cta was left out in 1:4, 8:1: there was not enough room.',
  ]);
});

test('a picture that an ad does not show has a note', () => {
  expect(missingParts(brief, [ad('1:1'), ad('1:4', { shown: null })])).toEqual([
    'The picture was left out in 1:4: no layout could place the picture.',
  ]);
  expect(missingParts({ ...brief, pictures: [] }, [ad('1:4', { shown: null })])).toEqual([]);
});

test('a text that was left out for another reason than its length has another note', () => {
  expect(missingParts(brief, [ad('1:1', { copy: { ...copy, headline: '' } })])).toEqual([
    'The headline was left out in 1:1: no layout could place the headline.',
  ]);
});
