import { expect, test } from '@jest/globals';
import { productHeadline } from './product-headline.ts';

test.each<[name: string, headline: string]>([
  ['Wool coat for the rain | Tern', 'Wool coat for the rain'],
  ['Wool coat for the rain\t|\u00a0 Tern', 'Wool coat for the rain\t|\u00a0 Tern'],
  ['Wool coat, knitted in one piece without a seam from the wool of two valleys, for the rain', 'Wool coat'],
  ['Wool coat   –   knitted in one piece without a seam from the wool of two valleys and the rain', 'Wool coat'],
  ['Oslo armchair (MBL-001)', 'Oslo armchair'],
  ['Oslo armchair (grey)', 'Oslo armchair (grey)'],
  ['Big box kit $69.99', 'Big box kit'],
  ['Grosse Kiste – 69,99 €', 'Grosse Kiste'],
])('the headline of the product %j is %j', (name, headline) => {
  expect(productHeadline(name)).toBe(headline);
});
