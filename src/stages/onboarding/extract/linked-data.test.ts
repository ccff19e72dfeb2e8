import { expect, test } from '@jest/globals';
import { pageOf } from '../../../../test/support/brands/page-of.ts';
import { joined, type StatedPrice } from '../findings.ts';
import { jsonLd } from './json-ld.ts';

const scripts = (...data: unknown[]): string =>
  data.map((each) => `<script type="application/ld+json">${JSON.stringify(each)}</script>`).join('');
const graph = (...nodes: object[]): string => scripts({ '@context': 'https://schema.org', '@graph': nodes });

interface Read extends Partial<StatedPrice> {
  images: string[];
  description: string | undefined;
  name: string | undefined;
  brands: string[];
  logos: string[];
}

function read(html: string, url = 'https://shop.example/p/oud'): Read {
  const page = pageOf(`${html}<h1>Oud Candle</h1>`, { role: 'product', url });
  const found = joined([jsonLd(page)]);
  return {
    images: found.pictures.flatMap(({ value, features }) => ('structured' in features ? [value.url] : [])),
    description: found.descriptions[0]?.value,
    ...found.prices[0]?.value,
    name: found.productNames[0]?.value,
    brands: found.names.map(({ value }) => value),
    logos: found.logos.map(({ value }) => value.url),
  };
}

const product = { '@type': 'Product', '@id': '#p', name: 'Oud Candle' };
const offer = { '@id': '#offer', '@type': 'Offer', price: '4.750', priceCurrency: 'KWD' };
const picture = { '@id': '#img', '@type': 'ImageObject', contentUrl: 'https://cdn.example/oud.jpg' };
const pictures = ['https://cdn.example/oud.jpg'];
const refers = (id: string): object => ({ '@id': id });

test.each<[why: string, html: string, want: object]>([
  [
    'in a graph',
    graph({ ...product, image: refers('#img'), offers: refers('#offer') }, offer, picture),
    { images: pictures, price: '4.75', currency: 'KWD' },
  ],
  [
    'in lists, with absolute and relative ids',
    graph(
      { ...product, image: [refers('https://shop.example/p/oud#img'), refers('/b')], offers: [refers('#offer')] },
      { ...picture, '@id': '#img' },
      { ...offer, '@id': 'https://shop.example/p/oud#offer' },
      { '@id': 'https://shop.example/b', url: '/b.jpg' },
    ),
    { images: [...pictures, 'https://shop.example/b.jpg'], price: '4.75' },
  ],
  [
    'in other scripts',
    scripts({ ...product, image: refers('#img'), offers: refers('#offer') }, [offer], { '@graph': [picture] }),
    { images: pictures, price: '4.75' },
  ],
  [
    'inside other nodes',
    graph(
      { '@type': 'WebPage', primaryImageOfPage: picture, mainEntity: { ...product, image: refers('#img') } },
      { '@type': 'Review', itemReviewed: refers('#p') },
    ),
    { images: pictures },
  ],
  [
    'from a node that another reference leads to',
    graph(
      { ...product, offers: refers('#offer'), image: refers('#img') },
      { '@id': '#offer', '@type': 'Offer', priceCurrency: 'KWD', priceSpecification: refers('#spec') },
      { '@id': '#spec', price: '4.750' },
      { '@id': '#img', url: refers('#file') },
      { '@id': '#file', contentUrl: 'https://cdn.example/oud.jpg' },
    ),
    { images: pictures, price: '4.75' },
  ],
  [
    'that are texts',
    graph({ ...product, image: '#img', offers: '#offer' }, offer, picture),
    { images: pictures, price: '4.75' },
  ],
  [
    'in lists of JSON-LD',
    graph({ ...product, image: { '@list': [refers('#img')] }, offers: { '@set': [refers('#offer')] } }, offer, picture),
    { images: pictures, price: '4.75' },
  ],
  [
    'to a node whose parts are in several places',
    scripts({ ...product, offers: refers('#offer') }, { ...product, image: refers('#img') }, offer, picture),
    { images: pictures, price: '4.75' },
  ],
  ['from the offer to the product', graph(product, { ...offer, itemOffered: refers('#p') }), { price: '4.75' }],
  [
    'to the group of a variant',
    graph(
      { ...product, isVariantOf: refers('#group'), offers: refers('#offer') },
      { '@id': '#group', '@type': 'ProductGroup', name: 'Candles', image: refers('#img'), description: 'Wax and oud.' },
      offer,
      picture,
    ),
    { name: 'Oud Candle', images: pictures, price: '4.75', description: 'Wax and oud.' },
  ],
  [
    'to the variants of a group',
    graph(
      { '@type': 'Product', '@id': '#small', name: 'Candle, small', offers: { price: 3, priceCurrency: 'KWD' } },
      { ...product, '@type': 'ProductGroup', hasVariant: [refers('#small'), refers('#large')] },
      { '@type': 'Product', '@id': '#large', name: 'Candle, large', offers: refers('#offer') },
      offer,
    ),
    { name: 'Oud Candle', price: '3' },
  ],
  [
    'to other products',
    graph(
      { '@type': 'Product', '@id': '#rose', name: 'Rose Candle', offers: { price: 1 } },
      { ...product, name: 'Oud Candle XL', isRelatedTo: [refers('#rose')], offers: refers('#offer') },
      offer,
    ),
    { name: 'Oud Candle XL', price: '4.75' },
  ],
])('follows references %s', (_, html, want) => {
  expect(read(html)).toMatchObject(want);
});

