import { describe, expect, test } from '@jest/globals';
import { pageOf } from '../../../../test/support/brands/page-of.ts';
import { cta } from './cta.ts';
import { rankHeadlines } from '../rank/headline.ts';
import { headline } from './headline.ts';
import { paragraphs } from './paragraphs.ts';

const ctasOf = (html: string): string[] => (cta(pageOf(html)).ctas ?? []).map(({ value }) => value);

function headlineOf(html: string): string | undefined {
  const { headlines = [] } = headline(pageOf(html));
  return rankHeadlines(headlines, { brand: null, product: null, language: null })[0]?.value;
}

describe('cta', () => {
  test.each<[why: string, html: string, ctas: string[]]>([
    ['the text of a button', '<main><a class="btn" href="/x">Shop now</a></main>', ['Shop now']],
    ['the text of a button without its arrow', '<main><a class="btn" href="/x">Shop now →</a></main>', ['Shop now']],
    [
      'the text of a button without words for screen readers',
      '<main><a class="btn" href="/x"><span class="sr-only">Link:</span>Shop now</a></main>',
      ['Shop now'],
    ],
    [
      'the value of an input button',
      '<main><input type="submit" class="button" value="Book a table"></main>',
      ['Book a table'],
    ],
    [
      'the same text only once',
      '<main><a class="btn" href="/x">Shop now</a><a class="btn" href="/y">SHOP NOW</a></main>',
      ['Shop now'],
    ],
    [
      'the button of the hero before the button of the header',
      '<header><a class="btn" href="/x">Get started</a></header><section class="hero"><a class="btn" href="/x">Start free trial</a></section>',
      ['Start free trial', 'Get started'],
    ],
    [
      'no button of a cookie banner',
      '<div id="cookie-consent"><button class="btn-primary">Discover your choices</button></div>',
      [],
    ],
    ['no button of a dialog', '<dialog open><button class="btn-primary">Get the newsletter</button></dialog>', []],
    [
      'no button for navigation',
      '<main><button class="btn">Menu</button><button class="btn">Search</button><a class="btn" href="/">Log in</a><button class="btn">Accept all</button><button class="btn">×</button></main>',
      [],
    ],
    [
      'no button for navigation in German',
      '<main><button class="btn">Alle akzeptieren</button><button class="btn">Anmelden</button></main>',
      [],
    ],
    [
      'no text as long as a paragraph',
      `<main><a class="btn" href="/x">${'Buy this and that and more '.repeat(5)}</a></main>`,
      [],
    ],
    ['a plain link that sells', '<div><a href="/x">Order a loaf</a></div>', ['Order a loaf']],
    [
      'a button with soft hyphens in its words',
      '<main><a class="btn" href="/x">Jetzt be&shy;stel&shy;len</a></main>',
      ['Jetzt bestellen'],
    ],
    [
      'a button with zero-width spaces and optional line breaks',
      '<main><button class="btn">Order&#8203;&#8203;&#8203;&#8203;&#8203;&#8203; the Night<wbr>Shift <wbr>lamp</button></main>',
      ['Order the NightShift lamp'],
    ],
    ['no identifier', '<main><a href="/x">get_or_insert</a></main>', []],
  ])('cta finds %s', (_, html, ctas) => {
    expect(ctasOf(html)).toEqual(ctas);
  });
});

test('cta notices the part of the page that has a button', () => {
  const { ctas = [] } = cta(
    pageOf(
      '<header><a class="btn" href="/a">Get started</a></header><section class="hero"><a class="btn" href="/b">Start free trial</a></section><footer><a class="btn" href="/c">Shop now</a></footer>',
    ),
  );
  const holding = (feature: string): string[] =>
    ctas.flatMap(({ value, features }) => (features[feature] === 1 ? [value] : []));
  expect(['hero', 'header', 'aside', 'first'].map((place) => holding(`written.${place}`))).toEqual([
    ['Start free trial'],
    ['Get started'],
    ['Shop now'],
    ['Start free trial'],
  ]);
});

test('paragraphs finds the first texts of the content', () => {
  const { subheadlines = [] } = paragraphs(
    pageOf(
      '<nav><p>Shipping to all countries.</p></nav><main><p>Wool that likes the rain.</p><p>Short.</p><div class="cookie"><p>We use cookies on this page.</p></div><p>Knitted in one piece in Porto.</p></main><footer><p>Made with love in Porto.</p></footer>',
    ),
  );
  expect(subheadlines.map(({ value }) => value)).toEqual([
    'Wool that likes the rain.',
    'Knitted in one piece in Porto.',
  ]);
});

describe('headline', () => {
  test.each<[why: string, html: string, text: string | undefined]>([
    ['the h1', '<h1>Made to last</h1><h2>Our values</h2>', 'Made to last'],
    ['the h1 with a blank for each line break', '<h1>Made<br>to last</h1>', 'Made to last'],
    [
      'the h1 with a blank for a picture between its words',
      '<h1>Made<img src="/a.jpg" alt="">to last</h1>',
      'Made to last',
    ],
    [
      'another heading if the h1 is the name of the site',
      '<header><h1>Shop</h1></header><section class="hero"><h2>Made to last</h2></section>',
      'Made to last',
    ],
    [
      'the title of the hero if the page has no h1',
      '<h2>Featured products</h2><div class="hero-banner"><p class="hero-title">Made to last</p></div>',
      'Made to last',
    ],
    ['no title of a list', '<h2>Best sellers</h2><h2>Made to last</h2>', 'Made to last'],
    [
      'no heading of a cookie banner',
      '<div class="cookie-notice"><h1>We value your privacy</h1></div><h2>Made to last</h2>',
      'Made to last',
    ],
    [
      'no name of a person of the team',
      '<div class="team"><h2>Mira Okafor</h2></div><h2>Made to last</h2>',
      'Made to last',
    ],
    ['no question of a FAQ', '<div class="faq"><h2>Is it warm</h2></div><h2>Made to last</h2>', 'Made to last'],
    [
      'a heading of a page whose body is named for the cart',
      '<body class="cart-drawer-page"><h1>Made to last</h1></body>',
      'Made to last',
    ],
    ['a heading with an entity that was encoded twice', '<h1>Bread &amp;amp; butter</h1>', 'Bread & butter'],
    [
      'no hidden heading',
      '<h1 class="visually-hidden">Start page of the shop</h1><h2>Made to last</h2>',
      'Made to last',
    ],
    ['no heading as long as a paragraph', `<h1>${'word '.repeat(60)}</h1><h2>Made to last</h2>`, 'Made to last'],
    ['no heading of a bot check', '<h1>Just a moment...</h1>', undefined],
    ['a heading that begins like a bot check', '<h1>Just a moment of sweetness</h1>', 'Just a moment of sweetness'],
    ['a heading that ends in a reference to half an emoji', '<h1>Made to last&#xD83D;</h1>', 'Made to last'],
    ['nothing on a page without headings', '<p>Hello</p>', undefined],
  ])('headline finds %s', (_, html, text) => {
    expect(headlineOf(html)).toBe(text);
  });
});
