import { expect, test } from '@jest/globals';
import { pageCta } from './page-copy.ts';

const page = { headlines: [], subheadlines: [], ctas: [], language: 'en', name: 'Tern', product: null };

test('a contact call is printed only if the page has no button for buying', () => {
  const calls = (...texts: string[]) => texts.map((text) => ({ text, source: 'painted' as const }));
  expect(pageCta({ ...page, ctas: calls('Contact us', 'Shop the coats') })).toBe('Shop the coats');
  expect(pageCta({ ...page, ctas: calls('Contact us') })).toBe('Contact us');
});
