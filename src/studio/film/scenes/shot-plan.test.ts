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

test('an offer that leads to its price is shown once, with the price', async () => {
  const offer = { copy_type: 'offer', copy_text: 'From', price: '$599' } as const;
  const input = { brand: 'Marl', copies: [offer], seconds: 12 };
  const script = writeScript({ ...scriptMaterialOf(input, 'deal'), hasVoice: false });
  const options = { grid: beatGrid('friendly', 12), hasVoice: false, hasPictures: true, tone: 'friendly' } as const;
  const { shots } = planShots(script, await wordsOf(script), options);
  expect(shots.filter(({ role }) => role === 'offer').flatMap(({ parts }) => parts)).toEqual([]);
});

describe('a scene with a clip', () => {
  const script = writeScript({ ...scriptMaterialOf({ brand: 'Marl', seconds: 15 }, 'clip'), hasVoice: false });
  const planned = async (clipSeconds: ReadonlyMap<number, number>) => {
    const options = { grid: beatGrid('friendly', 15), hasVoice: false, hasPictures: true, tone: 'friendly' } as const;
    return planShots(script, await wordsOf(script), { ...options, clipSeconds });
  };

  test('is one shot that shows all its texts', async () => {
    const { shots, scenes } = await planned(new Map([[0, 8]]));
    const own = shots.filter(({ scene }) => scene === 0);
    expect(own).toMatchObject([{ isFilmed: true, isHeld: false, holds: false, ...scenes[0] }]);
    expect(shots.filter(({ scene, isFilmed }) => scene > 0 && isFilmed)).toEqual([]);
  });

  test('that is longer than its clip ends with another view', async () => {
    const { scenes } = await planned(new Map());
    const lengths = scenes.slice(0, -1).map(({ startSeconds, endSeconds }) => endSeconds - startSeconds);
    const length = Math.max(...lengths);
    const longest = lengths.indexOf(length);
    const { shots } = await planned(new Map([[longest, length - 0.5]]));
    const own = shots.filter(({ scene }) => scene === longest);
    expect(own.map(({ isFilmed }) => isFilmed)).toEqual([true, false]);
    expect((own[0]?.endSeconds ?? 0) - (own[0]?.startSeconds ?? 0)).toBeLessThanOrEqual(length - 0.5);
    expect(own.at(-1)?.endSeconds).toBe(scenes[longest]?.endSeconds);
  });

  test('has no clip if the clip is too short to be seen', async () => {
    const { shots } = await planned(new Map([[0, 1]]));
    expect(shots.some(({ isFilmed }) => isFilmed)).toBe(false);
  });
});
