import { expect, test } from '@jest/globals';
import { nameOfLabel, siteLabel, spelled } from './site-labels.ts';

test.each<[address: string, label: string | undefined]>([
  ['https://www.tern-boats.example/', 'tern-boats'],
  ['https://shop.tern.example/p/1', 'tern'],
  ['https://tern.vercel.app/', 'tern'],
  ['https://anna.github.io/tern_boats/index.html', 'tern_boats'],
  ['https://anna.github.io/tern_boats', 'tern_boats'],
  ['https://anna.github.io/index.html', 'anna'],
  ['https://tern.github.io/en/', 'tern'],
  ['https://tern.github.io/shop/a.html', 'tern'],
  ['https://127.0.0.1:8080/', undefined],
  ['https://localhost/', undefined],
  ['https://42.example/', undefined],
])('siteLabel of %s is %p', (address, label) => {
  expect(siteLabel(new URL(address))).toBe(label);
});

test.each<[text: string, label: string, name: string | undefined]>([
  ['Tern Boats – made in Leith', 'ternboats', 'Tern Boats'],
  ['Welcome to Tern & Son', 'ternandson', undefined],
  ["Toto's Wild- und Honig", 'totos-wild', "Toto's Wild"],
  ['Óptica Anaka', 'opticaanaka', 'Óptica Anaka'],
  ['Мебель - Мишагин - Алматы', 'mishagin', 'Мишагин'],
  ['The Ternary shop', 'tern', undefined],
  ['Visit tern.example', 'tern', undefined],
])('spelled(%p, %p) is %p', (text, label, name) => {
  expect(spelled(text, label)).toBe(name);
});

test('a label becomes a name', () => {
  expect(nameOfLabel('viva_vivero')).toBe('Viva Vivero');
});
