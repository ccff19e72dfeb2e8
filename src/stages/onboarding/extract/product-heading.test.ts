import { expect, test } from '@jest/globals';
import { pageOf } from '../../../../test/support/brands/page-of.ts';
import { rankProductNames } from '../rank/product-name.ts';
import { readPage } from '../read-page.ts';
import { extractors } from './extractors.ts';
import { productHeading } from './product-heading.ts';

const url = 'https://tern.example/shop/oak-oar';
const nameIn = (html: string): string | undefined => {
  const { findings } = readPage(pageOf(html, { role: 'product', url }), extractors, { warn: () => undefined });
  return rankProductNames(findings.productNames, null)[0]?.value;
};

test.each<[why: string, html: string, name: string]>([
  ['the main heading', '<h1>Oar of oak, 2 m</h1>', 'Oar of oak, 2 m'],
  ['the heading that the title repeats', '<title>Oak oar | Tern</title><h2>Care</h2><h2>Oak oar</h2>', 'Oak oar'],
  ['the heading that the address repeats', '<h3>Tools</h3><h3>Oak oar</h3>', 'Oak oar'],
  ['no heading that names the site', '<title>Oak oar | Tern</title><h1>Tern</h1><h1>Oak oar</h1>', 'Oak oar'],
  ['a name once that the theme writes twice', '<h1><span>Oak oar</span> <span>Oak oar</span></h1>', 'Oak oar'],
  ['no heading of related products', '<div class="related"><h2>Oak oar</h2></div><h1>Oar</h1>', 'Oar'],
  ['no slogan of the site', '<h1>Tern: oars for all waters</h1><h1>Ash paddle</h1>', 'Ash paddle'],
  ['a name that begins with that of the site', '<h1>Tern – Ash paddle</h1>', 'Tern – Ash paddle'],
  ['no text that scripts replace', '<h1>Loading...</h1><h1>Ash paddle</h1>', 'Ash paddle'],
])('a product page names %s', (_, html, name) => {
  expect(nameIn(html)).toBe(name);
});

test('a page of the brand has no product heading', () => {
  expect(productHeading(pageOf('<h1>Oak oar</h1>', { url }))).toEqual({});
});
