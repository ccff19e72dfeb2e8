import { expect, test } from '@jest/globals';
import { pageOf, type PageParts } from '../../../../test/support/brands/page-of.ts';
import type { Extractor } from '../findings.ts';
import { headline } from './headline.ts';
import { jsonLd } from './json-ld.ts';
import { logo } from './logo.ts';
import { manifest } from './manifest.ts';
import { meta } from './meta.ts';
import { microdata } from './microdata.ts';
import { openGraph } from './open-graph.ts';
import { pictures } from './pictures.ts';
import { productHeading } from './product-heading.ts';
import { productPage } from './product-page.ts';
import { siteName } from './site-name.ts';

const long = 'Rei&shy;se&shy;kos&shy;ten&#8203;ab&NoBreak;rech&#xfeff;nung';
const whole = 'Reisekostenabrechnung';
const wordsAfter = 'for every trip of your sales team';
const ofBrand: PageParts = { role: 'brand' };
const ofProduct: PageParts = { role: 'product' };

/** JSON-LD with soft hyphens and zero-width spaces in several spellings, and an optional line break. */
const json = (type: string, name: string): string =>
  `<script type="application/ld+json">{"@type":"${type}","name":"${name}"}</script>`;

test.each<[what: string, extract: Extractor, html: string, parts: PageParts]>([
  ['a heading', headline, `<h1>${long}</h1>`, ofBrand],
  ['a heading with optional line breaks', headline, '<h1>Reise<wbr>kosten<wbr>abrechnung</h1>', ofBrand],
  ['a support line', headline, `<h1>Made to last</h1><p>${long} ${wordsAfter}</p>`, ofBrand],
  ['og:site_name', openGraph, `<meta property="og:site_name" content="${long}">`, ofBrand],
  ['the title', meta, `<title>${long}</title>`, ofBrand],
  [
    'the text of a logo',
    logo,
    `<header><a href="/"><img class="logo" src="/a.png" alt="${long}"></a></header>`,
    ofBrand,
  ],
  ['the text of a picture', pictures, `<main><img src="/a.jpg" alt="${long}"></main>`, ofBrand],
  ['the link to the home page', siteName, `<nav><a class="brand" href="/">${long}</a></nav>`, ofBrand],
  ['the copyright line', siteName, `<footer>© 2026 ${long}</footer>`, ofBrand],
  ['an organization', jsonLd, json('Organization', String.raw`Reise\u00adkosten${'\u200b'}abrechnung`), ofBrand],
  [
    'an organization with raw control characters',
    jsonLd,
    json('Organization', 'Reise\u001fkosten\u001fabrechnung'),
    ofBrand,
  ],
  ['a product in JSON-LD', jsonLd, json('Product', 'Reise<wbr>kosten&shy;abrechnung'), ofProduct],
  ['a manifest', manifest, '', { manifest: { name: 'Reise\u00adkosten\u200babrechnung' } }],
  [
    'a product in microdata',
    microdata,
    `<div itemscope itemtype="https://schema.org/Product"><b itemprop="name">${long}</b></div>`,
    ofProduct,
  ],
  ['the heading of a product', productHeading, `<h1>${long}</h1>`, ofProduct],
  ['the description of a product', productPage, `<main><p>${long} ${wordsAfter}</p></main>`, ofProduct],
])('%s with invisible characters is read as whole words', (_, extract, html, parts) => {
  expect(JSON.stringify(extract(pageOf(html, parts)))).toContain(whole);
});
