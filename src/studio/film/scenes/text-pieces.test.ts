import { expect, test } from '@jest/globals';
import type { TextBlock } from '../../scene.ts';
import { textEngine } from '../../studio.ts';
import { breakerFor } from '../../text/breaks.ts';
import { piecesOf } from './text-pieces.ts';

const block = (lines: string[], changes: Partial<TextBlock> = {}): TextBlock => ({
  ...{
    role: 'headline',
    lines,
    size: 80,
    leading: 90,
    color: '#000000',
    align: 'start',
    side: 'left',
    direction: 'ltr',
  },
  box: { x: 100, y: 50, width: 900, height: 90 * lines.length },
  style: { families: ['Inter', 'Noto Sans JP', 'Noto Sans Arabic'], weight: 700, tracking: 0 },
  ...changes,
});

async function pieces(text: TextBlock, language: string): Promise<TextBlock[]> {
  const breaker = await breakerFor(text.lines.join(''), language);
  return piecesOf(text, { engine: await textEngine(), breaker });
}

const wordsOf = (all: readonly TextBlock[]) => all.map(({ lines }) => lines.join());
const isInOrder = (places: readonly number[]) => places.every((x, at) => at === 0 || x > (places[at - 1] ?? 0));

test('a text comes word by word, from left to right', async () => {
  const shown = await pieces(block(['Calm skin', 'by Sunday']), 'en');
  expect(wordsOf(shown)).toEqual(['Calm', 'skin', 'by', 'Sunday']);
  expect(isInOrder(shown.slice(0, 2).map(({ box }) => box.x))).toBe(true);
  expect(shown.map(({ box }) => box.y)).toEqual([50, 50, 140, 140]);
});

test('Arabic comes word by word, from right to left, up to the right edge', async () => {
  const shown = await pieces(block(['بشرة هادئة الآن'], { direction: 'rtl', side: 'right' }), 'ar');
  expect(wordsOf(shown)).toEqual(['بشرة', 'هادئة', 'الآن']);
  expect(isInOrder(shown.map(({ box }) => -box.x))).toBe(true);
  const [first] = shown;
  expect((first?.box.x ?? 0) + (first?.box.width ?? 0)).toBeCloseTo(1000, 0);
});

test('Japanese comes phrase by phrase', async () => {
  const shown = await pieces(block(['香料も着色料も使いません']), 'ja');
  expect(shown.length).toBeGreaterThan(1);
  expect(wordsOf(shown).join('')).toBe('香料も着色料も使いません');
  const gaps = shown.slice(1).map(({ box }, at) => box.x - (shown[at]?.box.x ?? 0) - (shown[at]?.box.width ?? 0));
  expect(gaps.filter((gap) => Math.abs(gap) > 2)).toEqual([]);
});

test('a line of Arabic and Latin letters comes as a whole', async () => {
  const text = block(['سيروم Twofold الآن'], { direction: 'rtl', side: 'right' });
  expect(wordsOf(await pieces(text, 'ar'))).toEqual(['سيروم Twofold الآن']);
});
