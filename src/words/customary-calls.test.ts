import { expect, test } from '@jest/globals';
import { customaryCall, isCustomaryCall } from './customary-calls.ts';
import { languages } from './languages.ts';
import { isFit } from './printable.ts';
import { readWords } from './word-lists.ts';

test.each<[string, string | null, string | undefined]>([
  ['Add to cart', 'en', 'Shop now'],
  ['In den Warenkorb', 'de-AT', 'Jetzt kaufen'],
  ['AJOUTER AU PANIER', 'fr', 'Acheter maintenant'],
  ['In den Warenkorb', 'en', 'Jetzt kaufen'],
  ['Добави в количката', 'bg', 'Купи сега'],
  ['加入购物车', 'zh', '立即购买'],
  ['加入購物車', 'zh-Hant', '立即購買'],
  ['Add to cart', null, 'Shop now'],
  ['See the coats', 'en', undefined],
  ['', 'en', undefined],
])('the customary call for the button “%s” on a page in %s is %s', (button, language, want) => {
  expect(customaryCall(button, language)).toBe(want);
});

test.each(languages)('an ad may print the customary call of the language %s', (language) => {
  const calls = readWords('customary-calls', language);
  expect(calls.filter((call) => !isFit(call, 'action', { brand: null, product: null, language }))).toEqual([]);
  expect(calls.every(isCustomaryCall)).toBe(true);
});

test.each(languages)('each button of the language %s that fills the bag has its customary call', (language) => {
  const plain = readWords('bag-buttons', language).filter((entry) => !/[*#]/u.test(entry));
  const calls = readWords('customary-calls', language);
  expect(plain.filter((button) => !calls.includes(customaryCall(button, language) ?? ''))).toEqual([]);
});
