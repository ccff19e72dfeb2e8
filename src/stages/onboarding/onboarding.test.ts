import { afterEach, describe, expect, test } from '@jest/globals';
import { onboard } from '../../../test/support/brands/onboard.ts';
import type { TestServer } from '../../../test/support/network/raw-server.ts';
import { serveSite } from '../../../test/support/brands/site-server.ts';
import { svgDataUrl } from '../../studio/pictures/picture-data-url.ts';
import { BrandExtract } from '../../schema/brand.ts';

let site: TestServer | undefined;
afterEach(async () => {
  await site?.close();
  site = undefined;
});

/** Returns the brand data that is read from a sample site, with URLs relative to the origin of the site. */
async function readSite(name: string, productPath?: string): Promise<BrandExtract> {
  site = await serveSite(name);
  const { origin } = site;
  const productUrl = productPath === undefined ? undefined : origin + productPath;
  const { extract } = await onboard({ brandUrl: `${origin}/`, productUrl });
  return BrandExtract.parse(JSON.parse(JSON.stringify(extract).replaceAll(origin, '')));
}

interface Expected {
  name: string;
  language: string | null;
  logo: string;
  colors: { primary: string; surface: string; ink: string; accent?: string };
  headline: string;
  subheadline: string;
  cta: string;
  fonts: (readonly [family: string, url: string | null])[];
  picture: string | null;
}

/** Logo in the header of the page, where it has no URL. */
const nimbusLogo = svgDataUrl(
  '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 24 24" color="#09090b"><defs></defs><path d="M12 2l9 20H3z" fill="#7c3aed"></path></svg>',
);

