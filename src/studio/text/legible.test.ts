import { beforeAll, describe, expect, test } from '@jest/globals';
import { briefOf } from '../../../scripts/gallery/briefs.ts';
import { sage } from '../../../scripts/gallery/palettes.ts';
import type { Brief } from '../brief.ts';
import { TextEngine } from './engine.ts';
import { legible, mergedByPiece } from './legible.ts';

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
