import { expect, test } from '@jest/globals';
import { pageOf } from '../../../../test/support/brands/page-of.ts';
import type { Evidence } from '../evidence.ts';
import { extractors } from '../extract/extractors.ts';
import { readPage } from '../read-page.ts';
import { nameCandidates, rankNames } from './name.ts';

const subject = { product: null, language: 'en' };
const url = 'https://lykta.example/';
const quiet = { warn: () => undefined };
const namesOf = (html: string, at = url): Evidence<string>[] =>
  readPage(pageOf(html, { url: at }), extractors, quiet).findings.names;
const best = (identity: Evidence<string>[], others: Evidence<string>[] = []): string | undefined =>
  rankNames({ identity, others, isProductPage: false }, subject)[0]?.value;

const siteName = (name: string): string => `<meta property="og:site_name" content="${name}">`;

test.each<[why: string, html: string, name: string]>([
  ['the words of the title that the address spells', '<title>Bread from Malmö | LYKTA</title>', 'LYKTA'],
  ['the name without the word of a menu behind it', '<title>Lykta Home</title>', 'Lykta'],
  ['the declared name', `<title>Order page – Lykta</title>${siteName('Lykta')}`, 'Lykta'],
  [
    'the declared name without its slogan',
    `<title>Straforma / Training in Lille</title>${siteName('Straforma / Training in Lille')}`,
    'Straforma',
  ],
  [
    'the text of a link to the home page that the title repeats',
    '<title>Bageri Ljus | Bread</title><header><a class="navbar-brand" href="/">Bageri Ljus</a></header>',
    'Bageri Ljus',
  ],
  [
    'the owner in the copyright line that the title repeats',
    '<title>Bageri Ljus | Bread</title><footer>© 2024 Bageri Ljus. All rights reserved.</footer>',
    'Bageri Ljus',
  ],
  ['no rights notice', '<footer>© 2024 All rights reserved</footer>', 'Lykta'],
  ['no e-mail address', '<header><a class="logo" href="/">hello@ljus.example</a></header>', 'Lykta'],
  ['no page title', '<title>Home</title><header><a class="logo" href="/">Home</a></header>', 'Lykta'],
  [
    'the name without what the text of a logo says besides',
    '<header><a href="/"><img class="logo" src="/a.png" alt="Lykta logo"></a></header>',
    'Lykta',
  ],
  ['marks and capitals', `<title>lÿkta</title>${siteName('LYKTA')}<footer>© 2024 Lÿkta</footer>`, 'Lÿkta'],
])('the name of a site is %s', (_, html, name) => {
  expect(best(namesOf(html))).toBe(name);
});

test('a site without an address of its own is named after what it declares', () => {
  expect(best(namesOf(`<title>Bread | Bageri Ljus</title>${siteName('Bageri Ljus')}`, 'http://127.0.0.1/'))).toBe(
    'Bageri Ljus',
  );
});

test('the name of the product is less probable as the name of the brand', () => {
  const html = '<title>Oak oar</title><h1>Oak oar</h1>';
  const confidence = (product: string | null): number | undefined =>
    rankNames({ identity: namesOf(html), others: [], isProductPage: false }, { ...subject, product }).find(
      ({ value }) => value === 'Oak oar',
    )?.confidence;
  expect(confidence('Oak oar')).toBeLessThan(confidence(null) ?? 0);
});

test('a name that the page of the product says too is found there', () => {
  const others = namesOf('<header><a href="/"><img class="logo" src="/a.png" alt="Ljus"></a></header>');
  expect(
    nameCandidates({ identity: namesOf('<title>Bread</title>'), others, isProductPage: false }, subject).map(
      ({ value }) => value,
    ),
  ).toContain('Ljus');
});

test('several agreeing places are surer than one', () => {
  const confidence = (html: string): number =>
    rankNames({ identity: namesOf(html), others: [], isProductPage: false }, subject).find(
      ({ value }) => value === 'Ljus',
    )?.confidence ?? 0;
  const title = '<title>Ljus</title>';
  expect(confidence(`${title}${siteName('Ljus')}<footer>© 2024 Ljus</footer>`)).toBeGreaterThan(confidence(title));
});

test('on the page of a product the first part of the title is less probable as the name of the brand', () => {
  const identity = namesOf('<title>Oak oar | Ljus</title><h1>Oak oar</h1><footer>© 2024 Ljus</footer>');
  const first = (isProductPage: boolean): string | undefined =>
    rankNames({ identity, others: [], isProductPage }, subject)[0]?.value;
  expect([first(false), first(true)]).toEqual(['Oak oar', 'Ljus']);
});
