import { beforeAll, describe, expect, test } from '@jest/globals';
import { briefOf } from '../../../scripts/gallery/briefs.ts';
import { sage } from '../../../scripts/gallery/palettes.ts';
import type { Brief, Tone } from '../brief.ts';
import { TextEngine } from './engine.ts';
import { legible, mergedByPiece } from './legible.ts';
import { lettersOf } from './letters-of.ts';
import { chooseTypeface } from './typeface.ts';

let engine: TextEngine;
beforeAll(async () => {
  engine = await TextEngine.load();
});

const saying = (headline: string): Brief => briefOf({ name: 'Verdane', tone: 'natural', ...sage, copy: { headline } });

describe('legible', () => {
  test('a legible brief is not examined again', async () => {
    const { brief } = await legible(saying('New \ue000 in'), engine);
    expect(brief.copy.headline).toBe('New in');
    expect((await legible(brief, engine)).brief).toBe(brief);
  });

  test('a legible brief with changed words is examined again', async () => {
    const { brief } = await legible(saying('New in'), engine);
    const changed = await legible({ ...brief, copy: { ...brief.copy, headline: 'New \ue000 in' } }, engine);
    expect(changed.leftOut).toEqual([{ piece: 'headline', isWhole: false, characters: ['\ue000'] }]);
  });
});

test('a piece with several omissions is listed once', () => {
  const leftOut = [
    { piece: 'headline', isWhole: false, characters: ['a', 'b'] },
    { piece: 'cta', isWhole: false, characters: ['c'] },
    { piece: 'headline', isWhole: true, characters: ['b', 'd'] },
  ] as const;
  expect(mergedByPiece(leftOut)).toEqual([
    { piece: 'headline', isWhole: true, characters: ['a', 'b', 'd'] },
    { piece: 'cta', isWhole: false, characters: ['c'] },
  ]);
});

const tones: readonly Tone[] = ['bold', 'elegant', 'friendly', 'technical', 'natural', 'playful'];
const faces = ['display', 'text', 'strong'] as const;

describe('a text with letters that many fonts of its writing system lack', () => {
  test.each([
    ['Sorani Kurdish', 'ckb', 'هەموو ڕۆژێک ئاوی سارد بۆ دڵ'],
    ['Pashto', 'ps', 'هره ورځ یخې اوبه، ښه ږړ ډېر'],
    ['Sindhi', 'sd', 'سڄو ڏينهن ٿڌو پاڻي ٻڌو'],
    ['Uyghur', 'ug', 'ھەر كۈنى سوغۇق سۇ ۋە مېۋە'],
    ['Punjabi in Arabic letters', 'pa-Arab', 'سارا دن ٹھنڈا پاݨی'],
    ['Balochi', 'bal', 'ھر روچ سردێں آپ ݔ ۏ'],
    ['Kazakh', 'kk', 'Күн сайын салқын су, ұзақ әңгіме'],
    ['Vietnamese', 'vi', 'Nước mát cho mỗi ngày'],
    ['Hausa', 'ha', 'Ruwa mai sanyi, ɗan ƙarami ɓangare'],
  ])('in %s is drawn in one font in every tone', async (_, language, text) => {
    for (const tone of tones) {
      const brief: Brief = { ...saying(text), tone, language, seed: `${language} ${tone}` };
      expect(await legible(brief, engine)).toMatchObject({ leftOut: [], brief: { copy: { headline: text } } });
      const { style } = await chooseTypeface(brief, text, engine);
      for (const face of faces) {
        const [main = ''] = style(face, text).families;
        expect([tone, face, engine.missingOf(lettersOf(text), [main])]).toEqual([tone, face, []]);
      }
    }
  });

  test('in a font that the brief names is drawn in another font', async () => {
    const text = 'هەموو ڕۆژێک';
    const named = saying(text);
    const brief: Brief = { ...named, language: 'ckb', kit: { ...named.kit, families: ['anton', 'cairo'] } };
    expect((await legible(brief, engine)).leftOut).toEqual([]);
    const { style } = await chooseTypeface(brief, text, engine);
    const [main = ''] = style('display', text).families;
    expect(engine.missingOf(lettersOf(text), [main])).toEqual([]);
  });
});

test('every text of an ad is set with the fonts by which its letters were judged', async () => {
  const texts = 'بۆ Verdane 漢 ★ شلوم';
  const { style, families } = await chooseTypeface(
    { ...saying(texts), tone: 'elegant', language: 'ckb' },
    texts,
    engine,
  );
  for (const face of faces) expect([...style(face, 'بۆ').families].sort()).toEqual([...families].sort());
});
