import { describe, expect, test } from '@jest/globals';
import { pageOf, type PageParts } from '../../../../test/support/brands/page-of.ts';
import { logo } from './logo.ts';
import { microdata } from './microdata.ts';
import { pictures } from './pictures.ts';

const blank = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

/** Returns the paths of the pictures in the main part of a page. */
function found(html: string, parts?: PageParts): string[] {
  const { pictures: all = [] } = pictures(pageOf(`<body><main>${html}</main></body>`, parts));
  return all.map(({ value }) => pathOf(value.url));
}

const pathOf = (url: string): string => url.replace('https://shop.example', '');

test.each(['https://api.whatsapp.com/send?phone=4912345', 'https://wa.me/4912345', 'tel:+4912345'])(
  'the picture of a link to %s is a button',
  (link) => {
    expect(found(`<a href="${link}"><img src="/chat.png"></a><a href="/rooms"><img src="/rooms.png"></a>`)).toEqual([
      '/rooms.png',
    ]);
  },
);

describe('the sources of a picture', () => {
  const around = (sources: string, img = '<img src="/usual.jpg">'): string => `<picture>${sources}${img}</picture>`;

  test.each([
    ['JPEG XL', 'type="image/jxl" srcset="/a.jxl"'],
    ['JPEG 2000', 'type="image/jp2" srcset="/a.jp2 1x, /b.jp2 2x"'],
    ['HEIC', 'type="image/heic" srcset="/a.heic"'],
    ['SVG', 'type="image/svg+xml" srcset="/a.svg"'],
    ['a film', 'type="video/mp4" srcset="/a.mp4"'],
    ['an unknown type', 'type="image/x-new" srcset="/a"'],
    ['JPEG XL by its name alone', 'srcset="/a.jxl?v=2 400w, /b.jxl?v=2 1200w"'],
    ['JPEG XL by a parameter', 'srcset="/a.jpg?format=jxl"'],
    ['a narrow window', 'media="(max-width: 600px)" srcset="/a.jpg"'],
    ['an upright window', 'media="(orientation: portrait)" srcset="/a.jpg"'],
    ['dark colours', 'media="(prefers-color-scheme: dark)" srcset="/a.jpg"'],
    ['paper', 'media="print" srcset="/a.jpg"'],
  ])('a source for %s is skipped', (_, attributes) => {
    expect(found(around(`<source ${attributes}>`))).toEqual(['/usual.jpg']);
    expect(found(around(`<source ${attributes}><source type="image/webp" srcset="/next.webp">`))).toEqual([
      '/next.webp',
    ]);
  });

  test('the first source that can be decoded is used, with parameters in its type', () => {
    expect(found(around('<source type="image/avif;codecs=av01" srcset="/a.avif"><source srcset="/b.jpg">'))).toEqual([
      '/a.avif',
    ]);
  });

  test('a candidate of a set that cannot be decoded is skipped', () => {
    expect(found('<img srcset="/a.jxl 1600w, /a.jpg 800w" src="/a.jxl">')).toEqual(['/a.jpg']);
  });

  test('a source for a narrow window is used if the page has no other picture', () => {
    expect(found(around('<source media="(max-width: 600px)" srcset="/a.jpg">', `<img src="${blank}">`))).toEqual([
      '/a.jpg',
    ]);
  });

  test('a picture in no format that can be decoded is not returned', () => {
    expect(found(around('<source type="image/jxl" srcset="/a.jxl">', '<img src="/a.jp2">'))).toEqual([]);
  });
});

describe('sets', () => {
  test.each([
    ['a width with a height', '/a.jpg?w=600 600w 800h, /a.jpg?w=1200 1200w 1600h', '/a.jpg?w=1200'],
    ['URLs with commas', '/c,w_400,h_300/a.jpg 400w,/c,w_800,h_600/a.jpg 800w', '/c,w_800,h_600/a.jpg'],
    ['densities', '/a.jpg, /b.jpg 2x', '/b.jpg'],
    ['tabs and new lines', '\n\t/a.jpg\t400w,\n\t/b.jpg\t900w\n', '/b.jpg'],
    ['a wrong candidate', '/a.jpg 600w, /b photo.jpg 1200w', '/a.jpg'],
    ['no picture wider than needed', '/a.jpg 600w, /b.jpg 1800w, /c.jpg 6000w', '/b.jpg'],
    ['wide pictures only', '/a.jpg 6000w, /b.jpg 4000w', '/b.jpg'],
  ])('of a set with %s, the best picture is used', (_, set, url) => {
    expect(found(`<img srcset="${set}">`)).toEqual([url]);
    expect(found(`<img src="${blank}" data-srcset="${set}">`)).toEqual([url]);
    expect(found(`<picture><source data-srcset="${set}"><img src="${blank}"></picture>`)).toEqual([url]);
    const preload = `<link rel="preload" as="image" imagesrcset="${set}" imagesizes="100vw">`;
    expect(found(preload)).toEqual([url]);
  });

  test('the set of an AMP picture is read', () => {
    expect(found('<amp-img src="/a.jpg" srcset="/a.jpg 600w, /b.jpg 1200w"></amp-img>')).toEqual(['/b.jpg']);
  });

  test('a stand-in in a set is skipped', () => {
    expect(found(`<img srcset="${blank} 1x, /loading.png 2x" data-src="/a.jpg">`)).toEqual(['/a.jpg']);
  });
});

