import { expect, test } from '@jest/globals';
import { briefOf } from '../../../../scripts/gallery/briefs.ts';
import { sage } from '../../../../scripts/gallery/palettes.ts';
import type { FilmScript } from '../../../schema/film-script.ts';
import { textEngine } from '../../studio.ts';
import { filmWords } from './film-words.ts';

function scriptOf(language: string, copy: { headline: string; cta: string; price?: string }): FilmScript {
  const scene = { seconds: 3, voiceover: copy.headline, on_screen_text: copy.headline, subject: 'type', visual: '' };
  return {
    language,
    narrative: copy.headline,
    scenes: [
      { ...scene, role: 'hook', subject: 'type' },
      { ...scene, role: 'benefit', subject: 'type' },
      { ...scene, role: 'call_to_action', subject: 'end_card' },
    ],
    copy,
    notes: [],
  };
}

test.each(['bold', 'elegant', 'natural'] as const)('a %s film shows all words of a Kurdish script', async (tone) => {
  const copy = { headline: 'هەموو ڕۆژێک ئاوی سارد', cta: 'ئێستا بیکڕە' };
  const brief = briefOf({ name: 'Verdane', tone, ...sage, copy });
  const words = await filmWords(brief, scriptOf('ckb', copy), await textEngine());
  expect(words).toMatchObject({ copy, notes: [] });
  expect(words.scenes.map(({ onScreen }) => onScreen)).toEqual([[copy.headline], [copy.headline], [copy.headline]]);
});

test('a film shows the code of a currency whose sign no font has', async () => {
  const copy = { headline: 'A bottle for ৳1,299', cta: 'Shop now', price: '৳1,299' };
  const brief = briefOf({ name: 'Verdane', tone: 'bold', ...sage, copy });
  const words = await filmWords(brief, scriptOf('en', copy), await textEngine());
  expect(words.copy).toMatchObject({ headline: 'A bottle for BDT\u00a01,299', price: 'BDT\u00a01,299' });
  expect(words.notes).toEqual([]);
});
