import { expect, test } from '@jest/globals';
import { callText } from './call-text.ts';

test.each<[raw: string, text: string | undefined]>([
  ['Shop now →', 'Shop now'],
  ['[ See the collection ]', 'See the collection'],
  ['Sepete ekle - ₺380', 'Sepete ekle'],
  ['Buy now €49,90', 'Buy now'],
  ['Order Now & Save Up To 63%', 'Order Now'],
  ['Bed & breakfast', 'Bed & breakfast'],
  ['Get a quote (1%)', 'Get a quote (1%)'],
  ['shopping_cart Order now', 'Order now'],
  ['Our coats arrow right', 'Our coats'],
  ['കാണുന്നവന്\u200d →', 'കാണുന്നവന്\u200d'],
  ['Buy now ❤\ufe0f\u200d🔥', 'Buy now'],
  ['→', undefined],
  ['', undefined],
])('callText(%p) is %p', (raw, text) => {
  expect(callText(raw)).toBe(text);
});
