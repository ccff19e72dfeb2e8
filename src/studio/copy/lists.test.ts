import { expect, test } from '@jest/globals';
import { listIn, onOneLine, priced, rowsOf } from './lists.ts';

const shown = (text: string) => rowsOf(text).map(({ label, value }) => `${label}|${value}`);

test.each<[string, string, string[]]>([
  [
    'lines with prices are rows',
    'Tarta de fresa 4,50 €\nTres leches 4,00 €\r\nQuesillo 3,80 €',
    ['Tarta de fresa|4,50 €', 'Tres leches|4,00 €', 'Quesillo|3,80 €'],
  ],
  ['items between dots are rows', 'Медовик 390 ₽ · Наполеон 420 ₽', ['Медовик|390 ₽', 'Наполеон|420 ₽']],
  ['items between bars and semicolons are rows', 'Tea £2; Cake £4 | Scone £3', ['Tea|£2', 'Cake|£4', 'Scone|£3']],
  ['leaders and dashes between name and price are left out', 'Tea .... £2\nCake – £4', ['Tea|£2', 'Cake|£4']],
  [
    'a price keeps what limits it',
    'Room from £90\nBreakfast £12 per person',
    ['Room|from £90', 'Breakfast|£12 per person'],
  ],
  ['a price may stand first', '€3 Espresso\n€4 Latte', ['Espresso|€3', 'Latte|€4']],
  ['bare numbers at the end of all lines are prices', 'Espresso 2.50\nLatte 3.80', ['Espresso|2.50', 'Latte|3.80']],
  ['Arabic prices are apart', 'كنافة 18 ر.س\nقهوة 9 ر.س', ['كنافة|18 ر.س', 'قهوة|9 ر.س']],
  ['a full-width semicolon divides items', '抹茶 ¥680；コーヒー ¥450', ['抹茶|¥680', 'コーヒー|¥450']],
  [
    'short items without prices are rows',
    'Oat milk · No sugar · 12 g protein',
    ['Oat milk|', 'No sugar|', '12 g protein|'],
  ],
  ['the facts of a house are rows', 'Five rooms, 142 m², garden.', ['Five rooms|', '142 m²|', 'garden|']],
  ['marks before the lines are left out', '- Warm\n• Light', ['Warm|', 'Light|']],
  ['a sentence is no list', 'Open house on Sunday, 2 to 5 pm.', []],
  ['two halves of a line are no list', 'Samedi 14 novembre · 20 h', []],
  ['a price before and a price now are no list', 'Was 40 €, now 30 €', []],
  ['a paragraph with a line break is no list', `${'A long sentence about bread '.repeat(3)}\nand another`, []],
])('%s', (_, text, want) => {
  expect(shown(text)).toEqual(want);
});

test('a list on one line keeps its items apart', () => {
  const list = listIn({ subheadline: 'Tea £2\nCake £4', offer: '' });
  expect(list === null ? '' : onOneLine(list)).toBe('Tea\u00a0£2 · Cake\u00a0£4');
});

test.each([
  ['Clogs Bordo, 39,90 €', { label: 'Clogs Bordo', value: '39,90 €' }],
  ['Turmeric Powder, ₹85', { label: 'Turmeric Powder', value: '₹85' }],
  ['White villa with a garden', null],
  ['€24', null],
])('the description %s has a name and a price or not', (text, want) => {
  expect(priced(text)).toEqual(want);
});
