import { expect, test } from '@jest/globals';
import { fittingPictures } from './picture-words.ts';

const pictureOf = (alt: string | null) => ({ picture: { alt } });

test.each<[string, string[], string[]]>([
  ['Breakfast in the garden', ['House with a garden', 'Breakfast in the garden', 'Beach'], ['Breakfast in the garden']],
  [
    'Окна на закат',
    ['Гостиная с большими окнами', 'Терраса на закате'],
    ['Терраса на закате', 'Гостиная с большими окнами'],
  ],
  ['Suites avec terrasse', ['Chambre avec rideaux', 'Terrasse de la suite'], ['Terrasse de la suite']],
  ['スツール ¥18,700', ['青い布の椅子', '木のスツール'], ['木のスツール']],
  ['Every cap', ['Green cap', 'Red cap'], []],
  ['Pack a swimsuit', ['Fire pit', 'Dock on the lake'], []],
  ['Weekend with cabin', ['Hall with a stage', 'Dock'], []],
])('the words “%s” fit the pictures that show them, best first', (text, alts, fitting) => {
  const fits = fittingPictures(text, [...alts, null].map(pictureOf));
  const found = [...fits].toSorted(([, a], [, b]) => b - a).map(([{ picture }]) => picture.alt);
  expect(found).toEqual(fitting);
});
