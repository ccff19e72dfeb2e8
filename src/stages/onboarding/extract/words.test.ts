import { describe, expect, test } from '@jest/globals';
import { pageOf } from '../../../../test/support/page-of.ts';
import { cta } from './cta.ts';
import { headline } from './headline.ts';

const ctasOf = (html: string): string[] => (cta(pageOf(html)).ctas ?? []).map(({ value }) => value);

function headlineOf(html: string): string | undefined {
  const { headlines = [] } = headline(pageOf(html));
  return [...headlines].sort((one, other) => other.confidence - one.confidence)[0]?.value;
}

describe('what a page asks its readers to do', () => {
  test.each<[why: string, html: string, ctas: string[]]>([
    ['a button that asks', '<main><a class="btn" href="/x">Shop now</a></main>', ['Shop now']],
    ['an arrow is no word', '<main><a class="btn" href="/x">Shop now →</a></main>', ['Shop now']],
    [
      'what only a machine reads is left out',
      '<main><a class="btn" href="/x"><span class="sr-only">Link:</span>Shop now</a></main>',
      ['Shop now'],
    ],
    [
      'an input is a button too',
      '<main><input type="submit" class="button" value="Book a table"></main>',
      ['Book a table'],
    ],
    [
      'twice is once',
      '<main><a class="btn" href="/x">Shop now</a><a class="btn" href="/y">SHOP NOW</a></main>',
      ['Shop now'],
    ],
    [
      'the hero before the header',
      '<header><a class="btn" href="/x">Get started</a></header><section class="hero"><a class="btn" href="/x">Start free trial</a></section>',
      ['Start free trial', 'Get started'],
    ],
    [
      'not a cookie banner',
      '<div id="cookie-consent"><button class="btn-primary">Discover your choices</button></div>',
      [],
    ],
    ['not a dialog', '<dialog open><button class="btn-primary">Get the newsletter</button></dialog>', []],
    [
      'not furniture',
      '<main><button class="btn">Menu</button><button class="btn">Search</button><a class="btn" href="/">Log in</a><button class="btn">Accept all</button><button class="btn">×</button></main>',
      [],
    ],
    [
      'not in German',
      '<main><button class="btn">Alle akzeptieren</button><button class="btn">Anmelden</button></main>',
      [],
    ],
    ['not the footer', '<footer><a class="btn" href="/x">Shop now</a></footer>', []],
    ['not a paragraph', `<main><a class="btn" href="/x">${'Buy this and that and more '.repeat(5)}</a></main>`, []],
    ['not an identifier', '<main><a href="/x">get_or_insert</a></main>', []],
  ])('%s', (_, html, ctas) => {
    expect(ctasOf(html)).toEqual(ctas);
  });
});

describe('what a page says in large type', () => {
  test.each<[why: string, html: string, text: string | undefined]>([
    ['its h1', '<h1>Made to last</h1><h2>Our values</h2>', 'Made to last'],
    ['line breaks are blanks', '<h1>Made<br>to last</h1>', 'Made to last'],
    [
      'a heading that is the name of the site is its logo',
      '<header><h1>Shop</h1></header><section class="hero"><h2>Made to last</h2></section>',
      'Made to last',
    ],
    [
      'the title of the hero, where nothing is an h1',
      '<h2>Featured products</h2><div class="hero-banner"><p class="hero-title">Made to last</p></div>',
      'Made to last',
    ],
    ['not the title of a list', '<h2>Best sellers</h2><h2>Made to last</h2>', 'Made to last'],
    [
      'not a cookie banner',
      '<div class="cookie-notice"><h1>We value your privacy</h1></div><h2>Made to last</h2>',
      'Made to last',
    ],
    [
      'not what is hidden',
      '<h1 class="visually-hidden">Start page of the shop</h1><h2>Made to last</h2>',
      'Made to last',
    ],
    ['not a paragraph', `<h1>${'word '.repeat(60)}</h1><h2>Made to last</h2>`, 'Made to last'],
    ['not a challenge page', '<h1>Just a moment...</h1>', undefined],
    ['a line that begins like one', '<h1>Just a moment of sweetness</h1>', 'Just a moment of sweetness'],
    ['nothing', '<p>Hello</p>', undefined],
  ])('%s', (_, html, text) => {
    expect(headlineOf(html)).toBe(text);
  });
});