test('a logo and a publisher may be references', () => {
  const html = graph(
    { '@type': 'WebSite', publisher: refers('/#us') },
    { '@type': 'Article', author: { '@type': 'NGO', '@id': '/#us', name: 'Bakhoor', logo: refers('/#logo') } },
    { '@type': 'ImageObject', '@id': '/#logo', url: '/logo.png' },
  );
  expect(read(html)).toMatchObject({ brands: ['Bakhoor'], logos: ['https://shop.example/logo.png'] });
});

test('the parent of an organization is not the brand', () => {
  const html = graph(
    { '@type': 'Organization', '@id': '#parent', name: 'Holding' },
    { '@type': 'Organization', name: 'Bakhoor', parentOrganization: refers('#parent') },
  );
  expect(read(html).brands).toEqual(['Bakhoor']);
});

test('a reference to nothing is no picture, and neither is the page', () => {
  const page = 'https://shop.example/p/oud';
  const html = graph(
    { ...product, image: [refers('#none'), refers(page), refers('_:b0'), `${page}#none`, page] },
    { '@type': 'Organization', name: 'Bakhoor', logo: refers('https://shop.example/#logo') },
  );
  expect(read(html)).toMatchObject({ images: [], logos: [] });
  expect(read(html, `${page}?from=ad`).images).toEqual([page]);
});

test('the id of a picture may be its address', () => {
  const html = graph({ ...product, image: { '@type': 'ImageObject', '@id': 'https://cdn.example/oud.jpg' } });
  expect(read(html).images).toEqual(pictures);
});

test('a fragment is enough if only one node has it', () => {
  const html = graph(
    { ...product, image: refers('#img') },
    { ...picture, '@id': 'https://www.shop.example/p/oud#img' },
  );
  expect(read(html, 'https://shop.example/p/oud?from=ad').images).toEqual(pictures);
});

test('nodes of different types with the same id keep their own values', () => {
  const id = 'https://shop.example/p/oud';
  const html = graph({ '@type': 'WebPage', '@id': id, name: 'Buy oud', image: '/page.png' }, { ...product, '@id': id });
  expect(read(html)).toMatchObject({ name: 'Oud Candle', images: [] });
});

test('blank nodes of different scripts are different', () => {
  const html = scripts(
    {
      '@graph': [
        { ...product, image: refers('_:b0') },
        { '@id': '_:b0', url: '/one.jpg' },
      ],
    },
    { '@graph': [{ '@id': '_:b0', url: '/two.jpg' }] },
  );
  expect(read(html).images).toEqual(['https://shop.example/one.jpg']);
});

test('references in a circle end', () => {
  const ids = Array.from({ length: 40 }, (_, at) => `#n${at}`);
  const all = ids.map(refers);
  const nodes = ids.map((id) => ({
    ...{ '@id': id, '@type': ['Product', 'Offer'], name: `Candle ${id}` },
    ...{ image: all, url: all, offers: all, priceSpecification: all, isVariantOf: refers(id), hasVariant: all },
  }));
  const startMs = performance.now();
  expect(read(graph(...nodes))).toMatchObject({ images: [] });
  expect(performance.now() - startMs).toBeLessThan(5_000);
});
