import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { text } from '../../../test/support/studio/random-ads/words.ts';
import { scriptMaterialOf } from '../../../test/support/studio/products/script-material.ts';
import { seenProducts } from '../../../test/support/studio/products/seen-products.ts';
import { unseenProducts } from '../../../test/support/studio/products/unseen-products.ts';
import type { ProductInput } from '../../../test/support/studio/products/product-input.ts';
import { FilmScript } from '../../schema/film-script.ts';
import { scriptProblems } from './script-problems.ts';
import { writeScript } from './write-script.ts';

const products = Object.entries({ ...seenProducts, ...unseenProducts });
const durations = [10, 11.37, 12.5, 15];

const wordsOf = ({ scenes }: FilmScript): string =>
  scenes.map(({ voiceover, on_screen_text: shown }) => `${voiceover} ${shown}`).join(' ');
const inputOf = (input: ProductInput): string => JSON.stringify(input).toLowerCase();

describe.each(products)('a film for %s', (name, input) => {
  const scripts = durations.map((seconds) => ({
    seconds,
    script: writeScript(scriptMaterialOf({ ...input, seconds }, name)),
  }));

  test('its words fit its scenes and its scenes fill the film', () => {
    for (const { seconds, script } of scripts) {
      expect(FilmScript.safeParse(script).error).toBeUndefined();
      expect(scriptProblems(script, seconds)).toEqual([]);
    }
  });

  test('every figure and every superlative is in the request', () => {
    const given = inputOf(input);
    for (const { script } of scripts) {
      const words = wordsOf(script).toLowerCase();
      const figures = words.match(/\d+(?:[.,:]\d+)*/gu) ?? [];
      const praise =
        words.match(/\b(?:best|most|finest|ultimate|leading|number one|only|perfect|unique|\p{L}{3,}est)\b/gu) ?? [];
      expect([...figures, ...praise].filter((word) => !given.includes(word))).toEqual([]);
    }
  });

  test('English is spoken at no more than 165 words a minute', () => {
    for (const { script } of scripts.filter(({ script: { language } }) => language.startsWith('en'))) {
      const rates = script.scenes.map(
        ({ voiceover, seconds }) =>
          voiceover.split(/\s+/u).filter((word) => word !== '').length / ((seconds - 0.5) / 60),
      );
      expect(Math.max(...rates)).toBeLessThanOrEqual(166);
    }
  });
});

const request: fc.Arbitrary<ProductInput> = fc.record(
  {
    brand: text(200, 3),
    product: text(200, 4),
    description: text(5_000, 60),
    prompt: text(300, 12),
    locale: fc.constantFrom(
      'en-US',
      'de',
      'fr-CA',
      'es',
      'ja',
      'zh-Hant-TW',
      'ko',
      'ar',
      'he',
      'th',
      'hi',
      'sr-Latn',
      'xx',
    ),
    seconds: fc.double({ min: 10, max: 15, noNaN: true }),
    copies: fc.array(
      fc.record({
        copy_type: fc.constantFrom('headline', 'subheadline', 'cta', 'offer'),
        copy_text: text(500, 14),
        price: text(64, 2),
      }),
      { maxLength: 5 },
    ),
  },
  { requiredKeys: ['brand'] },
);

