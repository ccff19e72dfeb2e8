import { describe, expect, test } from '@jest/globals';
import type { ScriptMaterial } from './material.ts';
import { writeScript } from './write-script.ts';

const gym: ScriptMaterial = {
  language: 'en',
  seconds: 15,
  seed: 'job',
  tone: 'bold',
  brand: 'Northside',
  product: 'Gym Membership',
  description:
    'Open day and night. £1 for your first month, then £29 a month. Forty classes a week. Showers and lockers.',
  price: '£1',
  given: [{ copyType: 'offer', copyText: 'Your first month for £1', price: '£1' }],
  page: { headline: '', lines: ['Train at 5 am or midnight.'], cta: '' },
  prompt: undefined,
  hasVoice: true,
  pictures: { product: true, scene: true },
};

const textsOf = (changes: Partial<ScriptMaterial>): string[] =>
  writeScript({ ...gym, ...changes }).scenes.flatMap(({ voiceover, on_screen_text: shown }) => [voiceover, shown]);

const german: Partial<ScriptMaterial> = {
  language: 'de',
  description: 'Tag und Nacht geöffnet. Im ersten Monat nur 1 €, danach 29 € im Monat. Vierzig Kurse in der Woche.',
  price: '1 €',
  given: [{ copyType: 'offer', copyText: 'Im ersten Monat nur 1 €', price: '1 €' }],
  page: { headline: '', lines: ['Trainiere um fünf oder um Mitternacht.'], cta: '' },
};

describe('the price in a script', () => {
  test.each<[string, Partial<ScriptMaterial>, RegExp, RegExp]>([
    ['the opening in English', { prompt: 'Start with the price' }, /£1(?!\d)/u, /first month/u],
    ['any scene in English', {}, /£1(?!\d)/u, /first month/u],
    ['a price of the page', { given: [], prompt: 'Start with the price' }, /£1(?!\d)/u, /first month/u],
    ['the opening in German', { ...german, prompt: 'Beginne mit dem Preis' }, /(?<!\d)1 €/u, /ersten Monat/u],
    ['any scene in German', german, /(?<!\d)1 €/u, /ersten Monat/u],
  ])('is never stated without its limit: %s', (_, changes, price, limit) => {
    const texts = textsOf(changes);
    expect(texts.join(' ')).not.toContain('gets you');
    for (const text of texts.flatMap((each) => each.split('\n')).filter((each) => price.test(each)))
      expect(text).toMatch(limit);
  });

  test.each<[string, Partial<ScriptMaterial>, RegExp, RegExp]>([
    ['in English', { given: [{ copyType: 'offer', copyText: 'Per week', price: '£9' }] }, /£9/u, /per week/iu],
    [
      'in English at the start',
      { given: [{ copyType: 'offer', copyText: 'Per week', price: '£9' }], prompt: 'Start with the price' },
      /£9/u,
      /per week/iu,
    ],
    [
      'in German',
      { ...german, given: [{ copyType: 'offer', copyText: 'Pro Woche', price: '9 €' }] },
      /(?<!\d)9 €/u,
      /Pro Woche/u,
    ],
  ])('comes with the offer that limits it, and the offer with it: %s', (_, changes, price, limit) => {
    const texts = textsOf(changes).filter((text) => price.test(text) || limit.test(text));
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) {
      expect(text).toMatch(price);
      expect(text).toMatch(limit);
    }
  });

  test('stands next to its offer in a short film too', () => {
    const given = [
      { copyType: 'headline' as const, copyText: 'Tostado el martes, en tu taza el miércoles' },
      { copyType: 'offer' as const, copyText: 'Bolsa de 250 g', price: '12,50 €' },
      { copyType: 'cta' as const, copyText: 'Pide tu bolsa' },
    ];
    const texts = textsOf({
      ...{ given, language: 'es', seconds: 10, price: null, prompt: 'lento', brand: 'Keofi', product: 'Keofi Café' },
      ...{ description: 'Café de especialidad tostado cada martes.', page: { headline: '', lines: [], cta: '' } },
    });
    expect(texts).toContain('Bolsa de 250 g\n12,50 €');
  });

  test.each([
    ['Do not mention the price anywhere', {}],
    ['No price', {}],
    ['Keine Preise nennen', german],
    ['ohne Preis', german],
  ])('is not stated if the direction says “%s”', (prompt, changes) => {
    expect(textsOf({ ...changes, prompt }).join(' ')).not.toMatch(/£|€/u);
  });
});