const sites: [name: string, expected: Expected][] = [
  [
    'shopify',
    {
      name: 'Aurelia Candles',
      language: 'en',
      logo: '/cdn/aurelia-logo.png?v=3&width=600',
      colors: { primary: '#b2482c', surface: '#faf6f0', ink: '#2a2018' },
      headline: 'Evenings that smell of the garden',
      subheadline: 'Poured by hand in small batches, with rosemary, fig and sweet pea.',
      cta: 'Shop the candles',
      fonts: [
        ['Fraunces', '/cdn/fraunces_n7.woff2'],
        ['DM Sans', '/cdn/dmsans_n4.woff2'],
      ],
      picture: '/cdn/fig.jpg?width=533',
    },
  ],
  [
    'woocommerce',
    {
      name: 'Bergkraft',
      language: 'de-DE',
      logo: '/wp-content/uploads/bergkraft-logo.png',
      colors: { primary: '#0b5d3b', surface: '#fffdf8', ink: '#1b1f1d', accent: '#e2a72e' },
      headline: 'Trägt leicht. Hält ewig.',
      subheadline: 'Rucksäcke aus recyceltem Nylon, genäht in Innsbruck und ein Leben lang reparierbar.',
      cta: 'Jetzt entdecken',
      fonts: [
        ['Bitter', '/wp-content/themes/bergkraft/fonts/bitter.woff2'],
        ['Source Sans 3', '/wp-content/themes/bergkraft/fonts/source-sans.woff2'],
      ],
      picture: '/wp-content/uploads/grat-1536x1024.jpg',
    },
  ],
  [
    'nextjs',
    {
      name: 'Nimbus',
      language: 'en',
      logo: nimbusLogo,
      colors: { primary: '#7c3aed', surface: '#ffffff', ink: '#09090b' },
      headline: 'Ship logs, not tickets',
      subheadline: 'Nimbus reads every line your services write and tells you which one broke them.',
      cta: 'Start free trial',
      fonts: [['Geist', '/_next/static/media/e4af272ccee01ff0-s.p.woff2']],
      picture: '/_next/image?url=%2Fscreenshot.png&w=3840&q=75',
    },
  ],
  [
    'squarespace',
    {
      name: 'Petit Atelier',
      language: 'fr-FR',
      logo: '/content/logo-petit-atelier.png?format=1500w',
      colors: { primary: '#c04d2a', surface: '#faf8f5', ink: '#1d212b', accent: '#285348' },
      headline: 'La vaisselle qui prend son temps',
      subheadline: 'Chaque pièce est tournée à la main dans notre atelier du 11e arrondissement.',
      cta: 'Découvrir la collection',
      fonts: [
        ['Cormorant Garamond', '/f/cg-n6.woff2'],
        ['Karla', '/f/karla-n4.woff2'],
      ],
      picture: '/content/ceramique.jpg',
    },
  ],
  [
    'japanese',
    {
      name: 'みどり庵',
      language: 'ja',
      logo: '/img/logo.png',
      colors: { primary: '#3f6b35', surface: '#fdfcf7', ink: '#2b2b26' },
      headline: '一杯で、山の朝を。',
      subheadline: '川根の斜面で育てた一番茶を、摘んだその日に蒸しています。',
      cta: 'お茶を購入する',
      fonts: [['Zen Old Mincho', '/font/zom-kana.woff2']],
      picture: '/img/mv_pc.jpg',
    },
  ],
  [
    'arabic',
    {
      name: 'نور العود',
      language: 'ar',
      logo: '/images/noor-logo.svg',
      colors: { primary: '#5b2a86', surface: '#faf7fc', ink: '#221a2b' },
      headline: 'عبير يبقى معك حتى المساء',
      subheadline: 'مزيج هادئ من العود والورد، يُعتّق تسعين يومًا قبل أن يصل إليك.',
      cta: 'تسوق الآن',
      fonts: [['Tajawal', '/f/tajawal-ar.woff2']],
      picture: '/images/oud.jpg',
    },
  ],
  [
    'webflow',
    {
      name: 'Lumen',
      language: 'en',
      logo: '/img/lumen-wordmark.svg',
      colors: { primary: '#f2542d', surface: '#f7f3ec', ink: '#0e1428' },
      headline: 'Light is the last thing you notice',
      subheadline: 'And the first thing you feel.',
      cta: 'Start a project',
      fonts: [
        ['Clash Display', '/fonts/ClashDisplay-Semibold.woff2'],
        ['Satoshi', '/fonts/Satoshi-Regular.woff2'],
      ],
      picture: '/img/gallery-hall.jpg',
    },
  ],
  [
    'magento',
    {
      name: 'Ironwood Tools',
      language: 'en',
      logo: '/media/logo/ironwood.png',
      colors: { primary: '#c8102e', surface: '#ffffff', ink: '#2d2a26' },
      headline: 'Tools worth sharpening',
      subheadline: 'Hand tools for people who keep them.',
      cta: 'Shop hand planes',
      fonts: [['Archivo', '/static/archivo.woff2']],
      picture: '/media/wysiwyg/plane.jpg',
    },
  ],
  [
    'bootstrap',
    {
      name: 'Casa Limón',
      language: 'en',
      logo: '/en/img/limon.png',
      colors: { primary: '#e0a100', surface: '#fffbee', ink: '#212529' },
      headline: 'Lunch until the sun goes down',
      subheadline: 'Forty seats, one lemon tree, and rice the way Valencia makes it.',
      cta: 'Book a table',
      fonts: [
        ['Playfair Display', null],
        ['Lato', null],
      ],
      picture: '/en/img/terrace.jpg',
    },
  ],
  [
    'plain',
    {
      name: 'Hobbs & Sons Bakers',
      language: 'en',
      logo: '/hobbs.gif',
      colors: { primary: '#800000', surface: '#fdf5e6', ink: '#281e14' },
      headline: 'Bread that remembers the fire',
      subheadline: 'Sourdough from a wood oven, baked through the night – since 1921.',
      cta: 'Order a loaf',
      fonts: [['Libre Baskerville', null]],
      picture: null,
    },
  ],
  [
    'elementor',
    {
      name: 'Brío Fitness',
      language: 'es',
      logo: '/wp-content/uploads/brio-logo.png',
      colors: { primary: '#e5006d', surface: '#fff8fb', ink: '#1b0b33' },
      headline: 'Entrena sin excusas',
      subheadline: 'Planes de doce semanas, en casa o en la calle, con un entrenador de verdad.',
      cta: 'Empieza hoy',
      fonts: [
        ['Sora', '/wp-content/uploads/elementor/google-fonts/fonts/sora.woff2'],
        ['Inter', null],
      ],
      picture: null,
    },
  ],
  [
    'oklch',
    {
      name: 'Kinoko',
      language: 'en-GB',
      logo: '/brand/kinoko.svg',
      colors: { primary: '#00884b', surface: '#fcfaf3', ink: '#131d17' },
      headline: 'Get moving again',
      subheadline: 'A morning tonic of cordyceps and ginger, ready in ten seconds.',
      cta: 'Shop tonics',
      fonts: [
        ['Bagel Fat One', '/bagel.ttf'],
        ['Figtree Variable', '/figtree.woff2'],
      ],
      picture: '/img/run-1600.avif',
    },
  ],
];

