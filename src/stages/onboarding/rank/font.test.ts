import { expect, test } from '@jest/globals';
import { evidence } from '../evidence.ts';
import { brandFonts } from './font.ts';

const written = (family: string, url: string | null, use = 'text') =>
  evidence({ family, url }, 'stylesheet', { [`written.${use}`]: 1 });
const painted = (family: string) => evidence({ family, url: null }, 'painted', { painted: 1 });

test('a family that sets no painted text is left out', () => {
  const found = [...written('Swiper Icons', 'https://a.example/s'), ...painted('Lora')];
  expect(brandFonts(found).map(({ family }) => family)).toEqual(['Lora']);
});

test('without a browser the families of the source are those of the brand, that of the headings first', () => {
  const found = [...written('Karla', null), ...written('Fraunces', null, 'heading')];
  expect(brandFonts(found).map(({ family }) => family)).toEqual(['Fraunces', 'Karla']);
});

test('a painted family of headings comes before that of texts', () => {
  const found = [
    ...written('Karla', null),
    ...written('Fraunces', null, 'heading'),
    ...painted('Karla'),
    ...painted('Fraunces'),
  ];
  expect(brandFonts(found).map(({ family }) => family)).toEqual(['Fraunces', 'Karla']);
});

test('a family is listed with each of its files, and without one only if it has none', () => {
  const found = [
    ...written('Lora', 'https://a.example/bold.woff2', 'heading'),
    ...written('Lora', 'https://a.example/regular.woff2'),
    ...written('lora', null),
    ...painted('Lora'),
  ];
  expect(brandFonts(found).map(({ family, url }) => [family, url])).toEqual([
    ['Lora', 'https://a.example/bold.woff2'],
    ['Lora', 'https://a.example/regular.woff2'],
  ]);
});
