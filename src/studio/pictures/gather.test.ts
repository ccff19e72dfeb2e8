import { beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { madeLogoPng, madeLogoSvg, madePackshot, madePhoto } from '../../../test/support/studio/made-pictures.ts';
import { madePoster } from '../../../test/support/studio/made-scenes.ts';
import { storedEgress, type Stored } from '../../../test/support/network/stored-egress.ts';
import { svgDataUrl } from './picture-data-url.ts';
import type { BrandExtract } from '../../schema/brand.ts';
import { candidates, type GivenPictures } from './candidates.ts';
import { gatherPictures, type AdPictures } from './gather.ts';
import { noteLines } from '../../domain/notes.ts';
import { pictureLoader } from './load.ts';

const at = (name: string): string => `https://cdn.example.com/${name}`;
const given = (some: Partial<GivenPictures>): GivenPictures => ({
  brandImages: [],
  productImages: [],
  brandField: 'brand_data',
  pageField: 'brand_data.brand_url',
  ...some,
});
const image = (name: string, ...labels: string[]) => ({ imageUrl: at(name), labels });

let files: Record<string, Stored>;

beforeAll(async () => {
  files = {
    [at('photo.jpg')]: await madePhoto(800, 600),
    [at('wide.jpg')]: await madePhoto(900, 300),
    [at('cut.png')]: await madePackshot(400, 400),
    [at('mark.png')]: await madeLogoPng(),
    [at('brand.svg')]: madeLogoSvg(),
    [at('tiny.png')]: await sharp(await madePhoto(20, 20))
      .png()
      .toBuffer(),
    [at('page.jpg')]: Buffer.from('<!doctype html><title>Not found</title>'),
    [at('away.jpg')]: { reason: 'unreachable', detail: 'the server refused the connection' },
    ...Object.fromEntries(
      await Promise.all(
        Array.from({ length: 16 }, async (_, n) => [at(`p${n}.jpg`), await madePhoto(120 + n, 100)] as const),
      ),
    ),
  };
});

async function gather(asked: GivenPictures, found?: Partial<BrandExtract>): Promise<AdPictures & { asked: string[] }> {
  const egress = storedEgress(files);
  const canvases = [{ width: 1024, height: 1024 }];
  const load = pictureLoader({ egress, signal: new AbortController().signal, canvases });
  const pages = found === undefined ? undefined : { logo: null, pictures: [], product: null, ...found };
  return { ...(await gatherPictures(candidates(asked, pages), load)), asked: egress.asked };
}

const rolesOf = ({ pictures }: AdPictures): string[] => pictures.map(({ role }) => role);
const foundLogo = { logo: { url: at('brand.svg'), source: 'json-ld', confidence: 0.9 } } as const;
const foundProduct = (...names: string[]) => ({
  product: {
    name: 'Shoe',
    description: null,
    price: null,
    currency: null,
    images: names.map(at),
    source: 'json-ld' as const,
  },
});

describe('roles of pictures', () => {
  test('the role of a picture depends on its labels and then on its list', async () => {
    const gathered = await gather(
      given({
        brandImages: [image('photo.jpg'), image('mark.png', 'logo'), image('wide.jpg', 'summer')],
        productImages: [image('cut.png', 'packshot'), image('p2.jpg', 'lifestyle', 'winter')],
      }),
    );
    expect(rolesOf(gathered)).toEqual(['packshot', 'lifestyle', 'lifestyle', 'lifestyle']);
    expect(gathered.logo).toMatchObject({ url: at('mark.png'), isGiven: true });
    expect(noteLines(gathered.notes)).toEqual([]);
  });

  test.each([
    ['an SVG', 'brand.svg'],
    ['a flat mark on transparency', 'mark.png'],
  ])('an unlabelled brand picture that is %s becomes the logo', async (_, name) => {
    const gathered = await gather(given({ brandImages: [image('photo.jpg'), image(name)] }));
    expect(gathered.logo?.url).toBe(at(name));
    expect(rolesOf(gathered)).toEqual(['product']);
  });

  test('a cut-out product does not become the logo', async () => {
    const gathered = await gather(given({ brandImages: [image('cut.png')] }));
    expect(gathered.logo).toBeNull();
  });
});

describe('pictures of pages', () => {
  test('pictures of pages are used if the request gives none', async () => {
    const found = {
      ...foundLogo,
      ...foundProduct('p1.jpg', 'p2.jpg'),
      pictures: [{ url: at('photo.jpg'), alt: 'A hall', source: 'page' as const }],
    };
    const gathered = await gather(given({}), found);
    expect(gathered.logo).toMatchObject({ url: at('brand.svg'), isGiven: false });
    expect(gathered.pictures.map(({ role, alt }) => [role, alt])).toEqual([
      ['product', 'Shoe'],
      ['product', 'Shoe'],
    ]);
    expect(gathered.asked).not.toContain(at('photo.jpg'));
  });

  test('another picture of a page is used only if there is nothing else', async () => {
    const gathered = await gather(given({}), { pictures: [{ url: at('photo.jpg'), alt: 'A hall', source: 'page' }] });
    expect(gathered.pictures).toMatchObject([{ role: 'product', alt: 'A hall' }]);
  });

  test('a banner with lettering is used only if a page has no photo', async () => {
    const { bytes: banner } = await madePoster();
    files[at('banner.png')] = banner;
    const found = (...names: string[]) => names.map((name) => ({ url: at(name), alt: name, source: 'page' as const }));
    const mixed = await gather(given({}), { pictures: found('banner.png', 'photo.jpg', 'wide.jpg') });
    expect(mixed.pictures.map(({ alt }) => alt)).toEqual(['photo.jpg', 'wide.jpg']);
    const only = await gather(given({}), { pictures: found('banner.png') });
    expect(only.pictures.map(({ alt }) => alt)).toEqual(['banner.png']);
  });

  test('a flat mark on transparency is no picture of what a page sells', async () => {
    const pictures = [{ url: at('mark.png'), alt: null, source: 'page' as const }];
    expect((await gather(given({}), { pictures })).pictures).toEqual([]);
  });

  test('given brand and product pictures replace those of the pages', async () => {
    const found = {
      ...foundProduct('p1.jpg'),
      pictures: [{ url: at('p2.jpg'), alt: null, source: 'page' as const }],
    };
    const asked = given({ brandImages: [image('photo.jpg')], productImages: [image('cut.png')] });
    expect((await gather(asked, found)).asked).toEqual([at('cut.png'), at('photo.jpg')]);
  });

  test('pictures of pages replace given pictures that are all broken', async () => {
    const gathered = await gather(given({ productImages: [image('away.jpg')] }), foundProduct('p1.jpg'));
    expect(rolesOf(gathered)).toEqual(['product']);
    expect(noteLines(gathered.notes)).toEqual([
      'product_metadata.product_images[0] at cdn.example.com was left out: the server refused the connection.',
    ]);
  });

  test('the note about a broken logo of a page names its source', async () => {
    const { notes, logo } = await gather(given({}), { logo: { ...foundLogo.logo, url: at('page.jpg') } });
    expect(logo).toBeNull();
    expect(noteLines(notes)).toEqual([
      'The logo found through brand_data.brand_url at cdn.example.com was left out: the file is a web page, not a picture.',
    ]);
  });
});

describe('logos that are drawn in a page', () => {
  const inline = (svg: string) => ({ logo: { ...foundLogo.logo, url: svgDataUrl(svg) } });

  test('the logo in a data URL is drawn without a request', async () => {
    const gathered = await gather(given({}), inline(madeLogoSvg().toString()));
    expect(gathered.logo).toMatchObject({ isGiven: false, picture: { role: 'logo', hasAlpha: true } });
    expect(gathered.asked).toEqual([]);
    expect(noteLines(gathered.notes)).toEqual([]);
  });

  test('the note about a data URL without a picture names no host', async () => {
    const { notes, logo, asked } = await gather(given({}), inline('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    expect([logo, asked]).toEqual([null, []]);
    expect(noteLines(notes)).toEqual([
      expect.stringMatching(/^The logo found through brand_data.brand_url was left out: the picture /),
    ]);
  });

  test.each([
    ['a product', { productImages: [image('x')] }],
    ['a photo', { brandImages: [image('x', 'lifestyle')] }],
  ])('a data URL as %s is not accepted', async (_, pictures) => {
    const url = svgDataUrl(madeLogoSvg().toString());
    const lists = Object.entries(pictures).map(([list, images]) => [
      list,
      images.map((one) => ({ ...one, imageUrl: url })),
    ]);
    const gathered = await gather(given(Object.fromEntries(lists) as Partial<GivenPictures>));
    expect([gathered.pictures, gathered.logo]).toEqual([[], null]);
  });
});

describe('pictures that are left out', () => {
  test('a picture that is left out has a note with field, host and reason, and the next one is used', async () => {
    const gathered = await gather(
      given({
        brandImages: [image('tiny.png', 'lifestyle'), image('gone.png', 'logo')],
        productImages: [image('brand.svg')],
      }),
    );
    expect(noteLines(gathered.notes)).toEqual([
      'brand_data.brand_images[1] at cdn.example.com was left out: it answered 404.',
      'product_metadata.product_images[0] at cdn.example.com was left out: the file is an SVG; only logos may be SVGs.',
      'brand_data.brand_images[0] at cdn.example.com was left out: the picture is only 20 by 20 pixels.',
    ]);
  });

  test('two products and two scenes of sixteen pictures are fetched, and a note says so', async () => {
    const many = Array.from({ length: 16 }, (_, n) => image(`p${n}.jpg`, n < 8 ? 'product' : 'lifestyle'));
    const gathered = await gather(given({ productImages: many }));
    expect(rolesOf(gathered)).toEqual(['product', 'lifestyle', 'product', 'lifestyle']);
    expect(gathered.asked).toHaveLength(4);
    expect(noteLines(gathered.notes)).toEqual(['Not used: 12 of the given pictures, because an ad uses at most 4.']);
  });

  test('broken pictures are replaced, and at most twelve are tried', async () => {
    const broken = Array.from({ length: 14 }, (_, n) => image(`none${n}.jpg`));
    const gathered = await gather(given({ productImages: [...broken, image('p1.jpg'), image('p2.jpg')] }));
    expect(gathered.asked).toHaveLength(12);
    expect(gathered.pictures).toEqual([]);
  });

  test('a URL that is given twice is fetched once', async () => {
    const gathered = await gather(given({ brandImages: [image('photo.jpg')], productImages: [image('photo.jpg')] }));
    expect(gathered.asked).toEqual([at('photo.jpg')]);
    expect(rolesOf(gathered)).toEqual(['product']);
  });
});

test('an aborted fetch rejects and leaves no picture out', async () => {
  files[at('stop.jpg')] = { reason: 'aborted', detail: 'stopped' };
  await expect(gather(given({ productImages: [image('stop.jpg')] }))).rejects.toThrow('stopped');
});