describe('sample sites', () => {
  test.each(sites)('onboarding reads the brand of the sample site %s', async (name, expected) => {
    const extract = await readSite(name);
    const byRole = (role: string): string | undefined => extract.colors.find((color) => color.role === role)?.hex;
    expect({
      name: extract.name,
      language: extract.language,
      logo: extract.logo?.url,
      colors: Object.fromEntries(Object.keys(expected.colors).map((role) => [role, byRole(role)])),
      headline: extract.headlines[0]?.text,
      subheadline: extract.subheadlines[0]?.text,
      cta: extract.ctas[0]?.text,
      fonts: extract.fonts.slice(0, expected.fonts.length).map(({ family, url }) => [family, url]),
      picture: extract.pictures[0]?.url ?? null,
    }).toEqual(expected);
    expect(extract.colors.filter(({ role }) => role === 'primary')).toHaveLength(1);
    expect(extract.notes.filter((note) => !note.startsWith('No picture of the brand'))).toEqual([]);
  });
});

describe('product pages', () => {
  test.each<[site: string, path: string, expected: object]>([
    [
      'shopify',
      '/products/fig',
      {
        name: 'Fig & Rosemary Candle',
        description: 'Green fig leaf and rosemary in 220 g of soy wax.\nBurns for 45 hours.',
        price: '24.00',
        currency: 'GBP',
        images: ['/cdn/fig.jpg', '/cdn/fig-box.jpg?width=1946'],
        source: 'json-ld',
      },
    ],
    [
      'woocommerce',
      '/produkt/grat-35/',
      {
        name: 'Grat 35 Tourenrucksack',
        description: '35 Liter, 890 Gramm: der Rucksack für Touren über mehrere Tage, mit Rückensystem aus Tirol.',
        price: '1299.00',
        currency: 'EUR',
        images: ['/wp-content/uploads/grat35.jpg'],
        source: 'open-graph',
      },
    ],
    [
      'japanese',
      '/items/ichibancha',
      {
        name: '川根一番茶 100g',
        description:
          '標高六百メートルの茶園で摘んだ、香りの深い一番茶です。急須でも水出しでもお楽しみいただけます。あたたかい場所を避けて保存してください。',
        price: '3300',
        currency: 'JPY',
        images: ['/img/ichibancha_l.jpg'],
        source: 'open-graph',
      },
    ],
    [
      'arabic',
      '/oud',
      {
        name: 'عود الليل ٥٠ مل',
        description: 'عطر داكن من العود والعنبر، يناسب المساء ويبقى على الثوب حتى اليوم التالي.',
        price: '49.99',
        currency: 'SAR',
        images: ['/images/bottle.jpg'],
        source: 'open-graph',
      },
    ],
    [
      'magento',
      '/plane',
      {
        name: 'No. 4 Smoothing Plane',
        description: 'Ductile iron body, thick blade, beech handles. Set up and sharp out of the box.',
        price: '189',
        currency: 'USD',
        images: ['/media/catalog/no4.jpg'],
        source: 'open-graph',
      },
    ],
  ])('onboarding reads the product of the sample site %s at %s', async (name, path, expected) => {
    const { product } = await readSite(name, path);
    expect(product).toMatchObject(expected);
    expect(Math.min(product?.confidence ?? 0, product?.certainty ?? 0)).toBeGreaterThan(0.75);
  });

  test('a product page alone gives the brand too', async () => {
    site = await serveSite('shopify');
    const { extract } = await onboard({ productUrl: `${site.origin}/products/fig` });
    expect(extract).toMatchObject({ name: 'Aurelia Candles', product: { price: '24.00' }, notes: [] });
    expect(extract.logo?.url).toBe(`${site.origin}/cdn/aurelia-logo.png`);
  });

  test('a front page without a single product gives no product', async () => {
    const { product } = await readSite('woocommerce');
    expect(product).toBeNull();
  });

  test('a page named as brand and product is requested once and read as both', async () => {
    site = await serveSite('magento');
    const url = `${site.origin}/plane`;
    const { extract } = await onboard({ brandUrl: url, productUrl: url });
    expect(extract.product?.name).toBe('No. 4 Smoothing Plane');
    expect(site.asked.filter((path) => path === '/plane')).toHaveLength(1);
  });
});
