import { expect, test } from '@jest/globals';
import { nameOfTitle, titleParts } from './title.ts';

test.each<[title: string, address: string, name: string | undefined]>([
  ['Bread from Malmö | Lykta', 'https://lykta.example/', 'Lykta'],
  ['Café Océan Auberge', 'https://auberge-cafe-ocean.example/', 'Café Océan Auberge'],
  ['Rooms | Café Océan', 'https://auberge-cafe-ocean.example/', 'Café Océan'],
  ['Bread from Malmö', 'https://lykta.example/', undefined],
  ['A | B', 'https://ab.example/', undefined],
])('the name in the title %j at %s is %j', (title, address, name) => {
  expect(nameOfTitle(title, new URL(address))).toBe(name);
});

test('the title of a home page is not a part of a name', () => {
  expect(['Home', 'Hem', 'Trang chủ', 'خانه'].map((home) => titleParts(`${home} | Lykta`))).toEqual(
    Array.from({ length: 4 }, () => ['Lykta']),
  );
});