describe('pictures that a script loads later', () => {
  const real = '/photos/coat.jpg';
  const standIns = [
    ['no src', ''],
    ['an empty src', 'src=""'],
    ['a data URL', `src="${blank}"`],
    ['a data URL of an SVG', `src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E"`],
    ['an SVG file', 'src="/img/frame-3x2.svg"'],
    ['an animation', 'src="/img/loading.gif"'],
    ['a file named as a stand-in', 'src="/img/placeholder-600x400.png"'],
    ['a stand-in in a folder of stand-ins', 'src="/product/placeholder/default/a.jpg"'],
    ['a blurred preview', 'src="/photos/coat.jpg?blur=50&q=10"'],
    ['a small preview', 'src="/photos/coat_20x.jpg"'],
    ['a preview by parameter', 'src="/photos/coat.jpg?w=32"'],
  ];
  const places = [
    `data-src="${real}"`,
    `data-lazy-src="${real}"`,
    `data-original="${real}"`,
    `data-srcset="/photos/coat-small.jpg 400w, ${real} 1200w"`,
    `data-flickity-lazyload-srcset="${real} 1200w"`,
    `data-ll-src="${real}"`,
    `data-zoom="${real}"`,
    `data-echo="${real}"`,
    `data-anything="https://shop.example${real}"`,
    `data-interchange="[${real}, small], [${real}, large]"`,
    `data-media='{"desktop":{"url":"https:\\/\\/shop.example${real.replaceAll('/', '\\/')}"}}'`,
    `lazy-src="${real}"`,
    `nitro-lazy-src="${real}"`,
    `data-thumb="/photos/coat-thumb.jpg" data-full="${real}"`,
    `data-src-mobile="/photos/coat-mobile.jpg" data-src-desktop="${real}"`,
    `data-title="Coats/winter.jpg" data-src="${real}"`,
  ];

  test.each(standIns)('for an element with %s, any attribute may name the picture', (_, src) => {
    const wrong = places.filter((place) => found(`<img class="lazy loading" ${src} ${place}>`).join() !== real);
    expect(wrong).toEqual([]);
  });

  test.each(standIns)('for an element with %s, the picture is found without scripts', (_, src) => {
    const lazy = `<img class="lazy" ${src} alt="Coat">`;
    expect(found(`<div>${lazy}<noscript><img src="${real}"></noscript></div>`)).toEqual([real]);
    expect(found(`<div><noscript><img srcset="${real} 900w"></noscript>${lazy}</div>`)).toEqual([real]);
    expect(found(`<div><picture>${lazy}</picture><noscript><img src="${real}"></noscript></div>`)).toEqual([real]);
    expect(found(`<a href="${real}">${lazy}</a>`)).toEqual([real]);
  });

  test('each picture of a row takes that of its own noscript, before or after it', () => {
    const lazy = '<img src="/assets/p.png">';
    const noscripts = ['/a.jpg', '/b.jpg'].map((url) => `<noscript><img src="${url}"></noscript>`);
    for (const row of [noscripts.map((each) => `${lazy}${each}`), noscripts.map((each) => `${each}${lazy}`)])
      expect(found(`<div>${row.join('')}</div>`)).toEqual(['/a.jpg', '/b.jpg']);
    const wrapped = noscripts.map((each) => `<div><span><img src="/assets/p.png"></span>${each}</div>`);
    expect(found(wrapped.join(''))).toEqual(['/a.jpg', '/b.jpg']);
  });

  test('a noscript that counts visits does not replace the picture before it', () => {
    const counter = '<noscript><img height="1" width="1" src="https://count.example/tr?id=1"></noscript>';
    expect(found(`<img src="${real}">${counter}`)).toEqual([real]);
  });

  test('the larger picture of a script is preferred to a src without the signs of a stand-in', () => {
    expect(found(`<img src="/photos/c1.jpg" data-src="${real}">`)).toEqual([real]);
  });

  test('another picture in an attribute does not replace the one that the element shows', () => {
    expect(found(`<img src="${real}" data-hover="/photos/back.jpg" data-thumb-src="/photos/t.jpg">`)).toEqual([real]);
  });

  test('a picture whose address has no file name is found by the name of its attribute', () => {
    expect(found(`<img src="${blank}" data-src="/image/4711" data-page="/coats/4711">`)).toEqual(['/image/4711']);
  });

  test('a small picture is used if the page names no other', () => {
    expect(found('<img src="/photos/poster-50x70.jpg">')).toEqual(['/photos/poster-50x70.jpg']);
  });

  test('a stand-in alone is not a picture', () => {
    expect(found(standIns.map(([, src]) => `<img ${src}>`).join('')).filter((url) => !/coat/.test(url))).toEqual([]);
  });

  test('a picture that only a page without scripts shows is found, and one that counts visits is not', () => {
    const counters =
      '<img height="1" width="1" style="display:none" src="https://count.example/tr.gif?id=1"><img src="https://count.example/p?c1=2">';
    expect(found(`<div class="frame"><noscript><img src="${real}">${counters}</noscript></div>`)).toEqual([real]);
    expect(found(`<noscript><div>${counters}</div></noscript>`)).toEqual([]);
  });

  test('the stand-in of a product takes the picture of a script, in microdata too', () => {
    const img = `<img itemprop="image" src="${blank}" data-src="${real}">`;
    const html = `<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Coat</h1>${img}</div>`;
    for (const extract of [pictures, microdata]) {
      const { pictures: all = [] } = extract(pageOf(html, { role: 'product' }));
      expect(all.map(({ value }) => pathOf(value.url))).toEqual([real]);
    }
  });

  test('the stand-in of a logo takes the logo of a script', () => {
    const html = `<header><a class="logo" href="/"><img src="${blank}" data-lazy="/img/logo.svg"></a></header>`;
    expect(logo(pageOf(html)).logos?.map(({ value }) => pathOf(value.url))).toEqual(['/img/logo.svg']);
  });
});

