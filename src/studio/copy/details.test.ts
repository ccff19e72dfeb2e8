import { describe, expect, test } from '@jest/globals';
import { briefOf, samplePicture } from '../../../scripts/gallery/briefs.ts';
import { sage } from '../../../scripts/gallery/palettes.ts';
import type { Brief } from '../brief.ts';
import { detailsOf } from './details.ts';
import { noCopy } from './drawn-copy.ts';
import { picturesWanted } from './pictures-wanted.ts';

const brief = (change: Partial<Brief>, alts: readonly (string | null)[] = []): Brief => ({
  ...briefOf({ name: 'Kiln & Co', tone: 'natural', ...sage }),
  pictures: alts.map((alt) => ({ ...samplePicture('mug'), alt })),
  ...change,
});

describe('the facts of an ad', () => {
  const facts = ['Fired twice', 'Made in Kent', 'Only £9 a month'];

  test.each<[string, Partial<Brief>, string[]]>([
    ['are those of the brief, word for word', { facts }, facts],
    [
      'are not said twice',
      { facts, copy: { ...noCopy, headline: 'Made in Kent, used daily' } },
      [facts[0] ?? '', facts[2] ?? ''],
    ],
    ['have no price if the direction refuses it', { facts, direction: { refused: ['price'] } }, facts.slice(0, 2)],
    ['are none in an ad without text', { facts, noText: true }, []],
    ['are none if none are given', { copy: { ...noCopy, headline: 'A mug with a handle' } }, []],
  ])('%s', (_, change, want) => {
    expect(detailsOf(brief(change)).facts).toEqual(want);
  });
});

describe('the captions of pictures', () => {
  test('are the descriptions that state a price', () => {
    const { captions } = detailsOf(brief({}, ['Blue mug, €24', 'A table in the morning', null]));
    expect([...captions]).toEqual([['Blue mug, €24', { label: 'Blue mug', value: '€24' }]]);
  });

  test('are none if the direction refuses the price', () => {
    expect(detailsOf(brief({ direction: { refused: ['price'] } }, ['Blue mug, €24'])).captions.size).toBe(0);
  });
});

test.each<[string, Partial<Brief>, (string | null)[], number]>([
  ['the direction', { direction: { products: 3 } }, ['a', 'b'], 3],
  ['a number word', { copy: { ...noCopy, offer: 'Four spices' } }, ['a', 'b', 'c', 'd'], 4],
  ['a number word in French', { copy: { ...noCopy, headline: 'Trois raisons de rester' } }, ['a', 'b', 'c'], 3],
  ['a digit', { copy: { ...noCopy, headline: '2 mugs, one table' } }, ['a', 'b'], 2],
  ['prices of all pictures', {}, ['Blue mug, €24', 'Red mug, €26'], 2],
  ['another number', { copy: { ...noCopy, offer: 'Four spices' } }, ['a', 'b'], 1],
  ['a price in a text', { copy: { ...noCopy, offer: '2 € off' } }, ['a', 'b'], 1],
])('the number of pictures follows %s', (_, change, alts, want) => {
  expect(picturesWanted(brief(change, alts))).toBe(want);
});
