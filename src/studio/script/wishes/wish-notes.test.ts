import { describe, expect, test } from '@jest/globals';
import type { ShownShot } from '../../film/shown-shot.ts';
import type { FilmEvidence } from './evidence.ts';
import { readWishes } from './read-wishes.ts';
import { wishNames } from './wish-names.ts';
import { wishNotes } from './wish-notes.ts';

const shot = (startSeconds: number, endSeconds: number, text: string, more: Partial<ShownShot> = {}): ShownShot => ({
  ...{ startSeconds, endSeconds, layout: 'studio', picture: 'product', hasLogo: false },
  texts: [{ text, startSeconds, endSeconds }],
  ...more,
});

/** A film of 12 seconds: the headline, a photo, the offer with its price, and the end card. */
const film: FilmEvidence = {
  seconds: 12,
  shots: [
    shot(0, 3, 'Made for the long way home'),
    shot(3, 6, 'Dries in an hour', { picture: 'lifestyle' }),
    shot(6, 9.5, 'Two for one $129'),
    shot(9.5, 12, 'Shop the Aero', { hasLogo: true }),
  ],
  said: [],
  hasMusic: true,
  captions: [],
  texts: {
    ...{ price: ['$129'], offer: 'Two for one', headline: 'Made for the long way home', subheadline: '' },
    ...{ cta: 'Shop the Aero', productName: 'Aero Trainer 2', brandName: 'Norrby' },
  },
  lacks: { subheadline: 'the request has no subheadline', voice: 'no voice is installed' },
};
const names = wishNames({ product: 'Aero Trainer 2', brand: 'Norrby', description: 'A running shoe.' });

const notesOn = (clause: string, changes: Partial<FilmEvidence> = {}): string[] =>
  wishNotes(readWishes(clause, names) ?? [], { ...film, ...changes });

describe('wishNotes', () => {
  test.each([
    'the shoe in the first frame',
    'start with the product',
    'headline first',
    'logo at the end',
    'the logo only in the last scene',
    'logo in the last frame',
    'call to action in the last second',
    'the price from 7 to 9 seconds',
    'the price after 5 seconds',
    'show the price for 3 seconds',
    'no price in the first scene',
    'no voice',
    'no logo before the end',
    'music',
    '"Dries in an hour" in the second scene',
  ])('“%s” is fulfilled and has no note', (clause) => {
    expect(notesOn(clause)).toEqual([]);
  });

  test.each([
    ['price in the last two seconds', 'the film has the price from 6 to 9.5 seconds'],
    ['product in every scene', 'the film has the product from 0 to 3 and from 6 to 12 seconds'],
    ['logo first', 'the film has the logo from 9.5 to 12 seconds'],
    ['no music', 'the film has music all the time'],
    ['do not mention the price', 'the film has the price from 6 to 9.5 seconds'],
    ['the product only in the first scene', 'the film has the product from 0 to 3 and from 6 to 12 seconds'],
    ['show the price for 5 seconds', 'the film has the price from 6 to 9.5 seconds'],
    ['with a voice-over', 'no voice is installed'],
    ['the subheadline at the start', 'the request has no subheadline'],
    ['end with "See you there."', 'the film does not have “See you there.”'],
    ['start with a question', 'the film does not have a question'],
  ])('“%s” is not fulfilled: %s', (clause, reason) => {
    expect(notesOn(clause)).toEqual([`generation_metadata.user_prompt: “${clause}” was not followed: ${reason}.`]);
  });

  test('a text in several parts is found, and $129 is not found in $129.50', () => {
    const parts = [shot(0, 1.5, 'Made for the long'), shot(1.5, 3, 'way home'), ...film.shots.slice(1)];
    expect(notesOn('headline first', { shots: parts })).toEqual([]);
    const dearer = film.shots.with(2, shot(6, 9.5, 'Two for $129.50'));
    expect(notesOn('show the price', { shots: dearer })).toHaveLength(1);
  });

  test('spoken words count, at the time when they are said', () => {
    const said = [{ text: 'It is $129 today.', startSeconds: 10, endSeconds: 11.5 }];
    expect(notesOn('price in the last three seconds', { said })).toEqual([]);
    expect(notesOn('voice only in the last scene', { said })).toEqual([]);
    expect(notesOn('no voice', { said })).toHaveLength(1);
  });

  test('subtitles are fulfilled where the picture shows the spoken words in large type', () => {
    const said = [{ text: 'Dries in an hour', startSeconds: 3, endSeconds: 5 }];
    expect(notesOn('with subtitles', { said })).toEqual([]);
    expect(notesOn('no subtitles', { said })).toEqual([]);
  });
});