describe('pictures behind content', () => {
  test.each([
    ['an attribute with a URL', '<div data-bg="/hero.jpg"></div>', ''],
    ['an attribute with a CSS value', `<div data-background="url('/hero.jpg')"></div>`, ''],
    ['an attribute with a set', '<div data-bgset="/small.jpg 400w, /hero.jpg 1600w"></div>', ''],
    ['an attribute with any name', '<section data-parallax-image="/hero.jpg"></section>', ''],
    ['a style behind a stand-in', `<div style="background-image:url(${blank}), url(/hero.jpg)"></div>`, ''],
    [
      'a style sheet for the top of a page',
      '<section class="shop-intro"></section>',
      '.shop-intro{background:url(/hero.jpg)}',
    ],
    ['a script that replaces the style', `<div style="background:url(/blank.gif)" data-src="/hero.jpg"></div>`, ''],
    [
      'a style sheet with several formats',
      '<div class="banner"></div>',
      '.banner{background-image:image-set(url("/a.jxl") type("image/jxl"), url("/hero.jpg") type("image/jpeg"))}',
    ],
  ])('a picture in %s is found', (_, html, css) => {
    expect(found(html, { css })).toEqual(['/hero.jpg']);
  });

  test.each([
    '<iframe data-src="/hero.jpg"></iframe>',
    '<div data-href="/products/coat"></div>',
    '<div data-bg="#ff0000"></div>',
    '<div data-icon="/icons/cart-icon.png"></div>',
  ])('%s has no picture behind its content', (html) => {
    expect(found(html)).toEqual([]);
  });
});

test.each([
  ['a picture', 'href="/hero.jpg"', ['/hero.jpg']],
  ['JPEG XL', 'href="/hero.jxl"', []],
  ['a type that cannot be decoded', 'type="image/jxl" href="/hero"', []],
  ['a narrow window', 'media="(max-width: 600px)" href="/hero.jpg"', []],
  ['a logo', 'href="/logo.png"', []],
])('a preload of %s', (_, attributes, urls) => {
  expect(found(`<link rel="preload" as="image" ${attributes}>`)).toEqual(urls);
});