test('any request gives a valid script whose words fit its scenes', () => {
  fc.assert(
    fc.property(request, fc.boolean(), (input, hasVoice) => {
      const material = { ...scriptMaterialOf(input, 'seed'), hasVoice };
      const script = writeScript(material);
      expect(FilmScript.safeParse(script).error).toBeUndefined();
      expect(scriptProblems(script, material.seconds)).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

describe('an opening', () => {
  const opened = (description: string, more: Partial<ProductInput> = {}): string =>
    writeScript(scriptMaterialOf({ brand: 'Rouge Nord', product: 'Velvet Lip Colour', description, ...more }, 'seed'))
      .scenes[0]?.voiceover ?? '';

  test('says what the product does rather than its name', () => {
    const description = 'A velvet lip colour that stays on for 10 hours without drying your lips. Twelve shades.';
    expect(opened(description)).toBe('Velvet Lip Colour stays on for 10 hours.');
  });

  test('names the product if nothing else is known', () => {
    expect(opened('')).toBe('Meet Velvet Lip Colour from Rouge Nord.');
  });

  test('says a claim if a name would leave no time for one', () => {
    const description = 'Flat-rate moves across New England with a crew that shows up on time. Call for a quote.';
    const input = { brand: 'Bright Harbor Movers', description, seconds: 10 };
    const { scenes } = writeScript({ ...scriptMaterialOf(input, 'seed'), product: null });
    expect(scenes[0]?.voiceover).toBe('Flat-rate moves across New England with a crew that shows up on time.');
  });

  test('is no invitation to try, to book or to cancel', () => {
    expect(opened('Try it for 60 days. One charge lasts 40 days. Cancel anytime.')).not.toMatch(/^(?:Try|Cancel)/);
  });

  test('is a sentence of the description in a language that is not composed', () => {
    const input = { brand: 'Nordlicht', product: 'Hafenmischung', locale: 'de-DE' };
    const description = 'Jede Woche frisch geröstet in Kiel. Ab 25 € versandkostenfrei.';
    const openings = Array.from('abcdefghijkl').map(
      (seed) => writeScript(scriptMaterialOf({ ...input, description }, seed)).scenes[0]?.voiceover,
    );
    expect(new Set(openings)).toEqual(new Set(['Jede Woche frisch geröstet in Kiel.']));
  });
});

test.each([
  ['Drink responsibly', 'Bright and salty, with a dry finish. Drink responsibly. 43% vol.'],
  ['43% vol', 'Bright and salty, with a dry finish. Drink responsibly. 43% vol.'],
  ['From four months', 'Organic pears, steamed and blended. From four months.'],
])('a film leaves out “%s”', (words, description) => {
  expect(
    wordsOf(writeScript(scriptMaterialOf({ brand: 'Marl', product: 'Number One', description }, 'seed'))),
  ).not.toContain(words);
});

test.each([
  ['Book online', 'A dental practice in Bristol. Nervous patients are welcome. Book online in two minutes.'],
  ['See the rooms', 'Nine rooms above the sea. A heated pool and a quiet garden.'],
  ['Open an account', 'Open a business account in ten minutes. No monthly fee for the first year.'],
])('the call to action is “%s” where the texts invite to it', (call, description) => {
  const scenes = writeScript(scriptMaterialOf({ brand: 'Marl', description }, 'seed')).scenes;
  expect(scenes.at(-1)?.on_screen_text).toBe(call);
  expect(scenes.slice(0, -1).filter(({ voiceover }) => voiceover.startsWith(`${call} `))).toEqual([]);
});

test.each([
  {
    ...{ locale: 'es-CO', seconds: 13, headline: 'Pedalea donde crece el café' },
    ...{ subheadline: 'Cinco días con guía y carro de apoyo', offer: 'Por persona', price: '$2.450.000 COP' },
  },
  {
    ...{ locale: 'en-US', seconds: 11, headline: 'Louder isn’t better. Better is.' },
    ...{ subheadline: '60 days at home, free returns', offer: 'From', price: '$599' },
  },
  {
    ...{ locale: 'zh-TW', seconds: 11, headline: '巷口的夏天，一杯就到' },
    ...{ subheadline: '茶葉每日現泡，甜度自由選', offer: '新茶嚐鮮價', price: 'NT$65' },
  },
])('a film of $seconds s has the subheadline beside the offer ($locale)', ({ locale, seconds, ...copy }) => {
  const copies: ProductInput['copies'] = [
    { copy_type: 'headline', copy_text: copy.headline },
    { copy_type: 'subheadline', copy_text: copy.subheadline },
    { copy_type: 'offer', copy_text: copy.offer, price: copy.price },
  ];
  const script = writeScript(scriptMaterialOf({ brand: 'Marl', copies, locale, seconds }, 'seed'));
  const shown = script.scenes.map(({ on_screen_text: text }) => text.replace(/\s/gu, '')).join(' ');
  for (const text of [copy.subheadline, copy.price]) expect(shown).toContain(text.replace(/\s/gu, ''));
  expect(scriptProblems(script, seconds)).toEqual([]);
});

test('words that lead to a price are said and shown before it', () => {
  const copies: ProductInput['copies'] = [{ copy_type: 'offer', copy_text: 'From', price: '$599' }];
  const { scenes } = writeScript(scriptMaterialOf({ brand: 'Marl', copies }, 'seed'));
  expect(scenes.map(({ on_screen_text: text }) => text)).toContain('From $599');
  expect(scenes.map(({ voiceover }) => voiceover)).toContain('From $599.');
});
