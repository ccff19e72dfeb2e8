import { beforeAll, describe, expect, test } from '@jest/globals';
import { brandExtract } from '../../../test/support/brands/brand-extract.ts';
import { madeLogoPng, madePhoto } from '../../../test/support/studio/made-pictures.ts';
import { inMemoryStage, type StageScene } from '../../../test/support/stages/stage-scene.ts';
import { storedEgress, type Stored } from '../../../test/support/network/stored-egress.ts';
import { parseFilmScript, type FilmScript } from '../../schema/film-script.ts';
import { PermanentFailure } from '../stage-errors.ts';
import { script } from './script.ts';

const at = (name: string): string => `https://cdn.example.com/${name}`;
const files: Record<string, Stored> = {};

beforeAll(async () => {
  files[at('mug.jpg')] = await madePhoto(900, 600);
  files[at('logo.png')] = await madeLogoPng();
});

interface Asked {
  asked: string[];
  written: FilmScript;
}

async function run(scene: Omit<StageScene, 'stage' | 'type'>): Promise<Asked> {
  const egress = storedEgress(files);
  const { context, written } = inMemoryStage({ stage: 'script', type: 'video_ad', egress, ...scene });
  await script(context);
  return { asked: egress.asked, written: parseFilmScript(written.get('script.json')?.toString() ?? '') };
}

const request = (product: Record<string, unknown>, rest: Record<string, unknown> = {}) => ({
  brand_metadata: { brand_images: null },
  product_metadata: { product_images: [{ image_url: at('mug.jpg') }], ...product },
  generation_metadata: { target_duration: 12 },
  ...rest,
});
const mug = { product_name: 'Morning Mug', product_description: 'Holds 350 ml. Thrown by hand in Leeds.' };
const voices = ({ scenes }: FilmScript): string => scenes.map(({ voiceover }) => voiceover).join(' ');

