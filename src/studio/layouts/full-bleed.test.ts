import { expect, test } from '@jest/globals';
import type { Layer, TextBlock } from '../scene.ts';
import { wordsOf } from './full-bleed.ts';

const text = (role: TextBlock['role'], box: TextBlock['box']): TextBlock => ({
  role,
  lines: ['Get it'],
  box,
  size: 10,
  leading: 12,
  style: { families: ['rubik'], weight: 600, tracking: 0 },
  color: '#000000',
  align: 'start',
  side: 'left',
  direction: 'ltr',
});

test('wordsOf treats a button and its text as one box', () => {
  const headline = { x: 0, y: 0, width: 200, height: 50 };
  const button = { x: 0, y: 100, width: 80, height: 30 };
  const texts = [text('headline', headline), text('cta', { x: 10, y: 109, width: 60, height: 12 })];
  const layers: Layer[] = [{ kind: 'fill', element: 'button', box: button, color: '#000000', radius: 15 }];
  expect(wordsOf({ u: 5 }, { texts, layers })).toEqual([
    { x: -15, y: -15, width: 230, height: 80 },
    { x: -15, y: 85, width: 110, height: 60 },
  ]);
});
