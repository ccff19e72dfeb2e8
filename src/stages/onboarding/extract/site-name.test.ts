import { expect, test } from '@jest/globals';
import { pageOf } from '../../../../test/support/brands/page-of.ts';
import { siteName } from './site-name.ts';

const url = 'https://lykta.example/';
const names = (html: string): string[] => (siteName(pageOf(html, { url })).names ?? []).map(({ value }) => value);

test.each<[why: string, html: string, name: string]>([
  ['the words of the title that the address spells', '<title>Bread from Malmö | LYKTA</title>', 'LYKTA'],
  ['the longer form of the name', '<title>Lykta Bakery | Malmö</title>', 'Lykta Bakery'],
  [
    'the text of a link to the home page',
    '<header><a class="navbar-brand" href="/">Bageri Ljus</a></header>',
    'Bageri Ljus',
  ],
  ['the owner in the copyright line', '<footer>© 2024 Bageri Ljus. All rights reserved.</footer>', 'Bageri Ljus'],
  ['a number that belongs to the name', '<footer>© 2024 3 Bagare 2025</footer>', '3 Bagare'],
  ['the address of a page that says no name', '<footer>© 2024 All rights reserved</footer>', 'Lykta'],
])('siteName returns %s', (_, html, name) => {
  expect(names(html)).toContain(name);
});