describe('the script stage', () => {
  test('a film says what the request states, without fetching a picture', async () => {
    const { asked, written } = await run({ request: request(mug) });
    expect(voices(written)).toContain('Morning Mug');
    expect(voices(written)).toMatch(/350 ml|by hand/);
    expect(written.scenes.at(-1)).toMatchObject({ role: 'call_to_action', on_screen_text: 'Shop now' });
    expect(asked).toEqual([]);
  });

  test('a film uses the texts and the price of the page', async () => {
    const brand = brandExtract({
      name: 'Marl',
      headlines: [{ text: 'Mugs that sit well in the hand', source: 'page' }],
      ctas: [{ text: 'Get the mug', source: 'page' }],
      product: {
        name: 'Morning Mug',
        description: null,
        price: '24.00',
        currency: 'USD',
        images: [],
        source: 'json-ld',
      },
    });
    const { written } = await run({
      brand,
      request: request(
        {},
        {
          generation_metadata: { target_duration: 12, user_prompt: 'Start with the price.' },
          brand_metadata: { brand_url: 'https://marl.example/', brand_images: [] },
        },
      ),
    });
    expect(written.scenes[0]?.voiceover).toBe('$24 gets you the Morning Mug.');
    expect(written.copy).toMatchObject({ cta: 'Get the mug' });
  });

  test.each([
    ['4.75', 'KWD', 'KWD\u00a04.750'],
    ['5', 'KWD', 'KWD\u00a05'],
    ['12.125', 'BHD', 'BHD\u00a012.125'],
    ['3300', 'JPY', '¥3,300'],
    ['24.5', 'USD', '$24.50'],
    ['310', 'TRY', 'TRY\u00a0310'],
  ])('a film writes the price %s in %s as %s', async (price, currency, written) => {
    const product = { name: 'Morning Mug', description: null, images: [], source: 'json-ld' as const };
    const options = { target_duration: 12, user_prompt: 'Start with the price.' };
    const film = await run({
      brand: brandExtract({ name: 'Marl', product: { ...product, price, currency } }),
      request: request(
        {},
        { generation_metadata: options, brand_metadata: { brand_url: 'https://marl.example/', brand_images: [] } },
      ),
    });
    expect(film.written.scenes[0]).toMatchObject({
      voiceover: `${written} gets you the Morning Mug.`,
      on_screen_text: expect.stringContaining(written),
    });
  });

  test('a film leaves out a price of the page that is not sure', async () => {
    const product = { name: 'Morning Mug', description: null, images: [], source: 'json-ld' as const };
    const film = await run({
      brand: brandExtract({
        name: 'Marl',
        product: { ...product, price: '24.00', currency: 'USD', certainty: 0.5 },
      }),
      request: request(
        {},
        {
          generation_metadata: { target_duration: 12, user_prompt: 'Start with the price.' },
          brand_metadata: { brand_url: 'https://marl.example/', brand_images: [] },
        },
      ),
    });
    expect(JSON.stringify(film.written)).not.toContain('24');
  });

  test('one picture and no text make a film without words', async () => {
    const { asked, written } = await run({ request: request({}) });
    expect(written.scenes.map(({ voiceover, on_screen_text: shown }) => voiceover + shown)).toEqual(['', '', '']);
    expect(written.scenes.map(({ role }) => role)).toEqual(['hook', 'benefit', 'call_to_action']);
    expect(asked).toEqual([at('mug.jpg')]);
  });

  test('neither text nor a usable picture fails permanently with no_narratives', async () => {
    const failure = run({ request: request({ product_images: [{ image_url: at('missing.jpg') }] }) });
    await expect(failure).rejects.toThrow(PermanentFailure);
    await expect(failure).rejects.toMatchObject({ code: 'no_narratives' });
  });

  test('a text is enough if no picture can be fetched', async () => {
    const { written } = await run({
      request: request({ product_name: 'Mug', product_images: [{ image_url: at('missing.jpg') }] }),
    });
    expect(voices(written)).toContain('Mug');
  });

  test('the given copy is in the film, word for word', async () => {
    const { written } = await run({
      request: request(mug, {
        ad_copies: [
          { copy_type: 'headline', copy_text: 'Coffee, unhurried' },
          { copy_type: 'subheadline', copy_text: 'A mug for slow mornings.' },
          { copy_type: 'offer', copy_text: 'Two for one', price: '$24' },
          { copy_type: 'cta', copy_text: 'Get yours' },
        ],
        generation_metadata: { target_duration: 15 },
      }),
    });
    const shown = written.scenes.map(({ on_screen_text: text }) => text).join('\n');
    for (const text of ['Coffee, unhurried', 'A mug for slow mornings', 'Two for one', '$24', 'Get yours'])
      expect(shown).toContain(text);
    expect(written.copy).toEqual({
      headline: 'Coffee, unhurried',
      subheadline: 'A mug for slow mornings.',
      offer: 'Two for one',
      price: '$24',
      cta: 'Get yours',
    });
  });

  test('a copy that cannot be read in time is left out with a note', async () => {
    const { written } = await run({
      request: request(mug, {
        ad_copies: [{ copy_type: 'headline', copy_text: 'So many words that nobody reads '.repeat(12) }],
      }),
    });
    expect(written.notes).toEqual(['The headline was left out: it cannot be read within a film of 12 seconds.']);
  });

  test('a description in another language is used as it is, with a note', async () => {
    const german = { target_duration: 12, locale: 'de-DE' };
    const { written } = await run({
      request: request(
        { ...mug, product_description: 'It holds 350 ml and is thrown by hand in Leeds.' },
        { generation_metadata: german },
      ),
    });
    expect(written.language).toBe('en');
    expect(written.notes).toEqual([
      'product_metadata.product_description is in English; it is used without translation.',
    ]);
  });

  test('the same job gets the same script, and different jobs open differently', async () => {
    const body = request({
      product_name: 'Steel Bottle',
      product_description: 'A bottle for long rides. Keeps water cold for 24 hours. The lid closes with one hand.',
    });
    const jobs = Array.from({ length: 12 }, (_, job) => `job-${job}`);
    const hooks = await Promise.all(
      jobs.map(async (jobId) => (await run({ request: body, jobId })).written.scenes[0]?.voiceover),
    );
    const again = await run({ request: body, jobId: 'job-3' });
    expect(again.written.scenes[0]?.voiceover).toBe(hooks[3]);
    expect(new Set(hooks).size).toBeGreaterThanOrEqual(3);
  });
});
