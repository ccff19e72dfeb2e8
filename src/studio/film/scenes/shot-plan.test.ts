import { describe, expect, test } from '@jest/globals';
import { scriptMaterialOf } from '../../../../test/support/studio/products/script-material.ts';
import { seenProducts } from '../../../../test/support/studio/products/seen-products.ts';
import { unseenProducts } from '../../../../test/support/studio/products/unseen-products.ts';
import type { FilmScript } from '../../../schema/film-script.ts';
import { writeScript } from '../../script/write-script.ts';
import { breakerFor } from '../../text/breaks.ts';
import { screenParts } from '../../text/screen-parts.ts';
import { beatGrid } from '../beats.ts';
import type { FilmWords } from './film-words.ts';
import { partsOf } from './on-screen-text.ts';
import { planShots, readability } from './shot-plan.ts';

type PlannedWords = Pick<FilmWords, 'scenes' | 'copy' | 'name'>;

async function wordsOf({ scenes, language, copy }: FilmScript): Promise<PlannedWords> {
  const breaker = await breakerFor(JSON.stringify(scenes), language);
  const parts = (text: string) => text.split('\n').flatMap((each) => partsOf(each, language, breaker));
  const { headline = '', subheadline = '', cta = '', offer = '', price = '' } = copy;
  return {
    scenes: scenes.map(({ on_screen_text: shown, voiceover }) => ({
      onScreen: parts(shown),
      spoken: parts(voiceover),
    })),
    copy: { headline, subheadline, cta, offer, price },
    name: '',
  };
}

describe.each(Object.entries({ ...seenProducts, ...unseenProducts }))('a silent film for %s', (name, input) => {
  const films = [10, 11.37, 12.5, 15].map((seconds) => {
    const script = writeScript({ ...scriptMaterialOf({ ...input, seconds }, name), hasVoice: false });
    return { script, grid: beatGrid('friendly', seconds) };
  });

  test('shows every text that the script plans, for as long as it takes to read', async () => {
    for (const { script, grid } of films) {
      const plan = planShots(script, await wordsOf(script), {
        grid,
        hasVoice: false,
        hasPictures: true,
        tone: 'friendly',
      });
      expect(plan.notes).toEqual([]);
      expect(plan.shots.flatMap(({ parts }) => parts).filter((part) => readability(part) < 0.999)).toEqual([]);
    }
  });

  test('divides no sentence within a phrase', async () => {
    for (const { script, grid } of films) {
      const plan = planShots(script, await wordsOf(script), {
        grid,
        hasVoice: false,
        hasPictures: true,
        tone: 'friendly',
      });
      const whole = script.scenes.flatMap(({ on_screen_text: shown, voiceover }) =>
        [...shown.split('\n'), voiceover].flatMap((text) => screenParts(text, script.language)),
      );
      const shown = plan.shots.flatMap(({ parts }) => parts.map(({ text }) => text));
      expect(shown.filter((text) => !whole.includes(text))).toEqual([]);
    }
  });
});
